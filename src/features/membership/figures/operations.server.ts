import { minMembersShown } from '#club/brands/brand.ts'
import { noticeOf } from '#club/brands/notice.ts'
import { brandRow, profileOf } from '#club/brands/queries.server.ts'
import { figuresOrCount } from '#club/brands/statistics.server.ts'
import { suspensionOf } from '#club/tenants/suspension.queries.server.ts'
import { inLanguage } from '#kit/english.ts'
import { tokyoMonth } from '#kit/time.ts'
import type { Handlers } from '#server/context.ts'
import { soldPlans } from '../plans/sold.queries.server'
import { membersOf } from '../plans/statistics.server'
import type { memberFigures } from './contract'

/** Told like the brand's members: of too few nobody learns anything. */
const mostChosen = (
  plans: readonly { planId: string; members: number }[],
  sold: readonly { planId: string }[],
): string | null => {
  const soldIds = sold.map(({ planId }) => planId)
  const [first, second] = plans
    .filter(({ planId }) => soldIds.includes(planId))
    .toSorted((one, other) => other.members - one.members)
  if (sold.length < 2 || !first || first.members < minMembersShown || first.members === second?.members) return null
  return first.planId
}

export const memberFigureHandlers: Handlers<typeof memberFigures> = {
  async getPublicBrandProfile({ db, brand, now, locale }) {
    const { members, plans } = await figuresOrCount(db, brand, 'planStatistics', () => membersOf(db, brand, now))
    const row = await brandRow(db, brand)
    return {
      ...profileOf(inLanguage(row, locale)),
      memberCount: members < minMembersShown ? null : members,
      mostChosenPlanId: mostChosen(plans, await soldPlans(db, brand)),
      since: tokyoMonth(row.createdAt),
      notice: noticeOf({ closesAt: row.closesAt, isSuspended: (await suspensionOf(db, brand)) !== null }, locale),
    }
  },
}
