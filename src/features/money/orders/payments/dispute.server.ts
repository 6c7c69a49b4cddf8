import type { Yen } from '#kit/money.ts'
import type { ProviderDispute } from '#server/payments/payments.ts'
import { backOf, disputed, shippingFact } from '../../ledger/back'
import { lateDisputed } from '../../ledger/ledger'
import { book, entriesOfFact, heldOfOrder } from '../../ledger/queries.server'
import { kindOf } from '../kinds.server'
import { isPaid } from '../order'
import { type OrderRow, reopenLate, resolveLate, timesHappened } from '../queries.server'
import { type DisputeRow, disputeByProvider, insertDispute, setDispute } from '../refunds.queries.server'
import { locked, note, type Work } from '../work.server'
import { bookBack, orderOfPayment, takeBackBooked } from './giveBack.server'

/* What the buyer's bank disputes. */

/** False when the disputed payment is not known (yet). */
export const applyDispute = async (work: Work, told: ProviderDispute): Promise<boolean> => {
  const order = await locked(work, () => orderOfPayment(work.tx.db, told.intentId))
  if (order) await (told.intentId === order.intentId ? dispute : disputeBesides)(work, order, told)
  return order !== undefined
}

/** Of what was paid besides its order: the books and the history tell of it, and of the order nothing is held or taken back. */
const disputeBesides = async (work: Work, order: OrderRow, { id, state, amount }: ProviderDispute) => {
  const { tx, now, newId } = work
  const isBooked = async (fact: string) => (await entriesOfFact(tx.db, order, fact)).length > 0
  const [was, fact] = [`dispute:${id}`, `disputeWon:${id}`]
  const detail = String(amount ?? '')
  if ((state === 'open' || state === 'lost') && amount !== null && !(await isBooked(was))) {
    await book(tx.db, newId, lateDisputed(id, amount, now), order)
    await note(work, order, 'disputeOpened', { detail })
  }
  const times = (what: string) => timesHappened(tx.db, order, what)
  // Several events tell of the same end.
  if (state === 'lost' && (await times('disputeLost')) < (await times('disputeOpened')))
    await note(work, order, 'disputeLost', { detail })
  if (state !== 'won' || !(await isBooked(was)) || (await isBooked(fact))) return
  await takeBackBooked(work, order, was, 'disputeWon', fact)
  await note(work, order, 'disputeWon', { detail })
}

/** An inquiry takes no money: staff are notified, and answer it at the provider. */
const inquire = async (work: Work, order: OrderRow, told: ProviderDispute, known: DisputeRow | undefined) => {
  const { tx, now } = work
  const state = told.state === 'inquiry' ? 'inquiry' : 'inquiryClosed'
  if (known?.state === state || (known && known.state !== 'inquiry')) return
  const closedAt = state === 'inquiry' ? null : now
  const { reason, evidenceDueAt } = told
  if (known) await setDispute(tx.db, known.disputeId, { state, closedAt, reason, evidenceDueAt })
  else await insertDispute(tx.db, { ...newDispute(work, order, told), state, closedAt })
  await note(work, order, state === 'inquiry' ? 'inquiryOpened' : 'inquiryClosed')
}

/** Shown until the provider says what a foreign amount is in yen: all that is left of the payment. */
const amountOf = ({ total, refunded }: OrderRow, { amount }: ProviderDispute) => amount ?? total - refunded

const newDispute = ({ newId, now }: Work, order: OrderRow, told: ProviderDispute) => ({
  tenantId: order.tenantId,
  orderId: order.orderId,
  disputeId: newId('dispute'),
  providerDisputeId: told.id,
  amount: amountOf(order, told),
  reason: told.reason,
  evidenceDueAt: told.evidenceDueAt,
  openedAt: now,
})

