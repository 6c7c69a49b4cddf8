import { and, eq, sql } from 'drizzle-orm'
import { becauseOf, exported, fatesOf, kept, mostCopied, own, type PersonalData } from '#server/personal.ts'
import { releaseLetters } from '../inquiries/queries.server'
import { tenantMembers, tenants } from './tables.server'

export const personalOfTenants: PersonalData = {
  columns: [
    fatesOf(tenantMembers, {
      uid: exported('the log of the club names its members by it; without the account only a uid'),
      email: own,
      displayName: own,
      mailKinds: own,
      invitedBy: kept(becauseOf.record),
    }),
    fatesOf(tenants, { suspensionMessage: kept('what the platform wrote to the club; gone once it goes on') }),
  ],

  async export(db, { uid }) {
    const clubs = await db
      .select({
        club: tenants.name,
        role: tenantMembers.role,
        displayName: tenantMembers.displayName,
        email: tenantMembers.email,
        mailKinds: tenantMembers.mailKinds,
        joinedAt: tenantMembers.joinedAt,
      })
      .from(tenantMembers)
      .innerJoin(tenants, eq(tenants.tenantId, tenantMembers.tenantId))
      .where(eq(tenantMembers.uid, uid))
      .limit(mostCopied)
    return { clubs }
  },

  async forget(db, { uid, email }, now) {
    const isMember = eq(tenantMembers.uid, uid)
    const left = await db
      .update(tenantMembers)
      .set({ status: 'removed', removedAt: now, invitationHash: null })
      .where(and(isMember, eq(tenantMembers.status, 'active')))
      .returning({ tenantId: tenantMembers.tenantId, memberId: tenantMembers.memberId })
    for (const member of left) await releaseLetters(db, member)
    await db.update(tenantMembers).set({ displayName: '', email: '', mailKinds: [] }).where(isMember)
    // Invitations that only this address could accept.
    if (email !== '')
      await db
        .delete(tenantMembers)
        .where(and(eq(tenantMembers.status, 'invited'), sql`lower(${tenantMembers.email}) = ${email}`))
  },
}
