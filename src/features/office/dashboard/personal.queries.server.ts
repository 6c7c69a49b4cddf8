import { eq } from 'drizzle-orm'
import { becauseOf, fatesOf, forgotten, kept, type PersonalData } from '#server/personal.ts'
import { oauthConnections, oauthTries } from './tables.server'

export const personalOfDashboard: PersonalData = {
  columns: [
    fatesOf(oauthTries, { uid: forgotten, state: forgotten, verifier: forgotten }),
    fatesOf(oauthConnections, { connectedBy: kept(becauseOf.record), refreshToken: kept(becauseOf.club) }),
  ],

  async forget(db, { uid }) {
    await db.delete(oauthTries).where(eq(oauthTries.uid, uid))
  },
}
