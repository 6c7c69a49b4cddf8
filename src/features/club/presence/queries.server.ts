import { and, asc, eq, gt, lt, ne } from 'drizzle-orm'
import type { Role } from '#kit/contract.ts'
import type { Instant } from '#kit/time.ts'
import type { Brand, Db } from '#server/proven.ts'
import { type Clubs, isOfClubs } from '../tenants/clubs.queries.server'
import { tenantMembers } from '../tenants/tables.server'
import { type EditedKind, heardFor } from './presence'
import { presences } from './tables.server'

type Place = { kind: EditedKind; itemId: string }
type Who = { uid: string }

const isAt = ({ tenantId, brandId }: Brand, { kind, itemId }: Place) =>
  and(
    eq(presences.tenantId, tenantId),
    eq(presences.brandId, brandId),
    eq(presences.kind, kind),
    eq(presences.itemId, itemId),
  )

export const saveEditing = (
  db: Db,
  { tenantId, brandId }: Brand,
  { kind, itemId }: Place,
  { uid }: Who,
  seenAt: Instant,
) =>
  db
    .insert(presences)
    .values({ tenantId, brandId, kind, itemId, uid, seenAt })
    .onConflictDoUpdate({
      target: [presences.tenantId, presences.brandId, presences.kind, presences.itemId, presences.uid],
      set: { seenAt },
    })

export const removeEditing = (db: Db, brand: Brand, place: Place, { uid }: Who) =>
  db.delete(presences).where(and(isAt(brand, place), eq(presences.uid, uid)))

/** More are counted by nobody. */
const mostNamed = 50

/** Members who were heard of just now; whoever was removed from the club is named no longer. */
export const othersEditing = async (db: Db, brand: Brand, place: Place, { uid }: Who, now: Instant) =>
  (await db
    .select({ memberId: tenantMembers.memberId, name: tenantMembers.displayName, role: tenantMembers.role })
    .from(presences)
    .innerJoin(
      tenantMembers,
      and(
        eq(tenantMembers.tenantId, presences.tenantId),
        eq(tenantMembers.uid, presences.uid),
        eq(tenantMembers.status, 'active'),
      ),
    )
    .where(and(isAt(brand, place), ne(presences.uid, uid), gt(presences.seenAt, now - heardFor)))
    .orderBy(asc(tenantMembers.memberId))
    .limit(mostNamed)) as { memberId: string; name: string; role: Role }[]

export const forgetPresences = (db: Db, clubs: Clubs, before: Instant) =>
  db.delete(presences).where(and(isOfClubs(presences.tenantId, clubs), lt(presences.seenAt, before)))
