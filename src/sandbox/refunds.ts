import type Stripe from 'stripe'
import { day } from '#kit/time.ts'
import { invalid } from './api/form'
import { askForAccount } from './letters'
import { newBalanceTransaction, sorts } from './objects/balance'
import { bankAnswerDays, bankQuestion, disputeTransaction, newDispute, newRefund } from './objects/refunds'
import { idOf, inBalance } from './paying'
import { get, lock, save } from './store'
import type { World } from './world'

export const makeRefund = async (
  world: World,
  of: {
    intentId: string
    amount: number | undefined
    metadata: Record<string, string>
    reason: Stripe.Refund.Reason | null
    instructionsEmail: string | null
  },
): Promise<Stripe.Refund> => {
  const { db, at, now, emit } = world
  const { body: intent } = await get(db, 'payment_intent', of.intentId, 'payment_intent')
  const chargeId = idOf(intent.latest_charge)
  if (intent.status !== 'succeeded' || !chargeId) {
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`)
  }
  const { body: charge } = await lock(db, 'charge', chargeId)
  const left = charge.amount - charge.amount_refunded
  if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  if (charge.disputed) throw invalid(`Charge ${charge.id} has been charged back.`, { code: 'charge_disputed' })
  const amount = of.amount ?? left
  if (amount < 1) throw invalid('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' })
  if (amount > left) {
    throw invalid(`Refund amount (¥${amount}) is greater than unrefunded amount on charge (¥${left})`, {
      param: 'amount',
    })
  }
  const isAtStore = charge.payment_method_details?.type === 'konbini'
  if (isAtStore && !of.instructionsEmail) {
    throw invalid('Missing required param: instructions_email.', {
      code: 'parameter_missing',
      param: 'instructions_email',
    })
  }
  const asked = newRefund(at, intent, charge, { ...of, amount })
  const refund = isAtStore ? asked : await withdrawn(world, asked, charge, sorts.refund)
  save(db, refund, { dueAt: isAtStore ? now + bankAnswerDays * day : null })
  if (isAtStore) await askForAccount(world, refund)
  const amount_refunded = charge.amount_refunded + amount
  const refunded: Stripe.Charge = { ...charge, amount_refunded, refunded: amount_refunded === charge.amount }
  save(db, refunded)
  emit('refund.created', refund)
  emit('charge.refunded', refunded)
  return refund
}

/** The refund leaves the balance; fees are not given back. */
const withdrawn = async (
  world: World,
  refund: Stripe.Refund,
  charge: Stripe.Charge | null,
  sort: Parameters<typeof newBalanceTransaction>[1],
): Promise<Stripe.Refund> => {
  const of = { source: refund.id, fee: null, ...(await inBalance(world, charge, -refund.amount)) }
  const transaction = newBalanceTransaction(world.at, sort, of)
  save(world.db, transaction)
  return { ...refund, balance_transaction: transaction.id }
}

/** The customer gives a bank account, or the time for it ends; only a refund that waits for one can end this way. */
export const endRefund = async (
  world: World,
  id: string,
  status: 'succeeded' | 'failed' | 'canceled',
): Promise<Stripe.Refund | null> => {
  const { db, emit } = world
  const chargeId = idOf((await get(db, 'refund', id)).body.charge)
  const charge = chargeId ? (await lock(db, 'charge', chargeId)).body : null
  const { body } = await lock(db, 'refund', id)
  if (body.status !== 'requires_action') return null
  const { next_action: _, ...rest } = body
  // When the balance loses it is not documented: here once there is an account to send it to.
  const left = status === 'succeeded' ? await withdrawn(world, rest, charge, sorts.paymentRefund) : rest
  const ended: Stripe.Refund = { ...left, status, ...(status === 'failed' && { failure_reason: 'unknown' }) }
  save(db, ended)
  if (charge && status !== 'succeeded') {
    const given: Stripe.Charge = { ...charge, amount_refunded: charge.amount_refunded - body.amount, refunded: false }
    save(db, given)
  }
  emit(status === 'failed' ? 'refund.failed' : 'refund.updated', ended)
  return ended
}

/**
 * A refund that was returned by the bank: the provider has the money again. A card's has failed; where the customer had given a
 * bank account, the question is asked again (docs.stripe.com/refunds: from succeeded back to requires_action).
 */
export const bounceRefund = async (world: World, id: string): Promise<Stripe.Refund> => {
  const { db, at, now, emit } = world
  const chargeId = idOf((await get(db, 'refund', id)).body.charge)
  const charge = chargeId ? (await lock(db, 'charge', chargeId)).body : null
  const { body } = await lock(db, 'refund', id)
  if (body.status !== 'succeeded') throw invalid('Only a refund that has succeeded can come back.', { param: 'refund' })
  const isAtStore = charge?.payment_method_details?.type === 'konbini'
  const returned = newBalanceTransaction(at, sorts.refundFailure, {
    ...{ source: id, fee: null },
    ...(await inBalance(world, charge, body.amount)),
  })
  save(db, returned)
  if (isAtStore) {
    const asked: Stripe.Refund = {
      ...body,
      status: 'requires_action',
      next_action: bankQuestion(at, body.instructions_email),
    }
    save(db, asked, { dueAt: now + bankAnswerDays * day })
    await askForAccount(world, asked)
    emit('refund.updated', asked)
    return asked
  }
  const failed: Stripe.Refund = {
    ...body,
    status: 'failed',
    failure_reason: 'lost_or_stolen_card',
    failure_balance_transaction: returned.id,
  }
  save(db, failed)
  if (charge)
    save(db, {
      ...charge,
      amount_refunded: charge.amount_refunded - body.amount,
      refunded: false,
    } satisfies Stripe.Charge)
  emit('refund.failed', failed)
  return failed
}

type DisputeOptions = {
  intent: string
  amount?: number | undefined
  isInquiry: boolean
  /** Only opened: that the money is gone is an event of its own (funds_withdrawn, https://docs.stripe.com/api/events/types). */
  isTakenLater: boolean
  currency: string
  reason: string
}
/** In another currency the amount is of that one; what was withdrawn in yen stands in the balance transactions. */
const takenBy = async (world: World, charge: Stripe.Charge, of: { amount: number; currency: string }) => {
  const left = charge.amount - charge.amount_refunded
  return (await inBalance(world, charge, of.currency === charge.currency ? of.amount : left)).amount
}

/** A chargeback by a cardholder's bank, or only an inquiry. */
export const openDispute = async (world: World, asked: DisputeOptions): Promise<Stripe.Dispute> => {
  const { db, at, emit } = world
  const { body: intent } = await get(db, 'payment_intent', asked.intent, 'payment_intent')
  const chargeId = idOf(intent.latest_charge)
  const charge = chargeId ? (await lock(db, 'charge', chargeId)).body : null
  if (!charge?.paid || charge.payment_method_details?.type !== 'card' || charge.disputed) {
    throw invalid('Only a paid card charge that is not disputed yet can be disputed.', { param: 'payment_intent' })
  }
  const left = charge.amount - charge.amount_refunded
  const { reason, currency } = asked
  const amount = currency === charge.currency ? Math.min(asked.amount ?? left, left) : (asked.amount ?? left)
  const takesNothing = asked.isInquiry || asked.isTakenLater
  const withdrawn = takesNothing ? null : await takenBy(world, charge, { amount, currency })
  const made = newDispute(at, charge, { amount, currency, reason, withdrawn })
  const dispute: Stripe.Dispute = asked.isInquiry
    ? { ...made, status: 'warning_needs_response', is_charge_refundable: true }
    : made
  save(db, dispute)
  for (const one of dispute.balance_transactions) save(db, one)
  if (!asked.isInquiry) save(db, { ...charge, disputed: true } satisfies Stripe.Charge)
  emit('charge.dispute.created', dispute)
  if (!takesNothing) emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** The yen of a dispute that was opened with `isTakenLater` leave the balance: those given, else all that is left. */
export const withdrawDispute = async (world: World, id: string, yen?: number): Promise<Stripe.Dispute> => {
  const { db, at, emit } = world
  const { body } = await lock(db, 'dispute', id)
  const { body: charge } = await get(db, 'charge', idOf(body.charge) ?? '')
  if (body.balance_transactions.length > 0 || body.status.startsWith('warning'))
    throw invalid('Nothing is left to be withdrawn.', { param: 'dispute' })
  const taken: Stripe.Dispute = {
    ...body,
    balance_transactions: [disputeTransaction(at, body.id, -(yen ?? (await takenBy(world, charge, body))))],
  }
  save(db, taken)
  for (const one of taken.balance_transactions) save(db, one)
  emit('charge.dispute.funds_withdrawn', taken)
  return taken
}

export const escalateDispute = async (world: World, id: string): Promise<Stripe.Dispute> => {
  const { db, at, emit } = world
  const chargeId = idOf((await get(db, 'dispute', id)).body.charge)
  const charge = chargeId ? (await lock(db, 'charge', chargeId)).body : null
  const { body } = await lock(db, 'dispute', id)
  if (!charge || body.status !== 'warning_needs_response')
    throw invalid('This is no open inquiry.', { param: 'dispute' })
  const open: Stripe.Dispute = {
    ...body,
    status: 'needs_response',
    is_charge_refundable: false,
    balance_transactions: [disputeTransaction(at, body.id, -(await takenBy(world, charge, body)))],
  }
  save(db, open)
  for (const one of open.balance_transactions) save(db, one)
  save(db, { ...charge, disputed: true } satisfies Stripe.Charge)
  emit('charge.dispute.updated', open)
  emit('charge.dispute.funds_withdrawn', open)
  return open
}

/** The card's network decided for the club after all: a lost dispute is won (docs.stripe.com/disputes/responding, appeals). */
export const appealDispute = async (
  { db, at, emit }: World,
  id: string,
  isUpdated: boolean,
): Promise<Stripe.Dispute> => {
  const { body } = await lock(db, 'dispute', id)
  if (body.status !== 'lost') throw invalid('Only a lost dispute can be won on appeal.', { param: 'dispute' })
  const won = givenBack(body, at)
  save(db, won)
  for (const one of won.balance_transactions.slice(-1)) save(db, one)
  if (isUpdated) emit('charge.dispute.updated', won)
  emit('charge.dispute.funds_reinstated', won)
  return won
}

const givenBack = (body: Stripe.Dispute, at: number): Stripe.Dispute => {
  const back = body.balance_transactions.slice(0, 1).map(({ amount }) => disputeTransaction(at, body.id, -amount))
  return { ...body, status: 'won', balance_transactions: [...body.balance_transactions, ...back] }
}

export const closeDispute = async (
  { db, at, emit }: World,
  id: string,
  status: 'won' | 'lost' | 'warning_closed',
): Promise<Stripe.Dispute> => {
  const { body } = await lock(db, 'dispute', id)
  const isInquiry = body.status === 'warning_needs_response'
  if (isInquiry !== (status === 'warning_closed')) throw invalid('This dispute cannot end so.', { param: 'dispute' })
  if (!isInquiry && body.status !== 'needs_response') throw invalid('This dispute is closed.', { param: 'dispute' })
  const closed: Stripe.Dispute = status === 'won' ? givenBack(body, at) : { ...body, status }
  save(db, closed)
  const reinstated = closed.balance_transactions.slice(body.balance_transactions.length)
  for (const one of reinstated) save(db, one)
  if (reinstated.length > 0) emit('charge.dispute.funds_reinstated', closed)
  emit('charge.dispute.closed', closed)
  return closed
}
