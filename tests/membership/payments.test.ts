import { describe, expect, test } from 'vitest'
import { day } from '#kit/time.ts'
import type { UserPlan } from '#membership/subscriptions/contract.ts'
import { needsFan, paymentsOf, sumsOf } from '#membership/subscriptions/payments.ts'

const at = Date.UTC(2026, 10, 20)
const base = {
  tenantId: 'tenant_a',
  thumbnail: '',
  description: '',
  brand: { id: 'brand_a', name: 'A', icon: '', slug: 'a', accentColor: '#2f6f8f' },
  paymentMethod: 'card' as const,
  subscriptionInterval: 'month' as const,
  memberNumber: 1,
  months: 1,
  givenDays: 0,
  monthsToClose: 0,
  purchasedAt: at - 30 * day,
  change: null,
  changeOrder: null,
}
const plan = (planId: string, price: number, more: object) =>
  ({ ...base, planId, name: planId, price, ...more }) as UserPlan

describe('all that a fan pays, of all clubs', () => {
  const plans = [
    plan('leaving', 900, {
      status: 'scheduledToCancel',
      cancelAppliedAt: at,
      cancelScheduledAt: at + day,
      canResume: true,
    }),
    plan('card', 1500, { status: 'active', expiredAt: at + 12 * day }),
    plan('store', 1200, { status: 'active', paymentMethod: 'konbini', expiredAt: at + 5 * day }),
    plan('guest', 3000, { status: 'active', paymentMethod: 'comp', expiredAt: at + 9 * day }),
    plan('yearly', 16_001, { status: 'active', subscriptionInterval: 'year', expiredAt: at + 90 * day }),
    plan('refused', 1000, {
      status: 'paymentIncomplete',
      expiredAt: at + 3 * day,
      graceUntil: null,
      authenticationUrl: null,
    }),
    plan('voucher', 800, {
      status: 'requiredKonbiniPayment',
      paymentMethod: 'konbini',
      latestOrderId: 'order_1',
      isOrderWaiting: true,
      isFirstOrder: false,
      issueBy: null,
      dueAt: at + 2 * day,
    }),
    plan('ending', 500, {
      status: 'scheduledToArchive',
      archiveScheduledAt: at + 40 * day,
      expiredAt: at + 4 * day,
      archivingMessage: '',
    }),
  ]

  test('what waits for the fan is first, then what comes by its date, at last what ends', () => {
    expect(paymentsOf(plans).map(({ plan: { planId }, kind }) => [planId, kind])).toEqual([
      ['voucher', 'voucher'],
      ['refused', 'refused'],
      ['store', 'atStore'],
      ['card', 'charged'],
      ['yearly', 'charged'],
      ['leaving', 'ends'],
      ['ending', 'ends'],
      ['guest', 'given'],
    ])
    expect(paymentsOf(plans).filter(needsFan)).toHaveLength(2)
  })

  test('a month costs what goes on; a year counts with a twelfth, rounded down, and what ends or is given with nothing', () => {
    expect(sumsOf(paymentsOf(plans))).toEqual({
      month: 1500 + 1200 + 1000 + 800,
      year: 16_001,
      perMonth: 4500 + 1333,
    })
    expect(sumsOf([])).toEqual({ month: 0, year: 0, perMonth: 0 })
  })

  test('after a change of plan the next charge is the next plan’s', () => {
    const change = {
      planId: 'p',
      name: 'p',
      price: 12_000,
      subscriptionInterval: 'year',
      at: at + 12 * day,
      canUndo: true,
    }
    const payments = paymentsOf([plan('card', 1500, { status: 'active', expiredAt: at + 12 * day, change })])
    expect(payments).toMatchObject([{ amount: 12_000, interval: 'year', at: at + 12 * day }])
    expect(sumsOf(payments)).toEqual({ month: 0, year: 12_000, perMonth: 1000 })
  })

  test('a change that waits at a store stands first with its deadline and what it costs once, beside the membership that goes on', () => {
    const changeOrder = { orderId: 'order_3', name: 'Ginga', total: 1400, dueAt: at + 2 * day }
    const payments = paymentsOf([
      plan('card', 900, { status: 'active', expiredAt: at + day }),
      plan('store', 1500, { status: 'active', paymentMethod: 'konbini', expiredAt: at + 12 * day, changeOrder }),
    ])
    expect(payments).toMatchObject([
      { kind: 'change', amount: 1400, at: at + 2 * day, orderId: 'order_3' },
      { kind: 'charged', amount: 900 },
      { kind: 'atStore', amount: 1500 },
    ])
    expect(payments.filter(needsFan)).toHaveLength(1)
    expect(sumsOf(payments).month).toBe(2400)
  })

  test('a voucher that was not made yet has the time to make it, and no order to pay', () => {
    const [payment] = paymentsOf([
      plan('first', 800, {
        status: 'requiredKonbiniPayment',
        paymentMethod: 'konbini',
        latestOrderId: 'order_2',
        isOrderWaiting: false,
        isFirstOrder: true,
        issueBy: at + 1000,
        dueAt: null,
      }),
    ])
    expect(payment).toMatchObject({ kind: 'voucher', at: at + 1000, orderId: null })
  })
})
