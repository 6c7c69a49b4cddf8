import { day, type Instant, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import { subscriptionTerms } from '#membership/subscriptions/tables.server.ts'
import { insertAll } from '../insertAll'
import { type Demo, type DemoClub, monthBefore, pad } from '../parts'
import { randomFrom } from '../random'

/** How far back the demo's terms have their orders. */
const demoOrdersFor = 112 * day

/** Monthly terms from joining until leaving or now: enough history that every figure has a past. */
export const demoTerms = async ({ db, at }: Demo, club: DemoClub) => {
  const random = randomFrom(club.tenantId.length * 977)
  type Term = typeof subscriptionTerms.$inferInsert
  const terms: Term[] = []
  let fan = 0
  const join = (uid: string, plan: DemoClub['plans'][number], from: Instant, leaves: Instant | null) => {
    const months = plan.subscriptionInterval === 'year' ? 12 : 1
    const start = tokyoMonth(from)
    const offset = from - startOfTokyoMonth(start)
    for (let n = 0; ; n += months) {
      const begin = startOfTokyoMonth(monthBefore(from, -n)) + offset
      if (begin > at || (leaves !== null && begin >= leaves)) return
      const n0 = terms.length
      terms.push({
        tenantId: club.tenantId,
        termId: `term_${club.brand.slug}_${n0}`,
        subscriptionId: `subscription_${club.brand.slug}_${uid}_${plan.planId}`,
        // Orders of the last months only; older ones would only make the first start slower.
        orderId: begin > at - demoOrdersFor ? `order_${club.brand.slug}_${n0}` : null,
        planId: plan.planId,
        uid,
        from: begin,
        to: startOfTokyoMonth(monthBefore(from, -n - months)) + offset,
        amount: plan.price,
        source: random() < 0.8 ? 'card' : 'konbini',
      })
    }
  }
  for (const plan of club.plans) {
    const gone = Math.round(plan.members * 0.35)
    for (let n = 0; n < plan.members + gone; n++) {
      // Joining thins out a little into the past, so that the curve of members rises.
      const from = at - Math.floor(random() ** 1.1 * 380 * day) - 60_000
      const leaves = n < plan.members ? null : Math.min(at - 1, from + Math.floor(random() * 200 * day))
      join(`demo_fan_${club.brand.slug}_${pad(fan++)}`, plan, from, leaves)
    }
  }
  const [first] = club.plans
  if (club.tenantId === 'tenant_hoshi' && first) join('demo_member', first, at - 130 * day, null)
  insertAll(db, subscriptionTerms, terms)
}
