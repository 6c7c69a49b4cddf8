import { and, eq } from 'drizzle-orm'
import { fatesOf, forgotten, mostCopied, own, type PersonalData } from '#server/personal.ts'
import { brands } from '../brands/tables.server'
import { fanNotices, pushDevices, quietHours } from './tables.server'

export const personalOfPush: PersonalData = {
  columns: [
    fatesOf(pushDevices, {
      uid: own,
      endpoint: own,
      endpointHash: forgotten,
      p256dh: forgotten,
      auth: forgotten,
      name: own,
    }),
    fatesOf(quietHours, { uid: own }),
    fatesOf(fanNotices, { uid: own }),
  ],

  async export(db, { uid }) {
    const devices = await db
      .select({ name: pushDevices.name, endpoint: pushDevices.endpoint, createdAt: pushDevices.createdAt })
      .from(pushDevices)
      .where(eq(pushDevices.uid, uid))
      .limit(mostCopied)
    const quiet = await db
      .select({ from: quietHours.fromMinute, to: quietHours.toMinute, timeZone: quietHours.timeZone })
      .from(quietHours)
      .where(eq(quietHours.uid, uid))
    const notices = await db
      .select({ brand: brands.name, kind: fanNotices.kind, byMail: fanNotices.byMail, byPush: fanNotices.byPush })
      .from(fanNotices)
      .innerJoin(brands, and(eq(brands.tenantId, fanNotices.tenantId), eq(brands.brandId, fanNotices.brandId)))
      .where(eq(fanNotices.uid, uid))
      .limit(mostCopied)
    return { messages: { devices, quietHours: quiet[0] ?? null, notices } }
  },

  async forget(db, { uid }) {
    await db.delete(pushDevices).where(eq(pushDevices.uid, uid))
    await db.delete(quietHours).where(eq(quietHours.uid, uid))
    await db.delete(fanNotices).where(eq(fanNotices.uid, uid))
  },
}
