import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { feeOf } from '#kit/fees.ts'
import { reducedTaxRateAt, reducedTaxRateOn, taxRateAt, taxRateOn, taxWithin } from '#kit/tax.ts'
import { addTokyoMonths, day, endOfTokyoDay } from '#kit/time.ts'
import { endOf, graceEnd, type Membership, userPlanStatus } from '#membership/subscriptions/subscription.ts'
import { backOf, disputed, heldOf, isShippingFact, refunded, shippingFact, undone } from '#money/ledger/back.ts'
import {
  balance,
  late,
  lateAccepted,
  lateRefunded,
  type Movement,
  paid,
  type Sale,
  sharedOut,
  shipped,
} from '#money/ledger/ledger.ts'
import { partsWithReduced, reducedOf } from '#money/ledger/reduced.ts'
import { distribute } from '#money/ledger/shares.ts'
import {
  backNumberPrice,
  historyStatus,
  isClosedToStores,
  isForStores,
  mayMove,
  paymentMoves,
  paymentStates,
  periodEnd,
  voucherDeadline,
} from '#money/orders/order.ts'

const rates = { platformFee: 100_000, paymentFee: 36_000 }
const at = Date.UTC(2026, 9, 20, 3)
const hour = 3_600_000

const sale = fc
  .record({
    subtotal: fc.integer({ min: 500, max: 300_000 }),
    shippingFee: fc.integer({ min: 0, max: 2000 }),
    konbiniFee: fc.constantFrom(0, 200),
  })
  .map(
    (parts): Sale => ({
      orderId: 'o',
      kind: 'plan',
      deferred: 0,
      ...parts,
      total: parts.subtotal + parts.shippingFee + parts.konbiniFee,
    }),
  )

/** What an order holds after these movements. */
const heldBy = (movements: readonly Movement[]) =>
  heldOf(
    movements.flatMap(({ fact, entries }) => entries.map((one) => ({ ...one, isOfShipping: isShippingFact(fact) }))),
  )

/** A moment in the life of an order of goods: how much of what there is. */
const moment = fc.record({
  what: fc.constantFrom('ship', 'back', 'backNamed', 'shippingBack', 'dispute', 'win', 'unship', 'bounce' as const),
  thousandths: fc.nat(1000),
})

