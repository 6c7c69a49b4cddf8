import fs from 'node:fs'
import { familyOf, parentOf, say, shareOf, table } from './measure'
import type { Part } from './world'

/** Megabytes that a process holds, where the system reports it. */
export const memoryOf = (pid: number) => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

const probes = 120
/** Megabytes; the identity emulator, which only a demo has, apart. */
const mostAtRest = 450

/** How long a start takes, and what the program holds; last, so that the load of the other parts lies behind it. */
export const start: Part = async ({ house, firstStart, timed }) => {
  // What a burst of calls leaves is collected in the first quiet seconds.
  await new Promise((later) => setTimeout(later, 10_000))
  const memory = memoryOf(house.pid())
  for (let n = 0; n < probes; n++) {
    await fetch(`${house.origin}/api/ready`).then((answer) => answer.text())
    await new Promise((later) => setTimeout(later, 1000))
  }
  const sumOf = (pids: number[]) => pids.reduce((sum, pid) => sum + shareOf(pid), 0)
  const atRest = {
    program: shareOf(house.pid()),
    starter: shareOf(parentOf(house.pid())),
    database: sumOf(familyOf(house.databasePid())),
  }
  const together = atRest.program + atRest.starter + atRest.database
  await house.stop()
  const warmStart = await timed(house.start)
  say('\nStart to ready, and memory')
  table(
    ['', ''],
    [
      ['first start (new database, demo world), seconds', firstStart],
      ['warm start, seconds', warmStart],
      ["the program's memory after the load, MB", memory],
      [`after ${probes} s of probes, proportional: program, MB`, atRest.program],
      ['its starter, MB', atRest.starter],
      ['the database, MB', atRest.database],
      ['all three, MB', together],
    ],
  )
  return [
    ...(warmStart >= 3 ? [`a warm start takes ${warmStart.toFixed(1)} s, wanted under 3`] : []),
    // With the start script, which holds some 50 MB, all that is left running stays under 400.
    ...(memory >= 350 ? [`the program holds ${memory.toFixed(0)} MB after load, wanted under 350`] : []),
    ...(together >= mostAtRest
      ? [`at rest program, starter and database hold ${together.toFixed(0)} MB, wanted under ${mostAtRest}`]
      : []),
  ]
}
