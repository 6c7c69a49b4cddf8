import { createECDH, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDemoProject, type PublicConfig, parseConfig, publicConfigOf, type ServerConfig } from './config.schema'

/** Keeps demo links and callbacks valid over restarts without a configured secret. */
const keptSecret = (dataDir: string, name: string) => {
  const file = join(dataDir, name)
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(file, 'utf8')
}

export type VapidKeys = { publicKey: string; privateKey: string; subject: string }

/** How push services know this installation; undefined: messages are not offered. The demo makes its own pair. */
const vapidOf = (values: ServerConfig): VapidKeys | undefined => {
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT, PUBLIC_ORIGIN } = values
  if (VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY && VAPID_SUBJECT)
    return { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY, subject: VAPID_SUBJECT }
  if (!isDemoProject(values.FIREBASE_PROJECT_ID)) return undefined
  const privateKey = Buffer.from(keptSecret(values.DATA_DIR, 'vapid-private-key'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  const subject = PUBLIC_ORIGIN.startsWith('https:') ? PUBLIC_ORIGIN : 'mailto:demo@tsudoi.example'
  // Not as the pair gives it back: without zeros at its beginning it would be shorter than the 32 bytes that signing wants.
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url'), subject }
}

let cached:
  | (ServerConfig & { URL_SIGNING_SECRET: string; FIELD_ENCRYPTION_KEY: string; STRIPE_WEBHOOK_SECRET: string })
  | undefined

export const serverConfig = () => {
  if (!cached) {
    const values = parseConfig(process.env)
    cached = {
      ...values,
      URL_SIGNING_SECRET: values.URL_SIGNING_SECRET ?? keptSecret(values.DATA_DIR, 'url-signing-secret'),
      FIELD_ENCRYPTION_KEY: values.FIELD_ENCRYPTION_KEY ?? keptSecret(values.DATA_DIR, 'field-encryption-key'),
      STRIPE_WEBHOOK_SECRET:
        values.STRIPE_WEBHOOK_SECRET ?? `whsec_${keptSecret(values.DATA_DIR, 'callback-signing-secret')}`,
    }
  }
  return cached
}

let vapid: { keys: VapidKeys | undefined } | undefined
export const vapidKeys = (): VapidKeys | undefined => {
  vapid ??= { keys: vapidOf(serverConfig()) }
  return vapid.keys
}

export const publicConfig = (): PublicConfig => publicConfigOf(serverConfig())

export const isDemo = () => isDemoProject(serverConfig().FIREBASE_PROJECT_ID)
