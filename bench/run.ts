import fs from 'node:fs'
import { build } from '../scripts/build.mjs'
import { newDataDir, program } from '../tests/support/program'
import { bookings } from './bookings'
import { bundle } from './bundle'
import { business } from './business'
import { contents } from './contents'
import { exports } from './exports'
import { fillLarge } from './fill'
import { goods } from './goods'
import { ground } from './ground'
import { live } from './live/live'
import { connections, rounds, say, seconds } from './measure'
import { migrate } from './migrate'
import { pages } from './pages'
import { paint } from './paint'
import { plans } from './plans'
import { renewals } from './renewals'
import { sizing } from './sizing'
import { start } from './start'
import { upload } from './upload'
import { metricsToken, type Part } from './world'

/*
 * `npm run bench`, or parts of it: `npm run bench -- plans pages`; `--large` fills the demo's brand first. The program as it
 * is started for real (the build; RATE_LIMITS=off and LOG_LEVEL=warn, since neither a limit nor a terminal is what is
 * measured), turn by turn with what it is compared with. Only the ratios mean something: load, database and both servers
 * share the machine.
 */

/** These need no running program: with these alone, none is built. */
const alone: Record<string, () => Promise<string[]>> = {
  business,
  ground: async () => [...(await bookings()), ...(await renewals()), ...(await ground())],
}
/** These take long or are part of another one, and run only where they are named. */
const named: Record<string, () => Promise<string[]>> = { migrate, bookings, renewals, sizing }
const parts: Record<string, Part> = { plans, contents, goods, pages, paint, live, upload, exports, start, bundle }
const asked = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
const names = [...Object.keys(parts), ...Object.keys(alone), ...Object.keys(named)]
const unknown = asked.filter((name) => !names.includes(name))
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}; there are ${names.join(', ')}.`)
const isAsked = (name: string) => asked.length === 0 || asked.includes(name)

const misses: string[] = []
for (const [name, part] of Object.entries(alone)) if (isAsked(name)) misses.push(...(await part()))
for (const [name, part] of Object.entries(named)) if (asked.includes(name)) misses.push(...(await part()))
const end = () => {
  say(misses.length === 0 ? '\nEvery measure is within its bound.' : `\n${misses.join('\n')}`)
  process.exit(misses.length === 0 ? 0 : 1)
}
if (!Object.keys(parts).some(isAsked)) end()

const distDir = process.env.NEXT_DIST_DIR ?? '.next'
if ((await build({ distDir })) !== 0) process.exit(1)

/** Seconds. */
const timed = async (work: () => Promise<unknown>) => {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1000
}
const dataDir = newDataDir('bench')
const house = await program({ dataDir, env: { NEXT_DIST_DIR: distDir, METRICS_TOKEN: metricsToken } })
try {
  const firstStart = await timed(house.start)
  if (process.argv.includes('--large')) await fillLarge(house)
  const token = await house.signIn('owner@hoshi.test')
  say(`${connections} connections, ${rounds} rounds of ${seconds} s by turns (medians; ratios of each round's pair)`)
  for (const [name, part] of Object.entries(parts)) {
    if (!isAsked(name)) continue
    misses.push(...(await part({ house, token, dataDir, distDir, firstStart, timed })))
  }
} finally {
  await house.stop()
  fs.rmSync(dataDir, { recursive: true, force: true })
}
end()
