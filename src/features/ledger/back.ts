import type { Yen } from '../../kit/money'
import type { Instant } from '../../kit/time'
import {
  type Account,
  type Component,
  type Deferred,
  type Entry,
  entriesOf,
  feeOf,
  type Movement,
  type MovementKind,
  monthOf,
  type Rates,
} from './ledger'

/* What goes back of a sale, by refunds and disputes, and what comes back of that. */

/** What is left of what a fan paid for an order: what the brand has, and what still waits to be sent. */
export type Held = {
  price: Yen
  shipping: Yen
  /** Of the price that the brand has. */
  platformFee: Yen
  /** Of the fan's fee of the store. */
  konbiniFee: Yen
  waiting: Deferred
}
/** An amount that goes back, by what it is of. */
export type Back = Omit<Held, 'platformFee'>

/**
 * Shipping that goes back is a movement of its own: no fee of the platform was taken of it, and no other brand had a share of
 * it, so it must not be told together with the price.
 */
const shippingPrefix = 'shipping:'
export const shippingFact = (fact: string) => `${shippingPrefix}${fact}`
export const isShippingFact = (fact: string) => fact.startsWith(shippingPrefix)

export type Booked = { account: Account; component: Component; isOfShipping: boolean; amount: number }
const back: readonly Component[] = ['refund', 'chargeback']

/** From everything that was booked for an order; entries may be summed up before. */
export const heldOf = (booked: readonly Booked[]): Held => {
  const sum = (account: Account, components: readonly Component[] | null, isOfShipping = false) =>
    booked
      .filter(
        (one) =>
          one.account === account &&
          (components === null || components.includes(one.component)) &&
          one.isOfShipping === isOfShipping,
      )
      .reduce((all, { amount }) => all + amount, 0)
  const left = (...sums: number[]) => Math.max(0, -sums.reduce((all, one) => all + one, 0))
  return {
    // Below nothing where more went back than there was; its fee is none then.
    price: -sum('brandPayable', ['gross', ...back]),
    shipping: left(sum('brandPayable', ['shippingFee']), sum('brandPayable', back, true)),
    platformFee: sum('brandPayable', ['platformFee']),
    konbiniFee: left(sum('konbiniFee', null)),
    waiting: {
      price: left(sum('deferred', ['gross', ...back])),
      shipping: left(sum('deferred', ['shippingFee'])),
    },
  }
}

/**
 * What an amount is of. Staff who name pieces say how much of it was never sent, and how much is shipping; else what waits
 * goes first, then the price, the shipping, and last the fan's fee of the store. What is more than all of it is the brand's
 * loss.
 */
export const backOf = (held: Held, amount: Yen, said?: { unsent: Yen; shipping: Yen }): Back => {
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
  return of
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
  const { price, shipping, konbiniFee, waiting } = of
  return [
    {
      kind,
      fact,
      occurredAt: at,
      entries: [
        ...from(price + konbiniFee + waiting.price + waiting.shipping),
        // What was never recognised is not the brand's to give back: it leaves the account where it waited.
        ...entriesOf(null, ['deferred', component, waiting.price], ['deferred', 'shippingFee', waiting.shipping]),
        ...entriesOf(month, ['brandPayable', component, price], ['konbiniFee', component, konbiniFee]),
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

/** The provider takes the money away at once; the brand bears the loss unless the dispute is won. */
export const disputed = (held: Held, of: Back, disputeId: string, rates: Rates, at: Instant): Movement[] =>
  wentBack(held, of, { kind: 'dispute', fact: `dispute:${disputeId}`, component: 'chargeback' }, rates, at, (amount) =>
    entriesOf(null, ['disputes', 'cash', amount], ['cash', 'cash', -amount], ['disputes', 'chargeback', -amount]),
  )

const priceParts: readonly Component[] = ['gross', ...back]
/**
 * A movement is undone, in the month in which that was found out. Other movements may have come between, so the fee is not
 * what it was then, but that of the price that the brand has again.
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
        .map((entry) => ({
          ...entry,
          amount: -entry.amount,
          recognizedMonth: entry.recognizedMonth === null ? null : month,
        })),
      ...(isShippingFact(fact) ? [] : feeFor(held, held.price + ofPrice, rates, month)),
    ],
  }
}
