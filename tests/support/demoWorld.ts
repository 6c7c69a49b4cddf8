import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { holdPidFile, releasePidFile, sleep } from '#server/machine/processes.ts'
import { newDataDir, program } from './program'

/** The demo world as a first start leaves it: filled once for the whole run, under the first test that wants it. */
const filled = async () => {
  const { demoDir } = inject('world')
  const [lock, done] = [join(demoDir, 'filling.pid'), join(demoDir, 'filled')]
  const dataDir = join(demoDir, 'data')
  while (holdPidFile(lock, 'vitest')) await sleep(200)
  try {
    if (!fs.existsSync(done)) {
      fs.mkdirSync(dataDir, { recursive: true })
      const house = await program({ dataDir })
      await house.start()
      await house.stop()
      // On a busy machine the program's time to stop ends before its database has written everything.
      while (fs.existsSync(join(dataDir, 'postgres/data/postmaster.pid'))) await sleep(50)
      fs.writeFileSync(done, '')
    }
  } finally {
    releasePidFile(lock)
  }
  return dataDir
}

/** A data folder in which the program has run once and was stopped. */
export const demoDataDir = async (name: string) => {
  const folder = newDataDir(name)
  // With its owners: the database runs under an account of its own.
  execFileSync('cp', ['-a', `${await filled()}/.`, folder])
  return folder
}
