import { afterEach, describe, expect, test, vi } from 'vitest'
import { audit } from '#club/audit/contract.ts'
import { serverConfig } from '#config.server.ts'
import { addTokyoMonths, day } from '#kit/time.ts'
import { plans } from '#membership/plans/contract.ts'
import { plans as planTable } from '#membership/plans/tables.server.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { type FreeDayReason, freeDayReasonNames, freeDayReasons } from '#membership/subscriptions/freeDays.ts'
import { paymentsOf } from '#membership/subscriptions/payments.ts'
import { staffSubscriptions } from '#membership/subscriptions/staff/contract.ts'
import { freeDaysGiven } from '#membership/subscriptions/staff/mails.ts'
import en from '#membership/subscriptions/staff/words.en.ts'
import ja from '#membership/subscriptions/staff/words.ja.ts'
import { publicContents } from '#publishing/contents/public/contract.ts'
import { now } from '#server/clock.ts'
import { database, pool } from '#server/db.ts'
import { PaymentRefused, type Payments } from '#server/payments/payments.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { addMember, ask, club, newId, type Person, refused, request } from '../support/club'
import { addContent } from '../support/fan'
import { mailsTo } from '../support/mail'
import { together } from '../support/naive'
import { provider, told } from '../support/payments'
import { planRow } from '../support/plan'
import {
  joinAtStore,
  joinByCard,
  ledger,
  moveTo,
  myPlan,
  newFan,
  nextNight,
  ordersIn,
  refusedMember,
  settled,
  shop,
} from '../support/shop'

/* Free days for a member who pays by card (rule: membership.freeDays). */

const real = { ...provider }
afterEach(() => vi.restoreAllMocks())
/** The program calls the provider like this from now on. */
const calls = (instead: Partial<Payments>) => {
  for (const [call, answer] of Object.entries(instead))
    vi.spyOn(provider, call as 'session').mockImplementation(answer as never)
}

type Shop = Awaited<ReturnType<typeof shop>>
const heldBy = async ({ uid }: Person) => {
  const { rows } = await pool().query<{ id: string; provider: string }>(
    `select subscriptions.subscription_id as id, subscriptions.provider_subscription_id as provider
      from subscriptions where subscriptions.uid = $1 and subscriptions.ended_at is null`,
    [uid],
  )
  return rows[0] ?? { id: '', provider: '' }
}
const paidUntilOf = async (of: Shop, fan: Person) => {
  const plan = await myPlan(of, fan)
  return plan && 'expiredAt' in plan ? plan.expiredAt : 0
}
/** A member by card, and what staff see of the membership. */
const member = async (values: Parameters<typeof shop>[0] = {}) => {
  const [of, fan] = [await shop(values), await newFan()]
  await joinByCard(of, fan)
  const { id: subscriptionId, provider: providerId } = await heldBy(fan)
  return { of, fan, its: { ...of.ids, subscriptionId }, providerId, paid: await paidUntilOf(of, fan) }
}
type Member = Awaited<ReturnType<typeof member>>
type Said = { days?: number; reason?: FreeDayReason; note?: string; nextBillingAt?: number }
const gift = ({ its, paid }: Pick<Member, 'its' | 'paid'>, said: Said = {}) =>
  ({ ...its, days: 7, reason: 'liveFailed', note: '', nextBillingAt: paid, ...said }) as const
const give = (to: Member, said: Said = {}, headers = {}) =>
  ask(staffSubscriptions.giveFreeDays, gift(to, said), to.of.owner, headers)
const codeOf = async (to: Member, said: Said = {}, headers = {}) =>
  (await refused(staffSubscriptions.giveFreeDays, gift(to, said), to.of.owner, headers)).code
const seen = ({ its, of }: Member) => ask(staffSubscriptions.getSubscriber, its, of.owner)
const giftsTo = async ({ fan }: Member) =>
  (await mailsTo(fan.email)).filter(({ subject }) => subject.includes('無料日数') || subject.includes('free day'))

