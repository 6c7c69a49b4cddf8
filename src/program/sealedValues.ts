import { decryptBytes, isOfCurrentKey } from '#server/encryption.ts'
import type { Db } from '#server/proven.ts'
import type { Sealed, SealedRow } from '#server/sealed.ts'
import { storage } from '#server/storage/storage.ts'

/* What is kept encrypted (sealed.ts), value by value: for the change of keys, and to see whether a copy can be read. */

/** Values that are read at once. */
const batch = 200

type Value = SealedRow & { bytes: Buffer; write: (bytes: Buffer) => Promise<void> }

/** A file that went with its row is no longer there to be encrypted again. */
const fileOf = async (key: string): Promise<Buffer | null> => {
  const bytes = await storage().readWhole(key)
  return bytes && Buffer.from(bytes)
}

const batchOf = async (db: Db, room: Sealed, last: string): Promise<{ last: string | null; values: Value[] }> => {
  if ('rows' in room) {
    const rows = await room.rows(db, last, batch)
    const values = rows.map((row) => ({
      ...row,
      bytes: Buffer.from(row.value, 'base64'),
      write: (bytes: Buffer) => room.replace(db, row, bytes.toString('base64')),
    }))
    return { last: rows.at(-1)?.id ?? null, values }
  }
  const rows = await room.files(db, last, batch)
  const values: Value[] = []
  for (const row of rows) {
    const bytes = await fileOf(row.key)
    const write = async (written: Buffer) => {
      await storage().put(row.key, written, 'application/octet-stream')
      // Documents are deleted some time after the decision: one that was meanwhile does not come back.
      if (!(await room.isThere(db, row))) await storage().remove(row.key)
    }
    if (bytes) values.push({ ...row, bytes, write })
  }
  return { last: rows.at(-1)?.id ?? null, values }
}

export const each = async (db: Db, room: Sealed, act: (value: Value) => Promise<void>) => {
  for (let last: string | null = ''; last !== null; ) {
    const found = await batchOf(db, room, last)
    for (const value of found.values) await act(value)
    last = found.last
  }
}

export const opened = ({ bytes, of }: Value): Buffer | null => {
  try {
    return decryptBytes(bytes, of)
  } catch {
    return null
  }
}

export type Count = { all: number; waiting: number; unreadable: number }
/** A value of the current key is opened as well: its name alone does not say that it is whole. */
export const count = async (db: Db, room: Sealed): Promise<Count> => {
  const found: Count = { all: 0, waiting: 0, unreadable: 0 }
  await each(db, room, async (value) => {
    found.all++
    if (!opened(value)) found.unreadable++
    else if (!isOfCurrentKey(value.bytes)) found.waiting++
  })
  return found
}