/** Once it is known how many yen the bank has taken, which may be after it is known that it takes any. */
const bookTaken = async (work: Work, order: OrderRow, { disputeId, amount: shown }: DisputeRow, amount: Yen | null) => {
  const { tx, fees, now } = work
  if (amount === null) return
  for (const fact of [`dispute:${disputeId}`, shippingFact(`dispute:${disputeId}`)])
    if ((await entriesOfFact(tx.db, order, fact)).length > 0) return
  if (shown !== amount) await setDispute(tx.db, disputeId, { amount })
  // Of a late payment nothing was earned: the club loses nothing.
  if (order.paidAt === null) return void (await book(tx.db, work.newId, lateDisputed(disputeId, amount, now), order))
  const held = await heldOfOrder(tx.db, order)
  await bookBack(work, order, disputed(held, backOf(held, amount), disputeId, fees, now), held)
}

const begin = async (work: Work, order: OrderRow, told: ProviderDispute, known: DisputeRow | undefined) => {
  const { tx, now } = work
  const amount = amountOf(order, told)
  const { reason, evidenceDueAt } = told
  const opened = { state: 'open' as const, amount, reason, evidenceDueAt, openedAt: now, closedAt: null }
  if (known) await setDispute(tx.db, known.disputeId, opened)
  const dispute = known
    ? { ...known, ...opened }
    : await insertDispute(tx.db, { ...newDispute(work, order, told), ...opened })
  await bookTaken(work, order, dispute, told.amount)
  await note(work, order, 'disputeOpened')
  const { takeBack, pieces } = kindOf(work.tx, order)
  await takeBack?.(work, order, 'dispute')
  await pieces?.hold(work, order, { what: 'heldForDispute' })
  return dispute
}

/** A late payment that the bank has given back for good is nobody's to decide about; on appeal it is again. */
const settleLate = async ({ tx, now }: Work, order: OrderRow, { was, is }: { was: string; is: 'won' | 'lost' }) => {
  if (is === 'lost') await resolveLate(tx.db, order, { resolution: 'refunded', resolvedAt: now, resolvedBy: '' })
  else if (was === 'lost') await reopenLate(tx.db, order)
}

/** What the provider tells of a dispute about a known order. */
const dispute = async (work: Work, order: OrderRow, told: ProviderDispute) => {
  const { tx, now } = work
  const { pieces, restore } = kindOf(work.tx, order)
  const known = await disputeByProvider(tx.db, told.id)
  const isInquiry = told.state === 'inquiry' || told.state === 'inquiryClosed'
  if (isInquiry && known?.state !== 'open') return inquire(work, order, told, known)
  const hasBegun = known && known.state !== 'inquiry' && known.state !== 'inquiryClosed'
  const row = hasBegun ? known : await begin(work, order, told, known)
  if (hasBegun && row.state !== 'won') await bookTaken(work, order, row, told.amount)
  if (told.state === 'open' && row.evidenceDueAt !== told.evidenceDueAt)
    await setDispute(tx.db, row.disputeId, { evidenceDueAt: told.evidenceDueAt })
  // Lost, and then won on appeal.
  const isDecided = row.state === 'won' || (row.state === 'lost' && told.state !== 'won')
  if (told.state === 'open' || told.state === 'inquiry' || isDecided) return
  // A closed inquiry took no money: it counts as won.
  const state = told.state === 'lost' ? 'lost' : 'won'
  await setDispute(tx.db, row.disputeId, { state, closedAt: now, evidenceDueAt: null })
  await note(work, order, state === 'won' ? 'disputeWon' : 'disputeLost')
  if (order.paymentState === 'paidLate') await settleLate(work, order, { was: row.state, is: state })
  // Staff may have released it while the dispute was open.
  if (state !== 'won') return pieces?.hold(work, order, { what: 'heldForDispute' })
  const { disputeId } = row
  await takeBackBooked(work, order, `dispute:${disputeId}`, 'disputeWon', `disputeWon:${disputeId}`)
  // Some of it may have been sent meanwhile.
  await pieces?.earnRest(work, order, `disputeWon:${disputeId}`)
  await pieces?.release(work, order)
  if (isPaid(order.paymentState)) await restore?.(work, order)
}
