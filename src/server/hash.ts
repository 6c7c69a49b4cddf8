import { createHash } from 'node:crypto'

/** SHA-256 in hex: what is kept of a secret that a link carries, or of a body, in place of itself. */
export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