describe('free days', () => {
  test('move the next charge by just so many days, at the provider and everywhere here, and nothing in the books', async () => {
    const one = await member()
    const { of, fan, paid, providerId, its } = one
    const planContentId = await addContent(of.ids, { planIds: [of.planId] })
    const reads = async () =>
      (await ask(publicContents.getPublicPlanContent, { tenantId: of.tenantId, planContentId }, fan)).ok
    const before = await ledger(of.tenantId)
    expect(await seen(one)).toMatchObject({ freeDaysLeft: 90, canExtend: false, subscriber: { freeDays: [] } })
    expect(await give(one, { days: 10, note: 'Friday, from 20:10.' })).toEqual({ nextBillingAt: paid + 10 * day })
    await settled()
    expect(await provider.subscription(providerId)).toMatchObject({ status: 'trialing', chargesAt: paid + 10 * day })
    expect(await myPlan(of, fan)).toMatchObject({ status: 'active', expiredAt: paid + 10 * day, givenDays: 10 })
    const { activeMyPlans } = await ask(subscriptions.getActiveMyPlans, {}, fan)
    expect(paymentsOf(activeMyPlans)).toMatchObject([{ kind: 'charged', at: paid + 10 * day, amount: 1500 }])
    expect(await seen(one)).toMatchObject({
      freeDaysLeft: 80,
      subscriber: {
        ...{ status: 'active', paidUntil: paid + 10 * day, nextBillingAt: paid + 10 * day },
        freeDays: [{ days: 10, reason: 'liveFailed', note: 'Friday, from 20:10.' }],
      },
    })
    const { entries } = await ask(audit.getAuditLog, { tenantId: of.tenantId, topic: 'money' }, of.owner)
    expect(entries.filter(({ operation }) => operation === 'giveFreeDays')).toHaveLength(1)
    const { subscriber } = await seen(one)
    const order = await ask(staffOrders.getOrder, { ...of.ids, orderId: subscriber.orders[0]?.orderId ?? '' }, of.owner)
    expect(order.order.timeline).toContainEqual(expect.objectContaining({ what: 'daysGiven' }))
    expect(await ledger(of.tenantId)).toEqual(before)

    // The former day passes: open, active, charged nothing, and found by no night.
    await moveTo(paid + 2 * day)
    await nextNight()
    expect(await reads()).toBe(true)
    expect(await myPlan(of, fan)).toMatchObject({ status: 'active', expiredAt: paid + 10 * day })
    expect(await ordersIn(of.tenantId)).toHaveLength(1)
    await moveTo(paid + 11 * day)
    expect(await ordersIn(of.tenantId)).toMatchObject([{ total: 1500 }, { total: 1500, payment_state: 'paid' }])
    const next = await paidUntilOf(of, fan)
    expect(Math.abs(next - addTokyoMonths(paid + 10 * day, 1))).toBeLessThan(2 * day)
    expect(await provider.subscription(providerId)).toMatchObject({ status: 'active', chargesAt: next })
    expect(await myPlan(of, fan)).toMatchObject({ status: 'active', givenDays: 0 })
    expect((await ledger(of.tenantId)).cash).toBe(3000)
    expect(its.subscriptionId).toBe((await heldBy(fan)).id)
  })

  test('are no promise alone: where only our own date moved, the card would be charged on the former day', async () => {
    const charged = async () => {
      const one = await member()
      await give(one)
      await moveTo(one.paid + 2 * day)
      return (await ordersIn(one.of.tenantId)).length
    }
    expect(await charged()).toBe(1)
    calls({ chargeFrom: (id: string) => real.subscription(id) })
    expect(await charged(), 'the naive program').toBe(2)
  })

  test('are told in one mail in the member’s language, with why and the new date, as the dialog shows it', async () => {
    const one = await member()
    await pool().query(
      `insert into people (uid, email, locale, display_name, created_at, edited_at) values ($1, $2, 'en', 'Sora', now(), now())
        on conflict (uid) do update set locale = 'en', display_name = 'Sora'`,
      [one.fan.uid, one.fan.email],
    )
    await give(one, { days: 1, reason: 'thanks', note: 'not for the mail' })
    await settled()
    const { subscriber } = await seen(one)
    const at = one.paid + day
    const shown = freeDaysGiven(
      { origin: serverConfig().PUBLIC_ORIGIN, locale: 'en', name: 'Sora' },
      { brandName: 'Aoi', item: subscriber.planName, days: 1, reason: 'thanks', until: at, chargedAt: at },
    )
    expect((await giftsTo(one)).map(({ subject, text }) => [subject, text.trim()])).toEqual([
      [shown.subject, shown.text.trim()],
    ])
    expect(shown.text).toContain('thanks for your support')
    expect(shown.text).not.toContain('not for the mail')
  })
})