describe('the ledger', () => {
  test('a plan of 1,500 yen by card: the brand earns 1,296, the platform keeps 150 and 54', () => {
    const { entries } = paid(
      { orderId: 'o', kind: 'plan', subtotal: 1500, deferred: 0, shippingFee: 0, konbiniFee: 0, total: 1500 },
      rates,
      at,
    )
    const sum = (account: string) =>
      entries.filter((one) => one.account === account).reduce((all, { amount }) => all + amount, 0)
    expect({
      cash: sum('cash'),
      brand: sum('brandPayable'),
      platform: sum('platformFee'),
      payment: sum('paymentFee'),
    }).toEqual({
      cash: 1500,
      brand: -1296,
      platform: -150,
      payment: -54,
    })
    expect(entries.find(({ account }) => account === 'brandPayable')?.recognizedMonth).toBe('2026-10')
  })

  test('at a store the fan pays 200 yen on top, which is no income of the brand, but is charged for', () => {
    const { entries } = paid(
      { orderId: 'o', kind: 'plan', subtotal: 1500, deferred: 0, shippingFee: 0, konbiniFee: 200, total: 1700 },
      rates,
      at,
    )
    const brand = entries.filter((one) => one.account === 'brandPayable').reduce((all, { amount }) => all + amount, 0)
    expect(brand).toBe(-(1500 - 150 - 61))
    expect(entries.find(({ account }) => account === 'konbiniFee')?.amount).toBe(-200)
  })

  test('the platform keeps the fee of the price that the brand keeps, to the yen, whatever happens to an order', () => {
    fc.assert(
      fc.property(sale, fc.nat(100), fc.array(moment, { maxLength: 14 }), (sold, physical, moments) => {
        const deferred = Math.floor((sold.subtotal * physical) / 100)
        const all: Movement[] = [paid({ ...sold, kind: 'goods', deferred }, rates, at)]
        const undo: Movement[] = []
        const parts = (movement: Movement) => [
          ...all.filter(({ fact }) => fact === movement.fact || fact === shippingFact(movement.fact)),
        ]
        for (const [n, { what, thousandths }] of moments.entries()) {
          const held = heldBy(all)
          const of = (amount: number) => Math.floor((Math.max(0, amount) * thousandths) / 1000)
          const { waiting } = held
          const rest = held.price + held.shipping + held.konbiniFee + waiting.price + waiting.shipping
          let done: Movement[] = []
          if (what === 'ship') {
            const sent = { price: of(waiting.price), shipping: waiting.shipping }
            done = [shipped({ fact: `shipped:${n}`, sent, before: held }, rates, at)]
          } else if (what === 'back') done = refunded(held, backOf(held, of(rest)), `${n}`, rates, at)
          else if (what === 'backNamed') {
            const said = { unsent: of(waiting.price), shipping: 0 }
            done = refunded(held, backOf(held, said.unsent + of(held.price), said), `${n}`, rates, at)
          } else if (what === 'shippingBack') {
            const shipping = of(held.shipping + waiting.shipping)
            done = refunded(held, backOf(held, shipping, { unsent: 0, shipping }), `${n}`, rates, at)
          } else if (what === 'dispute') done = disputed(held, backOf(held, of(rest)), `${n}`, rates, at)
          else {
            const start = { win: 'dispute:', bounce: 'refund:', unship: 'shipped:' }[what]
            const found = all.find(({ fact }) => fact.startsWith(start) && !undo.some((one) => one.fact === fact))
            if (found) {
              undo.push(found)
              for (const one of parts(found)) {
                const fact = isShippingFact(one.fact) ? shippingFact(`undone:${n}`) : `undone:${n}`
                all.push(undone(one.entries, { kind: 'adjustment', fact, held: heldBy(all) }, rates, at))
              }
            }
          }
          all.push(...done.filter(({ entries }) => entries.length > 0))
          for (const { entries } of all) expect(balance(entries)).toBe(0)
          const after = heldBy(all)
          expect(after.platformFee).toBe(feeOf(Math.max(0, after.price), rates.platformFee))
          const shares = all.flatMap((movement) =>
            isShippingFact(movement.fact)
              ? []
              : sharedOut(
                  movement,
                  (amount) => {
                    const part = Math.trunc(amount / 3)
                    return [
                      { brandId: 'home', amount: amount - part },
                      { brandId: 'other', amount: part },
                    ]
                  },
                  at,
                ).entries,
          )
          expect(balance(shares)).toBe(0)
          // Nothing of the shipping is any other brand's.
          expect(shares.every(({ component }) => component !== 'shippingFee')).toBe(true)
        }
        // What the fan paid is with the brand, with the platform, still waiting, disputed away or gone back.
        const sum = (account: string) =>
          all
            .flatMap(({ entries }) => entries)
            .filter((one) => one.account === account)
            .reduce((total, { amount }) => total + amount, 0)
        const { waiting } = heldBy(all)
        expect(sum('deferred') + waiting.price + waiting.shipping).toBe(0)
        expect(sum('disputes')).toBe(0)
      }),
      { numRuns: 500 },
    )
  })

  test('every movement of late money balances', () => {
    fc.assert(
      fc.property(sale, (sold) => {
        for (const { entries } of [
          late('o', sold.total, at),
          lateAccepted(sold, rates, at),
          lateRefunded('r', sold.total, at),
        ])
          expect(balance(entries)).toBe(0)
      }),
    )
  })

  test('a dispute that is won leaves nothing of itself', () => {
    fc.assert(
      fc.property(sale, (sold) => {
        const before = [paid(sold, rates, at)]
        const held = heldBy(before)
        const lost = disputed(held, backOf(held, sold.total), 'd', rates, at)
        const won: Movement[] = []
        for (const { fact, entries } of lost) {
          const now = heldBy([...before, ...lost, ...won])
          won.push(undone(entries, { kind: 'disputeWon', fact: `${fact}:won`, held: now }, rates, at + 40 * day))
        }
        const left = new Map<string, number>()
        for (const { account, component, amount } of [...lost, ...won].flatMap(({ entries }) => entries))
          left.set(`${account} ${component}`, (left.get(`${account} ${component}`) ?? 0) + amount)
        expect([...left.values()].every((amount) => amount === 0)).toBe(true)
      }),
    )
  })

  test('what is sent is earned when it is sent, in as many parcels as there are', () => {
    fc.assert(
      fc.property(sale, fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }), (sold, share, first) => {
        const deferred = Math.floor((sold.subtotal * share) / 100)
        const goods = { ...sold, kind: 'goods' as const, deferred }
        const part = Math.floor((deferred * first) / 100)
        const before = paid(goods, rates, at)
        const of = (
          account: string,
          movements: readonly { entries: readonly { account: string; amount: number }[] }[],
        ) =>
          movements
            .flatMap(({ entries }) => entries)
            .filter((one) => one.account === account)
            .reduce((sum, { amount }) => sum + amount, 0)
        expect(of('deferred', [before])).toBe(deferred === 0 ? 0 : -(deferred + sold.shippingFee))
        if (deferred === 0) return
        const earned = sold.subtotal - deferred
        const fee = (subtotal: number) => feeOf(subtotal, rates.platformFee)
        const parcels = [
          shipped(
            {
              fact: 'shipped:a',
              sent: { price: part, shipping: sold.shippingFee },
              before: { price: earned, platformFee: fee(earned) },
            },
            rates,
            at,
          ),
          shipped(
            {
              fact: 'shipped:b',
              sent: { price: deferred - part, shipping: 0 },
              before: { price: earned + part, platformFee: fee(earned + part) },
            },
            rates,
            at,
          ),
        ]
        for (const { entries } of [before, ...parcels]) expect(balance(entries)).toBe(0)
        const atOnce = paid({ ...goods, deferred: 0 }, rates, at)
        for (const account of ['cash', 'brandPayable', 'platformFee', 'paymentFee', 'deferred'])
          expect(of(account, [before, ...parcels])).toBe(of(account, [atOnce]))
      }),
    )
  })

  test('what was never sent goes back without ever having been earned', () => {
    const goods = {
      orderId: 'o',
      kind: 'goods' as const,
      subtotal: 3000,
      deferred: 2000,
      shippingFee: 500,
      konbiniFee: 0,
      total: 3500,
    }
    const held = heldBy([paid(goods, rates, at)])
    expect(held).toMatchObject({ price: 1000, shipping: 0, platformFee: 100, waiting: { price: 2000, shipping: 500 } })
    const back = backOf(held, 2600, { unsent: 2000, shipping: 500 })
    const entries = refunded(held, back, 'r', rates, at).flatMap((movement) => movement.entries)
    expect(balance(entries)).toBe(0)
    expect(entries.filter(({ account }) => account !== 'cash').map(({ account, amount }) => [account, amount])).toEqual(
      [
        ['deferred', 2000],
        ['deferred', 500],
        ['brandPayable', 100],
        ['platformFee', 10],
        ['brandPayable', -10],
      ],
    )
  })

  test('a fee is rounded down, exactly', () => {
    expect([feeOf(999, 36_000), feeOf(1000, 36_000), feeOf(99_999_999, 36_000), feeOf(0, 36_000)]).toEqual([
      35, 36, 3_599_999, 0,
    ])
  })
})

