import { fileURLToPath } from 'node:url'
import { ConfigProblem, parseConfig, type ServerConfig } from '#config.schema.ts'
import { loadEnvironment } from '#server/machine/environment.ts'

/*
 * `npm run check:setup`: connects to everything that the settings name, and says line by line what works. It changes nothing but a file
 * that it puts into the storage and removes; the program may run beside it.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const say = (line: string) => process.stdout.write(`${line}\n`)

const settings = (): ServerConfig | null => {
  try {
    loadEnvironment(root)
    return parseConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigProblem)) throw error
    say(`FAILS    settings: ${error.message}`)
    return null
  }
}

const marks = { works: 'works   ', fails: 'FAILS   ', unset: 'not set ' } as const

const config = settings()
if (!config) process.exit(1)
say('works    settings')
// What is wrong is said here; the log, which reads its level when it is loaded, would say it again.
Object.assign(process.env, { NODE_ENV: 'production', LOG_LEVEL: 'silent' })
const { findings } = await import('./setup/findings')
let failed = 0
for (const finding of findings(config)) {
  const { name, outcome, sentence } = await finding
  if (outcome === 'fails') failed++
  say(`${marks[outcome]} ${name}: ${sentence}`)
}
say(failed === 0 ? '\nEverything that is set works.' : `\n${failed} of these fail.`)
// What was given up after its time may still hold a connection.
process.exit(failed === 0 ? 0 : 1)
