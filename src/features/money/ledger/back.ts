import { feeOf, type Rates } from '#kit/fees.ts'
import type { Yen } from '#kit/money.ts'
import type { Instant } from '#kit/time.ts'
import {
  type Account,
  type Component,
  type Deferred,
  type Entry,
  entriesOf,
  type Movement,
  type MovementKind,
  monthOf,
  opposite,
} from './ledger'
import { reducedOf } from './reduced'

/* Money of a sale that is returned by refunds and disputes, and the reversal of these. */

/** The part of a fan's payment that has not been returned: recognised for the brand, or still waiting for shipment. */
export type Held = {
  price: Yen
  shipping: Yen
  /** The platform's fee on that price. */
  platformFee: Yen
  /** The store fee that the fan paid. */
  konbiniFee: Yen
  waiting: Deferred
  /** What of the price is at the reduced rate of the consumption tax. */
  reduced?: Yen
}
/** A returned amount by component, in yen. */
export type Back = Omit<Held, 'platformFee'>

/**
 * Returned shipping is a movement of its own: it bears no fee of the platform and is not shared with other brands, so
 * it must not be mixed with the price.
 */
const shippingPrefix = 'shipping:'
export const shippingFact = (fact: string) => `${shippingPrefix}${fact}`
export const isShippingFact = (fact: string) => fact.startsWith(shippingPrefix)

export type Booked = Pick<Entry, 'account' | 'component' | 'amount' | 'reduced'> & { isOfShipping: boolean }
const back: readonly Component[] = ['refund', 'chargeback']

const ofReduced = (reduced: Yen) => (reduced === 0 ? {} : { reduced })

/** From everything that was booked for an order; entries may be summed up before. */
export const heldOf = (booked: readonly Booked[]): Held => {
  const sum = (
    account: Account,
    components: readonly Component[] | null,
    isOfShipping = false,
    of: (one: Booked) => number = ({ amount }) => amount,
  ) =>
    booked
      .filter(
        (one) =>
          one.account === account &&
          (components === null || components.includes(one.component)) &&
          one.isOfShipping === isOfShipping,
      )
      .reduce((all, one) => all + of(one), 0)
  const reduced = (account: Account) => left(sum(account, ['gross', ...back], false, (one) => one.reduced ?? 0))
  const left = (...sums: number[]) => Math.max(0, -sums.reduce((all, one) => all + one, 0))
  return {
    // Below nothing where more went back than there was; its fee is none then.
    price: -sum('brandPayable', ['gross', ...back]),
    shipping: left(sum('brandPayable', ['shippingFee']), sum('brandPayable', back, true)),
    platformFee: sum('brandPayable', ['platformFee']),
    konbiniFee: left(sum('konbiniFee', null)),
    ...ofReduced(reduced('brandPayable')),
    waiting: {
      price: left(sum('deferred', ['gross', ...back])),
      shipping: left(sum('deferred', ['shippingFee'])),
      ...ofReduced(reduced('deferred')),
    },
  }
}

/**
 * Splits a returned amount by component. Staff who name pieces say how much was never sent and how much is shipping;
 * otherwise deferred amounts are taken first, then the price, the shipping, and last the store fee. The excess over all
 * of it is the brand's loss. `reduced`: what of the named pieces is at the reduced rate.
 */
export const backOf = (
  held: Held,
  amount: Yen,
  said?: { unsent: Yen; shipping: Yen; reduced?: { unsent: Yen; sent: Yen } },
): Back => {
  let rest = amount
  const take = (most: Yen) => {
    const taken = Math.max(0, Math.min(rest, most))
    rest -= taken
    return taken
  }
  const { waiting } = held
  const of: Back = { price: 0, shipping: 0, konbiniFee: 0, waiting: { price: 0, shipping: 0 } }
  if (said) {
    of.waiting.price += take(Math.min(said.unsent, waiting.price))
    of.waiting.shipping += take(Math.min(said.shipping, waiting.shipping))
    of.shipping += take(Math.min(said.shipping - of.waiting.shipping, held.shipping))
    of.price += take(held.price)
  }
  of.waiting.price += take(waiting.price - of.waiting.price)
  of.waiting.shipping += take(waiting.shipping - of.waiting.shipping)
  of.price += take(held.price - of.price)
  of.shipping += take(held.shipping - of.shipping)
  of.konbiniFee += take(held.konbiniFee)
  of.price += rest
  const reduced = (from: { price: Yen; reduced?: Yen }, price: Yen, ofPieces?: Yen) =>
    ofReduced(reducedOf(price, { price: from.price, reduced: from.reduced ?? 0 }, ofPieces))
  return {
    ...of,
    ...reduced(held, of.price, said?.reduced?.sent),
    waiting: { ...of.waiting, ...reduced(waiting, of.waiting.price, said?.reduced?.unsent) },
  }
}

