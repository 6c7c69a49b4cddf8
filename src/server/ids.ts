import { randomBytes } from 'node:crypto'
import { type NewId, randomText } from '#kit/ids.ts'

export const newId: NewId = (noun) => `${noun}_${randomText((bytes) => randomBytes(bytes.length))}`
