import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { accountForServer } from '#server/db/binaries.ts'
import { freePort, sleep } from '#server/machine/processes.ts'
import { newDataDir } from './program'

const bin = '/usr/lib/postgresql/15/bin'
/** Debian's server with all of its tools; nothing installs one for the tests. */
export const hasPostgres15 = ['initdb', 'postgres', 'pg_dump', 'pg_restore'].every((name) =>
  fs.existsSync(join(bin, name)),
)

/** A server of its own, by the address of its superuser. */
export const startPostgres15 = async () => {
  const account = accountForServer()
  const folder = newDataDir('postgres15')
  const [data, words] = [join(folder, 'data'), join(folder, 'word')]
  fs.mkdirSync(data, { mode: 0o700 })
  fs.writeFileSync(words, 'superuser')
  if (account) for (const path of [folder, data, words]) fs.chownSync(path, account.uid, account.gid)
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'super', `--pwfile=${words}`, '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C.UTF-8', '-N'],
    { ...account, cwd: '/', encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(made.stderr)
  const port = await freePort()
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: folder, fsync: 'off' }
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
    { ...account, cwd: '/', stdio: 'ignore' },
  )
  const ended = new Promise((done) => child.once('close', done))
  const url = `postgresql://super:superuser@127.0.0.1:${port}/postgres`
  const answers = async () => {
    const client = new pg.Client({ connectionString: url })
    const isUp = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    return isUp
  }
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL 15 ended with ${child.exitCode}.`)
    await sleep(50)
  }
  return {
    url,
    stop: async () => {
      child.kill('SIGINT')
      await ended
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
