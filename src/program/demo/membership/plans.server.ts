import { day, endOfTokyoDay, startOfTokyoMonth } from '#kit/time.ts'
import { activate, draft, type Plan, scheduleArchive } from '#membership/plans/plan.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { insertAll } from '../insertAll'
import { type Demo, type DemoClub, monthBefore, openedBefore } from '../parts'

const seasonal = [
  { subject: 'blossom', colors: ['#f6bcd0', '#c76b98'] },
  { subject: 'sea', colors: ['#8ecae6', '#126782'] },
  { subject: 'sunrise', colors: ['#f4a261', '#9c4a1a'] },
  { subject: 'snow', colors: ['#cdd7e6', '#5b6f95'] },
] as const

/** The plans of today, in every state that a person can set. */
const current = ({ at, picture }: Demo, club: DemoClub) =>
  club.plans.map(({ planId, state, picture: chosen, name, description, english, price, subscriptionInterval }, n) => {
    const thumbnail = chosen ? picture(planId, chosen.subject, [640, 360], chosen.colors) : ''
    const terms = { name, description, english, price, subscriptionInterval, thumbnail }
    const made = draft(planId, terms, at - openedBefore + n * day)
    const editedAt = at - n * 3 * day - 3_600_000
    if (state === 'draft') return { ...made, editedAt }
    const active = activate(made, terms, at - openedBefore + (n + 1) * day)
    const going = { archivingAt: endOfTokyoDay(at + 41 * day), message: '', refunds: false }
    return { ...(state === 'scheduled' ? scheduleArchive(active, going, editedAt) : active), editedAt }
  })

/** Seasonal plans of past months, archived: what a club of some years has many of. */
const past = ({ at, picture }: Demo, club: DemoClub): Plan[] => {
  if (club.seasons === 0) return []
  const pictures = seasonal.map(({ subject, colors }, n) => picture(`season-${n}`, subject, [640, 360], colors))
  return Array.from({ length: club.seasons }, (_, n) => {
    const { year, month } = monthBefore(at, n + 3)
    const started = startOfTokyoMonth({ year, month })
    const season = Math.floor(((month + 9) % 12) / 3) % 4
    const terms = {
      name: `${year}年${month}月の${['春', '夏', '秋', '冬'][season]}だよりプラン`,
      description: `${year}年${month}月にだけ募集した、季節の便りのプランです。`,
      thumbnail: pictures[season] ?? '',
      price: 600 + (n % 4) * 100,
      subscriptionInterval: 'month' as const,
    }
    const made = draft(`plan_season_${year}_${String(month).padStart(2, '0')}`, terms, started - 10 * day)
    const going = { archivingAt: endOfTokyoDay(started + 75 * day), message: '', refunds: false }
    return scheduleArchive(activate(made, terms, started), going, started + 40 * day)
  })
}

export const demoPlans = async (demo: Demo, club: DemoClub) => {
  const { tenantId, brand } = club
  const rows = [...current(demo, club), ...past(demo, club)]
  insertAll(
    demo.db,
    plans,
    rows.map((plan) => ({ ...plan, tenantId, brandId: brand.brandId })),
  )
}