describe('an order', () => {
  test('moves along the listed edges only, and out of refunded only where the refund came back', () => {
    const moves = paymentStates.flatMap((from) =>
      paymentStates.filter((to) => mayMove(from, to)).map((to) => `${from} -> ${to}`),
    )
    expect(moves).toEqual([
      'awaitingPayment -> paid',
      'awaitingPayment -> expired',
      'awaitingPayment -> canceled',
      'awaitingPayment -> failed',
      'paid -> partiallyRefunded',
      'paid -> refunded',
      'partiallyRefunded -> paid',
      'partiallyRefunded -> partiallyRefunded',
      'partiallyRefunded -> refunded',
      'refunded -> paid',
      'refunded -> partiallyRefunded',
      'refunded -> paidLate',
      'expired -> paidLate',
      'canceled -> paidLate',
      'failed -> paidLate',
      'paidLate -> paid',
      'paidLate -> refunded',
    ])
    expect(paymentMoves.refunded.every((to) => to === 'paid' || to === 'partiallyRefunded' || to === 'paidLate')).toBe(
      true,
    )
    expect(new Set(Object.values(historyStatus))).toEqual(new Set(['active', 'incomplete', 'canceled', 'refunded']))
  })

  test.each([
    ['three days to the end of the day in Tokyo', [], endOfTokyoDay(at + 3 * day)],
    ['no longer than the plan itself', [at + day], at + day],
    ['not at all within half an hour of its end', [at + hour / 2 - 1], null],
    ['just half an hour before its end', [at + hour / 2], at + hour / 2],
    ['as if a thing without an end had none', [null], endOfTokyoDay(at + 3 * day)],
  ] as const)('a voucher may be paid: %s', (_, ends, until) => {
    expect(voucherDeadline(at, ends)).toBe(until)
  })

  test.each([
    ['the least', 120, [null], true],
    ['less', 119, [null], false],
    ['the most', 300_000, [null], true],
    ['more', 300_001, [null], false],
    ['what ends within half an hour', 1500, [at + 29 * 60_000], false],
    ['what ends a little later', 1500, [at + 31 * 60_000], true],
  ] as const)('a store takes %s: %i yen', (_, total, ends, isTaken) => {
    expect(isForStores(at, total, ends)).toBe(isTaken)
  })

  test.each([
    [{ price: 1500, subscriptionInterval: 'month' }, null, 1500],
    [{ price: 16_000, subscriptionInterval: 'year' }, null, 1333],
    [{ price: 1200, subscriptionInterval: 'year' }, null, 500],
    [{ price: 1500, subscriptionInterval: 'month' }, 800, 800],
  ] as const)('a month of %o with the price %s costs %s', (plan, override, price) => {
    expect(backNumberPrice(plan, override)).toBe(price)
  })

  test.each([
    ['two that lapsed leave the stores open', [1, 2], false],
    ['three close them', [1, 2, 3], true],
    ['for thirty days', [30, 40, 50], false],
    ['to the moment', [29, 40, 50], true],
    ['not when they lie further apart than ninety days', [1, 50, 92], false],
    ['counted from the third, whatever lapsed after it', [0, 20, 100, 105], true],
  ] as const)('vouchers: %s (%o days ago)', (_, daysAgo, isClosed) => {
    expect(
      isClosedToStores(
        daysAgo.map((days) => at - days * day),
        at,
      ),
    ).toBe(isClosed)
  })

  test('the tax within a price is a tenth of what is left without it, rounded down', () => {
    expect([1100, 1500, 1, 0].map((yen) => taxWithin(yen, 10))).toEqual([100, 136, 0, 0])
    expect([taxWithin(-1100, 10), Object.is(taxWithin(-1, 10), 0)]).toEqual([-100, true])
  })

  test('the rate is that of the day in Tokyo', () => {
    const changed = Date.UTC(2019, 8, 30, 15)
    expect([changed - 1, changed, at].map(taxRateAt)).toEqual([8, 10, 10])
    expect([changed - 1, changed, at].map(reducedTaxRateAt)).toEqual([null, 8, 8])
  })

  test.each([
    ['1989-03-31', 0, null],
    ['1989-04-01', 3, null],
    ['1997-04-01', 5, null],
    ['2014-04-01', 8, null],
    ['2019-09-30', 8, null],
    ['2019-10-01', 10, 8],
    ['2026-11-27', 10, 8],
  ])('on %s the standard rate is %i, the reduced one %s', (date, standard, reduced) => {
    expect([taxRateOn(date), reducedTaxRateOn(date)]).toEqual([standard, reduced])
  })
})

