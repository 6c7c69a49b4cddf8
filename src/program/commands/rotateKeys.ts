import { database } from '#server/db.ts'
import { encryptBytes, isOfCurrentKey, keyNames } from '#server/encryption.ts'
import { StartProblem } from '#server/machine/processes.ts'
import type { Db } from '#server/proven.ts'
import type { Sealed } from '#server/sealed.ts'
import { sealed } from '../sealed'
import { type Count, count, each, opened } from '../sealedValues'
import { type Command, say } from './command'

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
