import { resolve } from 'node:path'
import { isRestoredCopy, restoredSentence } from '#server/restored.ts'
import { filesAreThere, keysOpen, ledgerBalances, revenueAgrees } from '../backup/checks'
import { differences, figuresOf } from '../backup/figures'
import { type Manifest, readManifest } from '../backup/manifest'
import { type Opened, openDatabase, withClient } from '../backup/place'
import { type Command, say } from './command'

/** Against the backup that the copy was made of, before it is written to. */
const sameAs = async ({ ownerUrl }: Opened, { figures, madeAt }: Manifest): Promise<string> => {
  const found = differences(figures, await withClient(ownerUrl, figuresOf))
  if (found.length > 0) throw new Error(found.slice(0, 8).join('; '))
  return `the rows of ${Object.keys(figures.rows).length} tables and the ledger's sums are those of the backup of ${madeAt}`
}

const parts = (opened: Opened, manifest: Manifest | undefined): [string, () => Promise<string>][] => [
  ...(manifest ? [['rows', () => sameAs(opened, manifest)] as [string, () => Promise<string>]] : []),
  ['ledger', ledgerBalances],
  ['statements', revenueAgrees],
  ['files', () => filesAreThere(opened.ownerUrl)],
  ['keys', keysOpen],
]

/** Reads the whole of what is there and says line by line what is as it has to be. It changes nothing. */
export const command: Command = {
  run: async (config, [backup]) => {
    const manifest = backup ? readManifest(resolve(backup)) : undefined
    const opened = await openDatabase(config)
    let failed = 0
    try {
      for (const [name, check] of parts(opened, manifest)) {
        try {
          say(`works    ${name}: ${await check()}`)
        } catch (error) {
          failed++
          say(`FAILS    ${name}: ${error instanceof Error ? error.message : String(error)}`)
        }
      }
      if (await isRestoredCopy()) say(`\n${restoredSentence}`)
    } finally {
      await opened.close()
    }
    say(failed === 0 ? '\nEverything is as it has to be.' : `\n${failed} of these fail.`)
    return failed === 0 ? 0 : 1
  },
}