describe('a paid period', () => {
  const tokyo = (year: number, month: number, date: number, hours = 12) => Date.UTC(year, month - 1, date, hours - 9)
  test.each([
    ['the same day of the next month', tokyo(2026, 1, 15), 1, tokyo(2026, 2, 15)],
    ['the last day of a short month', tokyo(2026, 1, 31), 1, tokyo(2026, 2, 28)],
    ['the 31st again after February', tokyo(2026, 1, 31), 2, tokyo(2026, 3, 31)],
    ['the 29th in a leap year', tokyo(2027, 12, 31), 2, tokyo(2028, 2, 29)],
    ['Tokyo’s own day at night', tokyo(2026, 3, 1, 2), 1, tokyo(2026, 4, 1, 2)],
    ['a year over its end', tokyo(2026, 11, 30), 3, tokyo(2027, 2, 28)],
  ] as const)('ends on %s', (_, start, months, end) => {
    expect(periodEnd(start, 'month', months)).toBe(end)
    expect(addTokyoMonths(start, months)).toBe(end)
  })
})

describe('a membership', () => {
  const plan = { archivingAt: null as number | null }
  const member = (more: Partial<Membership> = {}): Membership => ({
    method: 'card',
    purchasedAt: at - 20 * day,
    paidUntil: at + 10 * day,
    cancelAppliedAt: null,
    cancelScheduledAt: null,
    paymentFailedAt: null,
    graceUntil: at + 17 * day,
    endedAt: null,
    endReason: null,
    latestOrderId: 'o',
    ...more,
  })
  test.each([
    ['active', {}, null, false],
    ['scheduledToCancel', { cancelAppliedAt: at - 1, cancelScheduledAt: at + 10 * day }, null, false],
    ['canceled', { cancelAppliedAt: at - 1, cancelScheduledAt: at }, null, false],
    ['canceled', { endedAt: at, endReason: 'paymentFailed' }, null, false],
    ['scheduledToArchive', {}, at + 40 * day, false],
    ['archived', {}, at, false],
    ['archived', { endedAt: at - 1, endReason: 'planArchived' }, at + day, false],
    ['paymentIncomplete', { paymentFailedAt: at - 1, paidUntil: at - 1 }, null, false],
    ['requiredKonbiniPayment', { method: 'konbini' }, null, true],
    ['requiredKonbiniPayment', { method: 'konbini', paidUntil: at - day, graceUntil: at + day }, null, false],
    ['canceled', { method: 'konbini', paidUntil: at - 6 * day, graceUntil: at - day }, null, true],
    ['active', { method: 'konbini', paidUntil: at + 10 * day + 1 }, null, false],
    // Due, whether an order for it has been made yet, waits, or was given up.
    ['requiredKonbiniPayment', { method: 'konbini' }, null, false],
    // The provider has not said yet how the renewal ended.
    ['active', { paidUntil: at - hour }, null, false],
    ['canceled', { method: 'comp', paidUntil: at, graceUntil: null }, null, false],
  ] as const)('reads as %s: %o, archive %s, awaited %s', (status, more, archivingAt, isAwaited) => {
    expect(userPlanStatus(member(more as Partial<Membership>), { archivingAt }, { isAwaited, now: at })).toBe(status)
  })

  test('ends at the moment itself, not a millisecond before', () => {
    const leaving = member({ cancelScheduledAt: at })
    expect(endOf(leaving, plan, at - 1)).toBe(null)
    expect(endOf(leaving, plan, at)).toEqual({ at, reason: 'user' })
  })

  test.each([
    ['card', 7, 7 * day],
    ['card', 0, 3 * hour],
  ] as const)('by %s with %s days of grace stays open for %s ms', (method, days, more) => {
    expect(graceEnd(method, at, days)).toBe(at + more)
  })

  test('paid at a store stays open until the end of the fifth day in Tokyo, as its voucher does', () => {
    const noon = Date.UTC(2026, 9, 20, 3)
    const lastMoment = Date.UTC(2026, 9, 25, 14, 59, 59)
    for (const paidUntil of [noon, noon - 12 * hour, noon + 12 * hour - 1])
      expect(graceEnd('konbini', paidUntil, 0)).toBe(lastMoment)
    expect(graceEnd('konbini', noon + 12 * hour, 0)).toBe(lastMoment + day)
  })
})