describe('free days are given once', () => {
  test('pressed twice, in two tabs at the same moment, and sent again', async () => {
    const one = await member()
    const key = { 'idempotency-key': crypto.randomUUID() }
    const answers = await together(2, async () =>
      JSON.parse((await request(staffSubscriptions.giveFreeDays, JSON.stringify(gift(one)), one.of.owner)).body),
    )
    expect(answers.filter(({ nextBillingAt }) => nextBillingAt === one.paid + 7 * day)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'chargeMoved')).toHaveLength(1)
    expect(await codeOf(one)).toBe('chargeMoved')
    const again = { nextBillingAt: one.paid + 7 * day }
    const first = await give(one, again, key)
    expect(await give(one, again, key)).toEqual(first)
    await settled()
    expect(await myPlan(one.of, one.fan)).toMatchObject({ expiredAt: one.paid + 14 * day, givenDays: 14 })
    expect((await provider.subscription(one.providerId)).chargesAt).toBe(one.paid + 14 * day)
    expect(await giftsTo(one)).toHaveLength(2)
  })

  test('of two gifts at the same moment one counts, here and at the provider', async () => {
    const one = await member()
    const held: (() => void)[] = []
    // Both have looked before either has moved the date.
    const bothLooked = new Promise<void>((resolve) => held.push(resolve))
    let looks = 0
    calls({
      subscription: async (id: string) => {
        const told = await real.subscription(id)
        if (++looks === 2) for (const go of held) go()
        if (looks <= 2) await bothLooked
        return told
      },
    })
    const answers = await Promise.all(
      [7, 30].map(async (days) => {
        const sent = JSON.stringify(gift(one, { days }))
        return JSON.parse((await request(staffSubscriptions.giveFreeDays, sent, one.of.owner)).body)
      }),
    )
    vi.restoreAllMocks()
    const [given] = answers.flatMap(({ nextBillingAt }) => nextBillingAt ?? [])
    expect(answers.map(({ code = 'given' }) => code).sort()).toEqual(['chargeMoved', 'given'])
    await settled()
    expect(await paidUntilOf(one.of, one.fan)).toBe(given)
    expect((await provider.subscription(one.providerId)).chargesAt).toBe(given)
    expect(await giftsTo(one)).toHaveLength(1)
  })

  test('an answer that is lost on its way: what the provider has taken is stored by itself', async () => {
    const one = await member()
    const key = { 'idempotency-key': crypto.randomUUID() }
    calls({
      chargeFrom: async (...of) => {
        await real.chargeFrom(...of)
        throw new Error('lost')
      },
    })
    expect((await request(staffSubscriptions.giveFreeDays, JSON.stringify(gift(one)), one.of.owner, key)).status).toBe(
      500,
    )
    expect(await codeOf(one, {}, key)).toBe('inProgress')
    vi.restoreAllMocks()
    expect(await paidUntilOf(one.of, one.fan)).toBe(one.paid)
    await moveTo(now() + 3 * 60_000)
    await settled()
    expect(await myPlan(one.of, one.fan)).toMatchObject({ expiredAt: one.paid + 7 * day, givenDays: 7 })
    expect(await codeOf(one, {}, key)).toBe('chargeMoved')
    await moveTo(now() + 10 * 60_000)
    expect((await provider.subscription(one.providerId)).chargesAt).toBe(one.paid + 7 * day)
    expect(await giftsTo(one)).toHaveLength(1)
  })

  test('a call that never arrived gives nothing, and may be made again', async () => {
    const one = await member()
    const key = { 'idempotency-key': crypto.randomUUID() }
    calls({ chargeFrom: () => Promise.reject(new Error('lost')) })
    expect((await request(staffSubscriptions.giveFreeDays, JSON.stringify(gift(one)), one.of.owner, key)).status).toBe(
      500,
    )
    vi.restoreAllMocks()
    await moveTo(now() + 3 * 60_000)
    await settled()
    expect(await myPlan(one.of, one.fan)).toMatchObject({ expiredAt: one.paid, givenDays: 0 })
    expect(await giftsTo(one)).toHaveLength(0)
    expect(await give(one, {}, key)).toEqual({ nextBillingAt: one.paid + 7 * day })
  })

  test('a date that did not reach the provider is mended by the night', async () => {
    const one = await member()
    await give(one)
    await real.chargeFrom(one.providerId, one.paid, newId('key'))
    await nextNight()
    expect((await provider.subscription(one.providerId)).chargesAt).toBe(one.paid + 7 * day)
  })
})

