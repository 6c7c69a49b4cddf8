import { eq } from 'drizzle-orm'
import { becauseOf, fatesOf, forgotten, kept, type PersonalData } from '#server/personal.ts'
import { streamings, streamingViewers } from './tables.server'

export const personalOfStreamings: PersonalData = {
  columns: [
    fatesOf(streamings, { createdBy: kept(becauseOf.record) }),
    fatesOf(streamingViewers, { uid: forgotten, viewer: kept('a hash of a device that leads to nobody') }),
  ],

  async forget(db, { uid }) {
    await db.update(streamingViewers).set({ uid: null }).where(eq(streamingViewers.uid, uid))
  },
}
