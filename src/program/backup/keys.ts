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

/** `FIELD_ENCRYPTION_KEY`: without it bank accounts, tokens and identity documents cannot be read. `URL_SIGNING_SECRET`: links in mails. */
const needed = ['FIELD_ENCRYPTION_KEY', 'URL_SIGNING_SECRET'] as const

export const fingerprints = (): Fingerprint[] =>
  needed.map((name) => ({ name, fingerprint: fingerprintOf(serverConfig()[name]) }))

/** In a demo the key is a file of the data folder, which would be made anew. */
const hasKey = ({ FIELD_ENCRYPTION_KEY, DATA_DIR }: ServerConfig) =>
  FIELD_ENCRYPTION_KEY !== undefined || existsSync(join(DATA_DIR, 'field-encryption-key'))

/** Refuses settings that could not read what is restored; what else has changed is answered as sentences. */
export const checkKeys = (config: ServerConfig, { keys, identityProject }: Manifest): string[] => {
  const own = hasKey(config) ? fingerprints() : []
  const fits = (name: string) =>
    keys.find((key) => key.name === name)?.fingerprint === own.find((key) => key.name === name)?.fingerprint
  if (!fits('FIELD_ENCRYPTION_KEY')) {
    const wanted = keys.find(({ name }) => name === 'FIELD_ENCRYPTION_KEY')?.fingerprint
    throw new StartProblem(
      `FIELD_ENCRYPTION_KEY does not fit: this backup was made with the key of fingerprint ${wanted}. ` +
        'With another one bank accounts, tokens and identity documents cannot be read. (Without the setting the key is DATA_DIR/field-encryption-key.)',
    )
  }
  const notices: string[] = []
  if (!fits('URL_SIGNING_SECRET'))
    notices.push('URL_SIGNING_SECRET is another one: links in mails that were sent before do not work here.')
  if (config.FIREBASE_PROJECT_ID !== identityProject)
    notices.push(
      `The accounts of its people are those of the identity project ${identityProject}, and FIREBASE_PROJECT_ID is another one.`,
    )
  return notices
}
