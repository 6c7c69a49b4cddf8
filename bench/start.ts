import fs from 'node:fs'
import { say, table } from './measure'
import type { Part } from './world'

/** Megabytes that a process holds, where the system reports it. */
export const memoryOf = (pid: number) => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

/** How long a start takes, and what the program holds; last, so that the load of the other parts lies behind it. */
export const start: Part = async ({ house, firstStart, timed }) => {
  // What a burst of calls leaves is collected in the first quiet seconds.
  await new Promise((later) => setTimeout(later, 10_000))
  const memory = memoryOf(house.pid())
  await house.stop()
  const warmStart = await timed(house.start)
  say('\nStart to ready, and memory')
  table(
    ['', ''],
    [
      ['first start (new database, demo world), seconds', firstStart],
      ['warm start, seconds', warmStart],
      ["the program's memory after the load, MB", memory],
    ],
  )
  return [
    ...(warmStart >= 3 ? [`a warm start takes ${warmStart.toFixed(1)} s, wanted under 3`] : []),
    // With the start script, which holds some 50 MB, all that is left running stays under 400.
    ...(memory >= 350 ? [`the program holds ${memory.toFixed(0)} MB after load, wanted under 350`] : []),
  ]
}
