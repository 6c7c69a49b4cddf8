import { expect, test } from 'vitest'
import { afterDispute, afterRefunds, leftToRefund, type Standing } from '#money/orders/payments/unallocated.ts'

/* A payment of nobody: what the operator sees of its refunds and disputes (rule: money.unallocated). */

type Refund = Parameters<typeof afterRefunds>[1][number]
const of = (state: Refund['state'], amount = 1000): Refund => ({ state, amount })
const stands = (state: Standing['state'], trouble = ''): Standing => ({ state, trouble })

test.each<[string, Standing, Refund[], Standing | null]>([
  ['nothing was refunded', stands('waiting'), [], null],
  ['it is on its way', stands('asked'), [of('requires_action')], null],
  ['it was refunded by hand', stands('waiting'), [of('pending')], stands('asked')],
  ['its payer has it', stands('asked'), [of('succeeded')], stands('refunded')],
  ['by two', stands('asked'), [of('succeeded', 700), of('succeeded', 300)], stands('refunded')],
  ['a part of it', stands('waiting'), [of('succeeded', 300)], null],
  ['it has failed', stands('asked'), [of('failed')], stands('waiting', 'refundFailed')],
  ['it was ended by hand', stands('asked'), [of('canceled')], stands('waiting', 'refundFailed')],
  ['told again of what failed', stands('waiting', 'refundFailed'), [of('failed')], null],
  ['the next one was asked for, and is late told of the first', stands('asked', 'refundFailed'), [of('failed')], null],
  ['the next one is on its way', stands('asked'), [of('requires_action'), of('failed')], null],
  ['the next one fails, too', stands('asked'), [of('failed'), of('failed')], stands('waiting', 'refundFailed')],
  ['a card’s came back', stands('refunded'), [of('failed')], stands('waiting', 'refundFailed')],
  ['a store’s came back', stands('refunded'), [of('requires_action')], stands('asked')],
  ['noted, and it goes back', stands('settled'), [of('requires_action')], null],
  ['noted, and it has gone back', stands('settled'), [of('succeeded')], null],
  ['noted, and it has failed', stands('settled'), [of('failed')], stands('waiting', 'refundFailed')],
  ['noted after it had failed', stands('settled', 'refundFailed'), [of('failed')], null],
])('refunds: %s', (_name, was, refunds, then) => {
  expect(afterRefunds({ ...was, amount: 1000 }, refunds)).toEqual(then)
})

test.each<[string, Standing, Parameters<typeof afterDispute>[1], Standing | null]>([
  ['the bank asks', stands('waiting'), 'inquiry', stands('waiting', 'inquiry')],
  ['and was answered by a refund', stands('refunded'), 'inquiry', null],
  ['and asks no more', stands('waiting', 'inquiry'), 'inquiryClosed', stands('waiting')],
  ['and asked no more before it was heard', stands('waiting'), 'inquiryClosed', null],
  ['and takes the money', stands('waiting', 'inquiry'), 'open', stands('waiting', 'disputed')],
  ['taken while it was to go back', stands('asked'), 'open', stands('waiting', 'disputed')],
  ['taken after it was noted', stands('settled'), 'open', stands('waiting', 'disputed')],
  ['noted after it was taken', stands('settled', 'disputed'), 'open', null],
  ['lost', stands('waiting', 'disputed'), 'lost', stands('waiting', 'disputeLost')],
  ['lost after it was noted', stands('settled', 'disputed'), 'lost', stands('settled', 'disputeLost')],
  ['lost, told again', stands('settled', 'disputeLost'), 'lost', null],
  ['won', stands('waiting', 'disputed'), 'won', stands('waiting', 'disputeWon')],
  ['won after a refund was refused', stands('waiting', 'charge_disputed'), 'won', stands('waiting', 'disputeWon')],
  ['won on appeal after it was noted', stands('settled', 'disputeLost'), 'won', stands('waiting', 'disputeWon')],
  ['won, told again when it goes back', stands('asked', 'disputeWon'), 'won', null],
  ['won before it was heard', stands('settled'), 'won', null],
])('disputes: %s', (_name, was, told, then) => {
  expect(afterDispute(was, told)).toEqual(then)
})

test('what failed is still to be refunded, and nothing more than was paid', () => {
  expect(leftToRefund(1000, [of('failed'), of('succeeded', 300)])).toBe(700)
  expect(leftToRefund(1000, [of('requires_action'), of('succeeded', 300)])).toBe(0)
})