/** The platform's fee becomes that of the price that the brand has from now on, to the yen, whatever was before. */
const feeFor = (held: Held, price: Yen, rates: Rates, month: string): Entry[] => {
  const change = feeOf(Math.max(0, price), rates.platformFee) - held.platformFee
  return entriesOf(month, ['platformFee', 'platformFee', -change], ['brandPayable', 'platformFee', change])
}

type Fact = { kind: MovementKind; fact: string; component: 'refund' | 'chargeback' }
/** `from`: the account that the money leaves. */
const wentBack = (
  held: Held,
  of: Back,
  { kind, fact, component }: Fact,
  rates: Rates,
  at: Instant,
  from: (amount: Yen) => Entry[],
): Movement[] => {
  const month = monthOf(at)
  const { price, shipping, konbiniFee, waiting, reduced } = of
  return [
    {
      kind,
      fact,
      occurredAt: at,
      entries: [
        ...from(price + konbiniFee + waiting.price + waiting.shipping),
        // A deferred amount was never recognised: it leaves the deferred account.
        ...entriesOf(
          null,
          ['deferred', component, waiting.price, waiting.reduced],
          ['deferred', 'shippingFee', waiting.shipping],
        ),
        ...entriesOf(month, ['brandPayable', component, price, reduced], ['konbiniFee', component, konbiniFee]),
        ...feeFor(held, held.price - price, rates, month),
      ],
    },
    {
      kind,
      fact: shippingFact(fact),
      occurredAt: at,
      entries: [...from(shipping), ...entriesOf(month, ['brandPayable', component, shipping])],
    },
  ].filter(({ entries }) => entries.length > 0)
}

/** Counts in the month of the refund, never in that of the sale. */
export const refunded = (held: Held, of: Back, refundId: string, rates: Rates, at: Instant): Movement[] =>
  wentBack(held, of, { kind: 'refund', fact: `refund:${refundId}`, component: 'refund' }, rates, at, (amount) =>
    entriesOf(null, ['cash', 'cash', -amount]),
  )

/** The provider takes the money at once; the brand carries the loss unless the dispute is won. */
export const disputed = (held: Held, of: Back, disputeId: string, rates: Rates, at: Instant): Movement[] =>
  wentBack(held, of, { kind: 'dispute', fact: `dispute:${disputeId}`, component: 'chargeback' }, rates, at, (amount) =>
    entriesOf(null, ['disputes', 'cash', amount], ['cash', 'cash', -amount], ['disputes', 'chargeback', -amount]),
  )

const priceParts: readonly Component[] = ['gross', ...back]
/**
 * Reverses a movement, in the month in which that became known. The fee is that of the price that the brand has again,
 * because other movements may have come in between.
 */
export const undone = (
  booked: readonly Entry[],
  { kind, fact, held }: { kind: MovementKind; fact: string; held: Held },
  rates: Rates,
  at: Instant,
): Movement => {
  const month = monthOf(at)
  const ofPrice = booked
    .filter(({ account, component }) => account === 'brandPayable' && priceParts.includes(component))
    .reduce((sum, { amount }) => sum + amount, 0)
  return {
    kind,
    fact,
    occurredAt: at,
    entries: [
      ...booked
        .filter(({ component }) => component !== 'platformFee')
        .map((entry) => ({ ...opposite(entry), recognizedMonth: entry.recognizedMonth && month })),
      ...(isShippingFact(fact) ? [] : feeFor(held, held.price + ofPrice, rates, month)),
    ],
  }
}
