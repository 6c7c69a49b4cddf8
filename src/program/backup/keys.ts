import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerConfig } from '#config.schema.ts'
import { serverConfig } from '#config.server.ts'
import { StartProblem } from '#server/machine/processes.ts'
import type { Fingerprint, Manifest } from './manifest'

/* A backup never has a key in it, but says by which ones its rows and files can be read: they are kept in another place. */

const fingerprintOf = (secret: string) =>
  createHash('sha256').update(`tsudoi fingerprint of a key ${secret}`).digest('hex').slice(0, 16)

/**
 * `FIELD_ENCRYPTION_KEY`: without it bank accounts, tokens and identity documents cannot be read, nor what the one before it still
 * encrypts while keys are rotated. `URL_SIGNING_SECRET`: links in mails.
 */
const named = ['FIELD_ENCRYPTION_KEY', 'FIELD_ENCRYPTION_KEY_PREVIOUS', 'URL_SIGNING_SECRET'] as const
const opensFields = (name: string) => name.startsWith('FIELD_ENCRYPTION_KEY')

export const fingerprints = (): Fingerprint[] =>
  named.flatMap((name) => {
    const secret = serverConfig()[name]
    return secret ? [{ name, fingerprint: fingerprintOf(secret) }] : []
  })

/** In a demo the key is a file of the data folder, which would be made anew. */
const hasKey = ({ FIELD_ENCRYPTION_KEY, DATA_DIR }: ServerConfig) =>
  FIELD_ENCRYPTION_KEY !== undefined || existsSync(join(DATA_DIR, 'field-encryption-key'))

/** Refuses settings that could not read what is restored; what else has changed is answered as sentences. */
export const checkKeys = (config: ServerConfig, { keys, identityProject }: Manifest): string[] => {
  const own = hasKey(config) ? fingerprints() : []
  const printsOf = (all: readonly Fingerprint[], which: (name: string) => boolean) =>
    all.filter(({ name }) => which(name)).map(({ fingerprint }) => fingerprint)
  const known = printsOf(own, opensFields)
  const missing = printsOf(keys, opensFields).filter((fingerprint) => !known.includes(fingerprint))
  if (missing.length > 0) {
    throw new StartProblem(
      `FIELD_ENCRYPTION_KEY does not fit: this backup was made with the key of fingerprint ${missing.join(' and ')}. ` +
        'With another one bank accounts, tokens and identity documents cannot be read. (Without the setting the key is DATA_DIR/field-encryption-key; ' +
        'a key that was exchanged since goes to FIELD_ENCRYPTION_KEY_PREVIOUS.)',
    )
  }
  const notices: string[] = []
  const signs = (name: string) => name === 'URL_SIGNING_SECRET'
  if (`${printsOf(keys, signs)}` !== `${printsOf(own, signs)}`)
    notices.push('URL_SIGNING_SECRET is another one: links in mails that were sent before do not work here.')
  if (config.FIREBASE_PROJECT_ID !== identityProject)
    notices.push(
      `The accounts of its people are those of the identity project ${identityProject}, and FIREBASE_PROJECT_ID is another one.`,
    )
  return notices
}