describe('free days are not given', () => {
  const nothing = async (one: Member) => {
    const { chargesAt } = await provider.subscription(one.providerId)
    expect(
      (
        await pool().query("select from subscription_terms where source = 'extension' and tenant_id = $1", [
          one.of.tenantId,
        ])
      ).rowCount,
    ).toBe(0)
    expect(await giftsTo(one)).toHaveLength(0)
    return chargesAt
  }

  test.each([0, -7, 1.5, 91, '7', null])('as %j', async (days) => {
    const one = await member()
    expect(await refused(staffSubscriptions.giveFreeDays, { ...gift(one), days }, one.of.owner)).toMatchObject({
      ...{ status: 400, code: 'validation' },
      fields: [{ field: 'days' }],
    })
    expect(await nothing(one)).toBe(one.paid)
  })

  test('for a reason that is none, nor without one', async () => {
    const one = await member()
    for (const reason of ['because', '', undefined])
      expect((await refused(staffSubscriptions.giveFreeDays, { ...gift(one), reason }, one.of.owner)).code).toBe(
        'validation',
      )
  })

  test('to who pays at stores', async () => {
    const [of, fan] = [await shop(), await newFan()]
    await joinAtStore(of, fan)
    const one = {
      of,
      fan,
      its: { ...of.ids, subscriptionId: (await heldBy(fan)).id },
      providerId: '',
      paid: await paidUntilOf(of, fan),
    }
    expect(await codeOf(one)).toBe('notByCard')
    expect(await seen(one)).toMatchObject({ freeDaysLeft: 0, canExtend: true })
  })

  test('to who is leaving', async () => {
    const one = await member()
    await ask(subscriptions.cancelPlanSubscription, { planId: one.of.planId }, one.fan)
    await settled()
    expect(await codeOf(one)).toBe('alreadyLeaving')
    expect((await seen(one)).freeDaysLeft).toBe(0)
    expect(await nothing(one)).toBe(one.paid)
  })

  test('to who is over', async () => {
    const one = await member()
    await ask(subscriptions.cancelPlanSubscription, { planId: one.of.planId, cancelAtPeriodEnd: false }, one.fan)
    await settled()
    expect(await codeOf(one)).toBe('alreadyEnded')
    expect((await seen(one)).freeDaysLeft).toBe(0)
  })

  test('to whose renewal was refused', async () => {
    const { of, fan, ranOut } = await refusedMember()
    const { id: subscriptionId, provider: providerId } = await heldBy(fan)
    const one = { of, fan, its: { ...of.ids, subscriptionId }, providerId, paid: ranOut }
    expect(await codeOf(one)).toBe('renewalFailed')
    expect((await seen(one)).freeDaysLeft).toBe(0)
  })

  test('to a member of a plan that is to end', async () => {
    const one = await member()
    const { previewOfArchivingAt } = await ask(plans.getPlanForArchive, one.of.pub, one.of.owner)
    const ends = { archivingAt: previewOfArchivingAt + 60 * day, messageToMembers: '' }
    await ask(plans.scheduleToArchivePlan, { ...one.of.pub, ...ends }, one.of.owner)
    await settled()
    expect(await codeOf(one)).toBe('planEnding')
    expect(await nothing(one)).toBe(one.paid)
  })

  test('in the last hour before a charge, nor while one is under way that nobody has told of', async () => {
    const one = await member()
    await moveTo(one.paid - 30 * 60_000)
    expect(await codeOf(one)).toBe('renewalOpen')
    const other = await member()
    // Somebody has moved the charge at the provider: which date holds is not ours to decide.
    await real.chargeFrom(other.providerId, other.paid + 3 * day, newId('key'))
    expect(await codeOf(other)).toBe('renewalOpen')
    expect(await nothing(other)).toBe(other.paid + 3 * day)
  })

  test('beyond 90 days within a year', async () => {
    const one = await member({ subscriptionInterval: 'year', price: 12_000 })
    await give(one, { days: 60 })
    const later = { ...one, paid: one.paid + 60 * day }
    expect(await codeOf(later, { days: 31 })).toBe('tooManyDays')
    await give(later, { days: 30 })
    expect((await seen(one)).freeDaysLeft).toBe(0)
    expect(await codeOf({ ...one, paid: one.paid + 90 * day }, { days: 1 })).toBe('tooManyDays')
    expect(await paidUntilOf(one.of, one.fan)).toBe(one.paid + 90 * day)
  })

  test('where the provider refuses: nothing is half done', async () => {
    const one = await member()
    calls({ chargeFrom: () => Promise.reject(new PaymentRefused('refused')) })
    expect(await codeOf(one)).toBe('paymentRefused')
    vi.restoreAllMocks()
    await moveTo(now() + 3 * 60_000)
    await settled()
    expect(await nothing(one)).toBe(one.paid)
    expect(await paidUntilOf(one.of, one.fan)).toBe(one.paid)
    await give(one)
  })

  test('by others than owners and admins, nor to a member of another club', async () => {
    const [one, other] = [await member(), await club()]
    const editor = await newFan()
    await addMember(one.of.tenantId, editor, 'editor')
    expect((await refused(staffSubscriptions.giveFreeDays, gift(one), editor)).status).toBe(403)
    const theirs = { ...gift(one), ...other.ids }
    expect(await refused(staffSubscriptions.giveFreeDays, theirs, other.owner)).toMatchObject({
      status: 404,
      code: 'subscriberNotFound',
    })
  })
})

