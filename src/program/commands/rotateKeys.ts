import { database } from '#server/db.ts'
import { decryptBytes, encryptBytes, isOfCurrentKey, keyNames } from '#server/encryption.ts'
import { StartProblem } from '#server/machine/processes.ts'
import type { Db } from '#server/proven.ts'
import type { Sealed, SealedRow } from '#server/sealed.ts'
import { storage } from '#server/storage/storage.ts'
import { sealed } from '../sealed'
import { type Command, say } from './command'

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

const each = async (db: Db, room: Sealed, act: (value: Value) => Promise<void>) => {
  for (let last: string | null = ''; last !== null; ) {
    const found = await batchOf(db, room, last)
    for (const value of found.values) await act(value)
    last = found.last
  }
}

const opened = ({ bytes, of }: Value): Buffer | null => {
  try {
    return decryptBytes(bytes, of)
  } catch {
    return null
  }
}

type Count = { all: number; waiting: number; unreadable: number }
/** A value of the current key is opened as well: its name alone does not say that it is whole. */
const count = async (db: Db, room: Sealed): Promise<Count> => {
  const found: Count = { all: 0, waiting: 0, unreadable: 0 }
  await each(db, room, async (value) => {
    found.all++
    if (!opened(value)) found.unreadable++
    else if (!isOfCurrentKey(value.bytes)) found.waiting++
  })
  return found
}

/** What was done stays done: a run that was stopped is begun again. */
const renew = (db: Db, room: Sealed) =>
  each(db, room, async (value) => {
    const plain = isOfCurrentKey(value.bytes) ? null : opened(value)
    if (plain) await value.write(encryptBytes(plain, value.of))
  })

const sum = (counts: Count[], of: keyof Count) => counts.reduce((total, one) => total + one[of], 0)

export const command: Command = {
  run: async ({ DATABASE_URL }) => {
    if (!DATABASE_URL)
      throw new StartProblem('DATABASE_URL is missing: keys are rotated where the program runs for real.')
    const db = database()
    const [current, previous] = keyNames()
    say(`keys: ${current} encrypts${previous ? `, ${previous} is read as well` : ''}`)
    const before: Count[] = []
    for (const room of sealed) before.push(await count(db, room))
    const all = sum(before, 'all')
    if (all > 0 && sum(before, 'unreadable') === all)
      throw new StartProblem(
        `FIELD_ENCRYPTION_KEY${previous ? ' and FIELD_ENCRYPTION_KEY_PREVIOUS open' : ' opens'} none of the ${all} values that are kept: they are of another key. Nothing was changed.`,
      )
    const after: Count[] = []
    for (const [at, room] of sealed.entries()) {
      await renew(db, room)
      const left = await count(db, room)
      after.push(left)
      const done = (before[at]?.waiting ?? 0) - left.waiting
      const unreadable = left.unreadable > 0 ? `, ${left.unreadable} that no key opens` : ''
      say(`${room.what}: ${left.all}, of which ${Math.max(0, done)} encrypted anew${unreadable}`)
    }
    const [waiting, unreadable] = [sum(after, 'waiting'), sum(after, 'unreadable')]
    if (waiting > 0) say(`\n${waiting} remain: somebody still encrypts by another key. Run this again.`)
    if (unreadable > 0) say(`\n${unreadable} are opened by no key: look for the one that they were encrypted by.`)
    if (waiting + unreadable > 0) return 1
    say(`\nEverything is of the key ${current}.${previous ? ' FIELD_ENCRYPTION_KEY_PREVIOUS can go.' : ''}`)
    return 0
  },
}
