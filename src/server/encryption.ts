import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { serverConfig } from '#config.server.ts'

/*
 * AES-256-GCM for data that must stay unreadable in a copy of the database or the storage: bank accounts, tokens,
 * documents. `of` identifies the owner (additional authenticated data): bytes moved to another row do not decrypt.
 *
 * Version 2: the version, 4 bytes that name the key, 12 of the nonce, 16 of the tag, the text. Version 1 names no key; each is tried.
 */
type Key = { id: Buffer; bytes: Buffer }

const derived = (secret: string, purpose: string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, length))
const keyOf = (secret: string): Key => ({
  id: derived(secret, 'tsudoi key id', 4),
  bytes: derived(secret, 'tsudoi fields', 32),
})
const currentKey = () => keyOf(serverConfig().FIELD_ENCRYPTION_KEY)
/** The one that is written with comes first. */
const knownKeys = (): Key[] => {
  const { FIELD_ENCRYPTION_KEY: current, FIELD_ENCRYPTION_KEY_PREVIOUS: previous } = serverConfig()
  return [current, ...(previous ? [previous] : [])].map(keyOf)
}

export const encryptBytes = (bytes: Uint8Array, of: string): Buffer => {
  const { id, bytes: key } = currentKey()
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(of))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([Buffer.from([2]), id, iv, cipher.getAuthTag(), sealed])
}

const openWith = ({ bytes: key }: Key, sealed: Buffer, of: string): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAAD(Buffer.from(of))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
}

const openWithAny = (keys: readonly Key[], sealed: Buffer, of: string): Buffer => {
  for (const key of keys) {
    try {
      return openWith(key, sealed, of)
    } catch {
      // Of another key, or not what was written.
    }
  }
  throw new Error('None of the keys opens this.')
}

export const decryptBytes = (sealed: Uint8Array, of: string): Buffer => {
  const bytes = Buffer.from(sealed)
  if (bytes[0] === 1 && bytes.length >= 29) return openWithAny(knownKeys(), bytes.subarray(1), of)
  if (bytes[0] !== 2 || bytes.length < 33) throw new Error('This was not encrypted by this program.')
  const named = knownKeys().filter(({ id }) => id.equals(bytes.subarray(1, 5)))
  return openWithAny(named, bytes.subarray(5), of)
}

/** Whether it names the key that is written with. */
export const isOfCurrentKey = (sealed: Uint8Array): boolean =>
  sealed[0] === 2 && currentKey().id.equals(Buffer.from(sealed).subarray(1, 5))

/** How the keys are called where they are spoken of: it says nothing about them. */
export const keyNames = (): string[] => knownKeys().map(({ id }) => id.toString('hex'))

export const encryptText = (text: string, of: string): string => encryptBytes(Buffer.from(text), of).toString('base64')
export const decryptText = (sealed: string, of: string): string =>
  decryptBytes(Buffer.from(sealed, 'base64'), of).toString()