describe('afterwards a membership goes on as any other', () => {
  const given = async (values: Parameters<typeof shop>[0] = {}) => {
    const one = await member(values)
    await give(one, { days: 10 })
    await settled()
    return { ...one, until: one.paid + 10 * day }
  }

  test('who leaves keeps the given days, and is charged nothing more', async () => {
    const one = await given()
    await ask(subscriptions.cancelPlanSubscription, { planId: one.of.planId }, one.fan)
    await settled()
    expect(await myPlan(one.of, one.fan)).toMatchObject({ cancelScheduledAt: one.until, canResume: true })
    await moveTo(one.paid + 2 * day)
    expect(await myPlan(one.of, one.fan)).toMatchObject({ status: 'scheduledToCancel', canResume: true })
    await moveTo(one.until + day)
    expect(await myPlan(one.of, one.fan)).toBe(null)
    expect(await ordersIn(one.of.tenantId)).toHaveLength(1)
  })

  test('who leaves while the days are being given has them, and is told of no charge', async () => {
    const one = await member()
    calls({
      chargeFrom: async (...of) => {
        const moved = await real.chargeFrom(...of)
        await ask(subscriptions.cancelPlanSubscription, { planId: one.of.planId }, one.fan)
        return moved
      },
    })
    await give(one)
    vi.restoreAllMocks()
    await settled()
    expect(await myPlan(one.of, one.fan)).toMatchObject({
      status: 'scheduledToCancel',
      cancelScheduledAt: one.paid + 7 * day,
    })
    const [mail] = await giftsTo(one)
    expect(mail?.text).toContain('以後の請求はありません')
    await moveTo(one.paid + 8 * day)
    expect(await myPlan(one.of, one.fan)).toBe(null)
    expect(await ordersIn(one.of.tenantId)).toHaveLength(1)
  })

  test('a dearer plan is paid for the days that are left, the given ones among them', async () => {
    const one = await given({ price: 1000 })
    const big = planRow(one.of.ids, { price: 2000, name: 'Big' })
    await database().insert(planTable).values(big)
    const { changes } = await ask(subscriptions.getPlanSubscriptionChanges, { planId: big.planId }, one.fan)
    const [offer] = changes
    if (offer?.change?.when !== 'now') throw new Error(`Up is offered at once: ${JSON.stringify(offer)}`)
    expect(offer.change).toMatchObject({ until: one.until, sum: 1000 })
    expect(offer.change.left).toBe(offer.change.all)
    expect(offer.change.all).toBeGreaterThan(35)
  })

  test('a card that is refused on the new day is told of and tried as any other', async () => {
    const [of, fan] = [await shop(), await newFan()]
    await joinByCard(of, fan, 'declinesLater')
    const { id: subscriptionId, provider: providerId } = await heldBy(fan)
    const one = { of, fan, its: { ...of.ids, subscriptionId }, providerId, paid: await paidUntilOf(of, fan) }
    await give(one)
    await moveTo(one.paid + 6 * day)
    expect(await myPlan(of, fan)).toMatchObject({ status: 'active' })
    await moveTo(one.paid + 8 * day)
    expect(await myPlan(of, fan)).toMatchObject({ status: 'paymentIncomplete' })
    await told({
      action: 'setCard',
      customer: (
        await pool().query('select customers.customer_id as id from customers where customers.uid = $1', [fan.uid])
      ).rows[0].id,
      card: 'works',
    })
    await settled()
    expect(await myPlan(of, fan)).toMatchObject({ status: 'active', givenDays: 0 })
  })

  test('a new card is the one that is charged on the new day, and pays nothing before', async () => {
    const one = await given()
    const { rows } = await pool().query('select customers.customer_id as id from customers where customers.uid = $1', [
      one.fan.uid,
    ])
    await told({ action: 'setCard', customer: rows[0].id, card: 'works' })
    expect(await ask(subscriptions.payWithNewCard, {}, one.fan)).toEqual({ renewals: [] })
    await moveTo(one.until + day)
    expect(await ordersIn(one.of.tenantId)).toHaveLength(2)
  })

  test('who is given back what was paid is no member for the given days, either', async () => {
    const one = await given()
    const { subscriber } = await seen(one)
    const orderId = subscriber.orders[0]?.orderId ?? ''
    await ask(staffOrders.refundOrder, { ...one.of.ids, orderId, amount: 1500, reason: 'Asked for.' }, one.of.owner)
    await settled()
    expect(await myPlan(one.of, one.fan)).toBe(null)
    expect((await provider.subscription(one.providerId)).status).toBe('canceled')
    await moveTo(one.until + day)
    expect(await ordersIn(one.of.tenantId)).toHaveLength(1)
    expect((await ledger(one.of.tenantId)).cash ?? 0).toBe(0)
  })
})

test('each reason and each refusal has its words in both languages', () => {
  for (const reason of freeDayReasons)
    for (const locale of ['ja', 'en'] as const) expect(freeDayReasonNames[reason][locale]).toBeTruthy()
  for (const code of staffSubscriptions.giveFreeDays.refusals)
    for (const { refusals } of [ja, en]) expect(refusals[code], code).toBeTruthy()
})
