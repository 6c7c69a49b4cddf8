import { findings } from '../setup/findings'
import { type Command, say } from './command'

const marks = { works: 'works   ', fails: 'FAILS   ', unset: 'not set ' } as const

/** Connects to everything that the settings name, and says line by line what works. It changes nothing but a file that it puts and removes. */
export const command: Command = {
  run: async (config) => {
    say(`${marks.works} settings`)
    let failed = 0
    for (const finding of findings(config)) {
      const { name, outcome, sentence } = await finding
      if (outcome === 'fails') failed++
      say(`${marks[outcome]} ${name}: ${sentence}`)
    }
    say(failed === 0 ? '\nEverything that is set works.' : `\n${failed} of these fail.`)
    return failed === 0 ? 0 : 1
  },
}
