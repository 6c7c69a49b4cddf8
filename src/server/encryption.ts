import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { serverConfig } from '#config.server.ts'

/*
 * AES-256-GCM for data that must stay unreadable in a copy of the database or the storage: bank accounts, tokens,
 * documents. `of` identifies the owner (additional authenticated data): bytes moved to another row do not decrypt.
 */
const keyOf = () => Buffer.from(hkdfSync('sha256', serverConfig().FIELD_ENCRYPTION_KEY, '', 'tsudoi fields', 32))

export const encryptBytes = (bytes: Uint8Array, of: string): Buffer => {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(), iv).setAAD(Buffer.from(of))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([Buffer.from([1]), iv, cipher.getAuthTag(), sealed])
}

export const decryptBytes = (sealed: Uint8Array, of: string): Buffer => {
  const bytes = Buffer.from(sealed)
  if (bytes[0] !== 1 || bytes.length < 29) throw new Error('This was not encrypted by this program.')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(), bytes.subarray(1, 13)).setAAD(Buffer.from(of))
  decipher.setAuthTag(bytes.subarray(13, 29))
  return Buffer.concat([decipher.update(bytes.subarray(29)), decipher.final()])
}

export const encryptText = (text: string, of: string): string => encryptBytes(Buffer.from(text), of).toString('base64')
export const decryptText = (sealed: string, of: string): string =>
  decryptBytes(Buffer.from(sealed, 'base64'), of).toString()
