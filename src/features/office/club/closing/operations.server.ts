import { takenSlugs } from '#club/applications/queries.server.ts'
import { slugProblem } from '#club/brands/brand.ts'
import { closingOf } from '#club/brands/closing.queries.server.ts'
import { suspensionReasonNames } from '#club/tenants/suspension.ts'
import type { Instant } from '#kit/time.ts'
import { scheduleArchive } from '#membership/plans/plan.ts'
import { lockPlan, savePlan } from '#membership/plans/queries.server.ts'
import { stopPlan } from '#membership/subscriptions/work.server.ts'
import { mailToOwners, ownersTold } from '#money/payouts/bankAccounts/account.server.ts'
import type { Handlers } from '#server/context.ts'
import type { Transaction } from '#server/jobDefinition.ts'
import type { Brand, Db } from '#server/proven.ts'
import { lockClub } from '../../suspension/queries.server'
import { brandEnd, closingNotices, closingStateAt, goesOn, isTyped, mostBrands } from './closing'
import type { closing as contract } from './contract'
import { closingJobs } from './jobs.server'
import { closedByOwner, closedByPlatform } from './mails'
import {
  brandsOf,
  clubClosing,
  countAwaited,
  countBrands,
  countMembers,
  insertBrand,
  lastPaidEnd,
  lockTenant,
  type OfClub,
  plansToEnd,
  setBrandClosing,
  setTenantClosing,
  tenantClosing,
} from './queries.server'

type Work = Pick<Transaction, 'db' | 'enqueue'> & { now: Instant }

/** Closes a brand: its plans end with the last paid term, all other sales at once. */
const close = async (
  { db, enqueue, now }: Work,
  brand: Brand,
  { message, by }: { message: string; by: string | null },
): Promise<Instant> => {
  const { tenantId, brandId } = brand
  const closesAt = brandEnd(await lastPaidEnd(db, brand, now), now)
  for (const { planId } of await plansToEnd(db, brand)) {
    const plan = await lockPlan(db, brand, planId)
    if (plan?.status !== 'active' || plan.archivingAt !== null) continue
    const at = Math.max(now, plan.editedAt + 1)
    await savePlan(db, brand, scheduleArchive(plan, { archivingAt: closesAt, message, refunds: false }, at), 'active')
    await stopPlan({ enqueue }, { planId, archivingAt: closesAt, decidedAt: now })
  }
  await setBrandClosing(db, brand, { closingAt: now, closesAt, message, by })
  await enqueue(closingJobs.giveUpOrdersOfBrand, { tenantId, brandId })
  for (const [when, at] of closingNotices(closesAt, now))
    await enqueue(closingJobs.tellMembersOfClosing, { tenantId, brandId, closingAt: now, when }, { at })
  return closesAt
}

/** Every brand that is still open. The club is over when the last of its brands is. */
const closeAll = async (work: Work, club: OfClub, said: { message: string; by: string | null }): Promise<Instant> => {
  const { db, now } = work
  let closesAt = now
  for (const brand of await brandsOf(db, club)) {
    const end = goesOn(brand, now) ? await close(work, brand, said) : (brand.closesAt ?? now)
    closesAt = Math.max(closesAt, end)
  }
  return closesAt
}

type Club = NonNullable<Awaited<ReturnType<typeof clubClosing>>>

const closingAhead = async ({ db, now }: { db: Db; now: Instant }, of: OfClub, club: Club) => {
  const brands = []
  for (const brand of await brandsOf(db, of))
    brands.push({
      brandId: brand.brandId,
      name: brand.name,
      state: closingStateAt(brand, now),
      closesAt: brand.closesAt ?? brandEnd(await lastPaidEnd(db, brand, now), now),
      members: await countMembers(db, brand, now),
      openOrders: await countAwaited(db, brand),
    })
  return {
    tenant: { name: club.name, state: closingStateAt(club, now), closesAt: club.closesAt, reason: club.reason },
    told: await ownersTold(db, of.tenantId),
    brands,
  }
}

export const closingHandlers: Handlers<typeof contract> = {
  async createBrand({ db, tenant, user, now, newId, refuse }, { name, slug }) {
    if (slugProblem(slug)) return refuse('slugInvalid')
    if (!goesOn(await lockTenant(db, tenant), now)) return refuse('clubClosing')
    if ((await countBrands(db, tenant)) >= mostBrands) return refuse('tooManyBrands')
    if ((await takenSlugs(db, [slug], undefined, now)).has(slug)) return refuse('slugTaken')
    const brandId = newId('brand')
    if (!(await insertBrand(db, tenant, { brandId, name, slug, by: user.uid }, now))) return refuse('slugTaken')
    return { brandId }
  },

  async getClosing(context) {
    const { db, tenant } = context
    return closingAhead(context, tenant, await tenantClosing(db, tenant))
  },

  async closeBrand(context, { typedName, message = '' }) {
    const { db, enqueue, brand, user, now, origin, refuse } = context
    // Locks the club's row, so that simultaneous requests run one after the other.
    await lockTenant(db, brand)
    const closing = await closingOf(db, brand)
    if (!closing || !goesOn(closing, now)) return refuse('alreadyClosing')
    if (!isTyped(typedName, closing.name)) return refuse('nameDiffers')
    const closesAt = await close(context, brand, { message, by: user.uid })
    const { tenantId } = brand
    await mailToOwners({ db, enqueue }, { tenantId, origin }, (to) =>
      closedByOwner(to, { name: closing.name, closesAt }),
    )
    return { closesAt }
  },

  async closeTenant(context, { typedName, message = '' }) {
    const { db, enqueue, tenant, user, now, origin, refuse } = context
    const club = await lockTenant(db, tenant)
    if (!goesOn(club, now)) return refuse('alreadyClosing')
    if (!isTyped(typedName, club.name)) return refuse('nameDiffers')
    const closesAt = await closeAll(context, tenant, { message, by: user.uid })
    await setTenantClosing(db, tenant, { closingAt: now, closesAt })
    const { tenantId } = tenant
    await mailToOwners({ db, enqueue }, { tenantId, origin }, (to) => closedByOwner(to, { name: club.name, closesAt }))
    return { closesAt }
  },

  async getClosingAsOperator(context, { tenantId }) {
    const { db, operator, refuse } = context
    const of = { tenantId, operator }
    return closingAhead(context, of, (await clubClosing(db, of)) ?? refuse('tenantNotFound'))
  },

  async closeTenantAsOperator(context, { tenantId, typedName, reason, message = '' }) {
    const { db, enqueue, operator, now, origin, audit, refuse } = context
    const club = (await lockClub(db, operator, tenantId)) ?? refuse('tenantNotFound')
    if (!goesOn(club, now)) return refuse('alreadyClosing')
    if (!isTyped(typedName, club.name)) return refuse('nameDiffers')
    const { name } = club
    // The message is to the owners: members are told of the end, and not why. Nobody of the platform is named to the club.
    const closesAt = await closeAll(context, { tenantId, operator }, { message: '', by: null })
    await setTenantClosing(db, { tenantId, operator }, { closingAt: now, closesAt, closingReason: reason })
    const { ja, en } = suspensionReasonNames[reason]
    await audit({ tenantId, role: 'operator', kept: { reason: `${ja} / ${en}`, ...(message && { message }) } })
    await mailToOwners({ db, enqueue }, { tenantId, origin }, (to) =>
      closedByPlatform(to, { name, closesAt, reason, message }),
    )
    return { closesAt }
  },
}
