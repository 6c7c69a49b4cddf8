import { takenSlugs } from '#club/applications/queries.server.ts'
import { slugProblem } from '#club/brands/brand.ts'
import { closingOf } from '#club/brands/closing.queries.server.ts'
import type { Instant } from '#kit/time.ts'
import { scheduleArchive } from '#membership/plans/plan.ts'
import { lockPlan, savePlan } from '#membership/plans/queries.server.ts'
import { stopPlan } from '#membership/subscriptions/work.server.ts'
import { mailToOwners, ownersTold } from '#money/payouts/bankAccounts/account.server.ts'
import type { Handlers } from '#server/context.ts'
import type { Transaction } from '#server/jobDefinition.ts'
import type { Brand, User } from '#server/proven.ts'
import { brandEnd, closingNotices, closingStateAt, goesOn, isTyped, mostBrands } from './closing'
import type { closing as contract } from './contract'
import { closingJobs } from './jobs.server'
import { closedByOwner } from './mails'
import {
  brandsOf,
  countAwaited,
  countBrands,
  countMembers,
  insertBrand,
  lastPaidEnd,
  lockTenant,
  plansToEnd,
  setBrandClosing,
  setTenantClosing,
  tenantClosing,
} from './queries.server'

type Work = Pick<Transaction, 'db' | 'enqueue'> & { now: Instant; origin: string; user: User }

/** Closes a brand: its plans end with the last paid term, all other sales at once. */
const close = async ({ db, enqueue, now, user }: Work, brand: Brand, message: string): Promise<Instant> => {
  const { tenantId, brandId } = brand
  const closesAt = brandEnd(await lastPaidEnd(db, brand, now), now)
  for (const { planId } of await plansToEnd(db, brand)) {
    const plan = await lockPlan(db, brand, planId)
    if (plan?.status !== 'active' || plan.archivingAt !== null) continue
    const at = Math.max(now, plan.editedAt + 1)
    await savePlan(db, brand, scheduleArchive(plan, { archivingAt: closesAt, message, refunds: false }, at), 'active')
    await stopPlan({ enqueue }, { planId, archivingAt: closesAt, decidedAt: now })
  }
  await setBrandClosing(db, brand, { closingAt: now, closesAt, message, by: user.uid })
  await enqueue(closingJobs.giveUpOrdersOfBrand, { tenantId, brandId })
  for (const [when, at] of closingNotices(closesAt, now))
    await enqueue(closingJobs.tellMembersOfClosing, { tenantId, brandId, closingAt: now, when }, { at })
  return closesAt
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

  async getClosing({ db, tenant, now }) {
    const club = await tenantClosing(db, tenant)
    const brands = []
    for (const brand of await brandsOf(db, tenant))
      brands.push({
        brandId: brand.brandId,
        name: brand.name,
        state: closingStateAt(brand, now),
        closesAt: brand.closesAt ?? brandEnd(await lastPaidEnd(db, brand, now), now),
        members: await countMembers(db, brand, now),
        openOrders: await countAwaited(db, brand),
      })
    return {
      tenant: { name: club.name, state: closingStateAt(club, now), closesAt: club.closesAt },
      told: await ownersTold(db, tenant.tenantId),
      brands,
    }
  },

  async closeBrand(context, { typedName, message = '' }) {
    const { db, enqueue, brand, now, origin, refuse } = context
    // Locks the club's row, so that simultaneous requests run one after the other.
    await lockTenant(db, brand)
    const closing = await closingOf(db, brand)
    if (!closing || !goesOn(closing, now)) return refuse('alreadyClosing')
    if (!isTyped(typedName, closing.name)) return refuse('nameDiffers')
    const closesAt = await close(context, brand, message)
    const { tenantId } = brand
    await mailToOwners({ db, enqueue }, { tenantId, origin }, (to) =>
      closedByOwner(to, { name: closing.name, closesAt }),
    )
    return { closesAt }
  },

  async closeTenant(context, { typedName, message = '' }) {
    const { db, enqueue, tenant, now, origin, refuse } = context
    const club = await lockTenant(db, tenant)
    if (!goesOn(club, now)) return refuse('alreadyClosing')
    if (!isTyped(typedName, club.name)) return refuse('nameDiffers')
    let closesAt = now
    for (const brand of await brandsOf(db, tenant)) {
      const end = goesOn(brand, now) ? await close(context, brand, message) : (brand.closesAt ?? now)
      closesAt = Math.max(closesAt, end)
    }
    await setTenantClosing(db, tenant, { closingAt: now, closesAt })
    const { tenantId } = tenant
    await mailToOwners({ db, enqueue }, { tenantId, origin }, (to) => closedByOwner(to, { name: club.name, closesAt }))
    return { closesAt }
  },
}
