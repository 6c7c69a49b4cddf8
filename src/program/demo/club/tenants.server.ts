import { tenantMembers, tenants } from '#club/tenants/tables.server.ts'
import { day } from '#kit/time.ts'
import { demoAccounts } from '../accounts'
import { insertAll } from '../insertAll'
import { type Demo, type DemoClub, openedBefore, pad, personName } from '../parts'

export const demoTenant = ({ db, at }: Demo, club: DemoClub) =>
  db.insert(tenants).values({ tenantId: club.tenantId, name: club.name, createdAt: at - openedBefore })

export const demoMembers = async ({ db, at }: Demo, club: DemoClub) => {
  const accounts = new Map<string, (typeof demoAccounts)[number]>(demoAccounts.map((account) => [account.uid, account]))
  const joined = at - 400 * day
  const known = club.members.map(({ uid, role }, n) => ({
    memberId: `member_${uid}`,
    uid,
    role,
    email: accounts.get(uid)?.email ?? '',
    displayName: accounts.get(uid)?.displayName ?? '',
    status: 'active',
    invitedAt: joined + n * day,
    joinedAt: joined + n * day,
  }))
  const staffRoles = ['editor', 'moderator', 'shipper', 'accountant', 'admin'] as const
  const staff = Array.from({ length: club.staff }, (_, n) => {
    const invited = n >= club.staff - 3
    return {
      memberId: `member_${club.brand.slug}_staff_${pad(n)}`,
      uid: invited ? null : `demo_staff_${club.brand.slug}_${pad(n)}`,
      role: staffRoles[n % staffRoles.length] ?? 'editor',
      email: `staff${n + 1}@${club.brand.slug}.test`,
      displayName: invited ? '' : personName(n),
      status: invited ? 'invited' : 'active',
      // The oldest invitation has lapsed.
      invitedAt: invited && n > club.staff - 3 ? at - (club.staff - n) * day : joined + (n + 5) * day,
      invitedBy: invited ? (known[0]?.uid ?? null) : null,
      joinedAt: invited ? null : joined + (n + 6) * day,
    }
  })
  insertAll(
    db,
    tenantMembers,
    [...known, ...staff].map((row) => ({ ...row, tenantId: club.tenantId })),
  )
}
