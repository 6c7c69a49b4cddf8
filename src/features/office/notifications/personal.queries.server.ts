import { eq } from 'drizzle-orm'
import { fatesOf, forgotten, type PersonalData } from '#server/personal.ts'
import { notificationsSeen } from './tables.server'

export const personalOfNotifications: PersonalData = {
  columns: [fatesOf(notificationsSeen, { uid: forgotten })],

  async forget(db, { uid }) {
    await db.delete(notificationsSeen).where(eq(notificationsSeen.uid, uid))
  },
}
