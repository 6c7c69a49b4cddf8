import { fileURLToPath } from 'node:url'
import { ConfigProblem, parseConfig } from '#config.schema.ts'
import { limitConnecting } from '#server/http/connecting.ts'
import { loadEnvironment } from '#server/machine/environment.ts'
import { StartProblem } from '#server/machine/processes.ts'
import type { Command } from './commands/command'

/* `tsudoi <command>`: what an engineer does beside the program, by the same settings. */
const commands: Record<string, { does: string; load: () => Promise<{ command: Command }> }> = {
  check: {
    does: 'connects to everything that the settings name, and says line by line what works',
    load: () => import('./commands/check'),
  },
  migrate: {
    does: "brings the database to this version's schema; instances then start without the role that owns it",
    load: () => import('./commands/migrate'),
  },
  operators: {
    does: 'says who may do what operators do, and who not yet',
    load: () => import('./commands/operators'),
  },
  'rotate-keys': {
    does: 'encrypts anew by FIELD_ENCRYPTION_KEY what another key encrypted',
    load: () => import('./commands/rotateKeys'),
  },
  backup: {
    does: 'writes database and files to an empty folder, while the program runs',
    load: () => import('./commands/backup'),
  },
  restore: {
    does: 'puts a backup into an empty place; --release lets the copy send mails and charge, --hold holds another one',
    load: () => import('./commands/restore'),
  },
  verify: {
    does: 'reads all of a database and its files, and says what is not as it has to be',
    load: () => import('./commands/verify'),
  },
}

const say = (line: string) => process.stdout.write(`${line}\n`)

const usage = () => {
  say('tsudoi <command>')
  for (const [name, { does }] of Object.entries(commands)) say(`  ${name.padEnd(14)}${does}`)
}

const run = async (): Promise<number> => {
  const [name = '', ...args] = process.argv.slice(2)
  const chosen = commands[name]
  if (!chosen) {
    usage()
    return name === '' || name === 'help' ? 0 : 2
  }
  loadEnvironment(fileURLToPath(new URL('../..', import.meta.url)))
  const config = parseConfig(process.env)
  // A command says itself what is wrong; the log, which reads its level when it is loaded, would say it again.
  Object.assign(process.env, { NODE_ENV: 'production', LOG_LEVEL: 'silent' })
  limitConnecting()
  const { command } = await chosen.load()
  return command.run(config, args)
}

const code = await run().catch((error) => {
  if (!(error instanceof ConfigProblem || error instanceof StartProblem)) throw error
  say(`FAILS    ${error instanceof ConfigProblem ? 'settings: ' : ''}${error.message}`)
  return 1
})
// What was given up after its time may still hold a connection.
process.exit(code)
