import { eq } from 'drizzle-orm'
import { fatesOf, forgotten, type PersonalData } from '#server/personal.ts'
import { presences } from './tables.server'

export const personalOfPresence: PersonalData = {
  columns: [fatesOf(presences, { uid: forgotten })],

  async forget(db, { uid }) {
    await db.delete(presences).where(eq(presences.uid, uid))
  },
}