describe('what of an amount is at the reduced rate (rule: money.reducedTax)', () => {
  test.each([
    [
      'in proportion, rounded down: the standard rate takes the remainder',
      1000,
      { price: 3280, reduced: 1080 },
      undefined,
      329,
    ],
    ['all of what is left', 3280, { price: 3280, reduced: 1080 }, undefined, 1080],
    ['nothing where nothing is', 1000, { price: 3280, reduced: 0 }, undefined, 0],
    ['all where all is', 1000, { price: 3280, reduced: 3280 }, undefined, 1000],
    ['as the pieces say', 2000, { price: 3280, reduced: 2160 }, 1080, 1080],
    ['no more than is left of it', 1000, { price: 3280, reduced: 500 }, 1000, 500],
    ['no less than the other rate cannot give', 1000, { price: 1500, reduced: 1000 }, 0, 500],
    ['what is above all of it is of neither', 5000, { price: 3280, reduced: 1080 }, undefined, 1080],
    ['nothing of nothing', 0, { price: 3280, reduced: 1080 }, 100, 0],
    ['nothing where more went back than there was', 100, { price: -500, reduced: 0 }, undefined, 0],
  ] as const)('%s: %i of %o, named %s: %i', (_, amount, left, said, reduced) => {
    expect(reducedOf(amount, left, said)).toBe(reduced)
  })

  const lines = fc.record({ price: fc.nat(300_000), share: fc.nat(1000), waits: fc.nat(1000) })
  const steps = fc.array(
    fc.record({
      what: fc.constantFrom('ship', 'back', 'backNamed', 'dispute', 'undo'),
      thousandths: fc.nat(1000),
      named: fc.option(fc.nat(1000), { nil: undefined }),
    }),
    { maxLength: 14 },
  )
  test('whatever happens to an order, the rates sum to the price, and neither gets below nothing', () => {
    fc.assert(
      fc.property(lines, steps, ({ price, share, waits }, moments) => {
        const part = (amount: number, thousandths: number) => Math.floor((amount * thousandths) / 1000)
        const [deferred, all] = [part(price, waits), part(price, share)]
        const reduced = { subtotal: all, deferred: Math.max(0, Math.min(deferred, all, part(all, waits))) }
        const earned = { price: price - deferred, reduced: reduced.subtotal - reduced.deferred }
        fc.pre(earned.reduced <= earned.price)
        const sold = {
          orderId: 'o',
          kind: 'goods' as const,
          subtotal: price,
          deferred,
          shippingFee: 500,
          konbiniFee: 0,
        }
        const booked: Movement[] = [paid({ ...sold, total: price + 500, reduced }, rates, at)]
        const undoable: Movement[] = []
        for (const [n, { what, thousandths, named }] of moments.entries()) {
          const held = heldBy(booked)
          const { waiting } = held
          const saidOf = (amount: number) => named && part(amount, named)
          let done: Movement[] = []
          if (what === 'ship') {
            const sent = part(waiting.price, thousandths)
            const left = { price: waiting.price, reduced: waiting.reduced ?? 0 }
            const of = { price: sent, shipping: 0, reduced: reducedOf(sent, left, saidOf(sent)) }
            done = [shipped({ fact: `shipped:${n}`, sent: of, before: held }, rates, at)]
          } else if (what === 'undo') {
            const last = undoable.pop()
            if (last) done = [undone(last.entries, { kind: 'adjustment', fact: `undone:${n}`, held }, rates, at)]
          } else {
            const amount = part(Math.max(0, held.price) + waiting.price, thousandths)
            const unsent = Math.min(amount, waiting.price)
            const said = {
              ...{ unsent, shipping: 0 },
              reduced: { unsent: saidOf(unsent) ?? 0, sent: saidOf(amount - unsent) ?? 0 },
            }
            const of = backOf(held, amount, what === 'backNamed' ? said : undefined)
            done = (what === 'dispute' ? disputed : refunded)(held, of, `${n}`, rates, at)
            undoable.push(...done.slice(0, 1))
          }
          booked.push(...done.filter(({ entries }) => entries.length > 0))
          for (const { entries } of done)
            for (const { amount, reduced: of = 0 } of entries)
              expect(Math.abs(of) <= Math.abs(amount) && of * amount >= 0).toBe(true)
          const after = heldBy(booked)
          for (const one of [after, after.waiting]) {
            expect(one.reduced ?? 0).toBeGreaterThanOrEqual(0)
            expect(one.price - (one.reduced ?? 0)).toBeGreaterThanOrEqual(0)
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  test('several brands get all of it, and none more than of the price', () => {
    const brands = fc.array(fc.record({ weight: fc.nat(100_000), reduced: fc.nat(1000) }), {
      minLength: 1,
      maxLength: 6,
    })
    fc.assert(
      fc.property(brands, fc.nat(1000), fc.nat(1000), fc.boolean(), (all, thousandths, ofIt, isBack) => {
        const weights = all.map(({ weight }, n) => ({ brandId: `b${n}`, weight }))
        const total = weights.reduce((sum, { weight }) => sum + weight, 0)
        fc.pre(total > 0)
        const sign = isBack ? 1 : -1
        const amount = sign * Math.floor((total * thousandths) / 1000)
        const reduced = sign * Math.floor((Math.abs(amount) * ofIt) / 1000)
        const own = all.map((one, n) => ({ brandId: `b${n}`, weight: Math.floor((one.weight * one.reduced) / 1000) }))
        const parts = partsWithReduced(distribute(amount, weights), reduced, own)
        expect(parts.reduce((sum, part) => sum + part.amount, 0) + 0).toBe(amount + 0)
        expect(parts.reduce((sum, part) => sum + part.reduced, 0) + 0).toBe(reduced + 0)
        for (const part of parts)
          expect(Math.abs(part.reduced) <= Math.abs(part.amount) && part.reduced * part.amount >= 0).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
