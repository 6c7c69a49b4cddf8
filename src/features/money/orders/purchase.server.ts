import { brandOfShop } from '#club/brands/queries.server.ts'
import { fanOf } from '#club/fans/membership.queries.server.ts'
import { rememberPerson } from '#club/fans/queries.server.ts'
import { isDeleted } from '#club/identity/queries.server.ts'
import { isSuspendedNow } from '#club/tenants/suspension.queries.server.ts'
import type { English } from '#kit/english.ts'
import type { Instant } from '#kit/time.ts'
import { atOnce } from '#server/db/together.ts'
import { PaymentRefused, type SessionLine } from '#server/payments/payments.ts'
import type { Db, User } from '#server/proven.ts'
import { giveUp, unlessBeingPaid } from './front.server'
import { type Buying, type KindOfSale, kindOf } from './kinds.server'
import {
  type Confirmation,
  cartOfKey,
  descriptorOf,
  isClosed,
  isClosedToStores,
  isForStores,
  lapsesMatterFor,
  lineName,
  linesIn,
  noteInEnglish,
  type OrderKind,
  type PaymentMethod,
  unissuedFor,
  voucherDeadline,
  voucherIssueBy,
} from './order'
import { customerOf, keepCustomer } from './payments/queries.server'
import {
  insertKonbini,
  insertOrder,
  linesOf,
  lockFan,
  type NewLine,
  type OrderLine,
  type OrderRow,
  openOrderOf,
  openOrdersOfCart,
  orderById,
  type Recipient,
  saveRecipient,
  setOrder,
} from './queries.server'
import { close } from './settle.server'
import { lapsedVouchers } from './vouchers/queries.server'
import { note, type Work, workOf } from './work.server'

/*
 * Start of every purchase: the order is stored with the agreed conditions, then the provider is asked for
 * a card payment page; a store voucher is requested later, when the fan has given a name.
 */

type Refusal =
  | 'unauthenticated'
  | 'awaitingPayment'
  | 'beingPaid'
  | 'notSelling'
  | 'tenantSuspended'
  | 'blocked'
  | 'konbiniUnavailable'
  | 'paymentRefused'
type Refuse = (code: Refusal) => never

/** Lifetime of a card payment page; the provider's minimum is half an hour. */
const sessionFor = unissuedFor + 5 * 60_000
/** With less left than this no page can be opened any more. */
const sessionNeeds = unissuedFor + 60_000

/** Lines and fees as shown to the fan; from then on a snapshot. */
export type Agreed = {
  lines: readonly Omit<NewLine, 'lineId'>[]
  shippingFee: number
  /** When the thing itself ends: a voucher may not outlive it. */
  endsAt: Instant | null
  /** Until when its voucher has to be made, where that is sooner than usual. */
  issueBy?: Instant
  confirmation: Confirmation
  /** Where it is sent; null where nothing is. */
  recipient: Recipient | null
  /** Where it is not that of the thing. */
  kind?: OrderKind
}
/** Everything here runs inside the transaction that begins the order, under the fan's lock. */
export type Thing = {
  kind: OrderKind
  planId: string | null
  period: { year: number; month: number } | null
  /** The total that the fan was shown; undefined from callers that show none. */
  expectedTotal?: number | undefined
  openKeyOf: (work: Work) => Promise<string>
  /** An open order under another key that is for a part of this, or for more: both together would be paid twice. */
  overlapping?: (work: Work) => Promise<OrderRow | undefined>
  agree: (work: Work, konbiniFee: number) => Promise<Agreed>
  /** The recipient of an order that is continued; null where nothing is sent. */
  recipientOf?: (work: Work, order: OrderRow) => Promise<Recipient | null>
  /** Reserves the stock of its lines until the order is paid or closed. */
  hold?: (work: Work, order: OrderRow, lines: readonly OrderLine[]) => Promise<void>
}
/** Whether a total is what the fan was shown: what was shown is what is agreed. */
export const isAsShown = (total: number, { expectedTotal }: Pick<Thing, 'expectedTotal'>): boolean =>
  expectedTotal === undefined || expectedTotal === total

/** One thing that is never out of stock. */
export const single = (
  of: Pick<Thing, 'planId' | 'period' | 'expectedTotal' | 'overlapping'> & {
    kind: 'plan' | 'backNumber'
    openKey: string
    name: string
    english: English<'name'>
    thumbnail: string
    price: number
    /** What is bought with it. */
    with?: { name: string; english: English<'name'>; price: number }
    endsAt: Instant | null
    /** Refuses what the fan already has: the order that this one replaces may just have been paid. */
    check: (work: Work) => Promise<void>
    confirmation: (konbiniFee: number) => Confirmation
  },
): Thing => ({
  kind: of.kind,
  planId: of.planId,
  period: of.period,
  expectedTotal: of.expectedTotal,
  openKeyOf: async () => of.openKey,
  ...(of.overlapping && { overlapping: of.overlapping }),
  agree: async (work, konbiniFee) => {
    await of.check(work)
    return {
      lines: [of, ...(of.with ? [of.with] : [])].map(({ name, english, price }) => ({
        ...{ name, english: { name: english.name }, thumbnail: of.thumbnail, unitPrice: price, quantity: 1 },
      })),
      shippingFee: 0,
      endsAt: of.endsAt,
      confirmation: of.confirmation(konbiniFee),
      recipient: null,
    }
  },
})

/** An open order that has to be ended first, or the one that is paid, with what its payment page asks. */
type Begun = { replaces: OrderRow } | ({ replaces: null } & Payable)
type Payable = {
  order: OrderRow
  lines: readonly OrderLine[]
  kind: KindOfSale
  shop: { slug: string }
  customerId: string | undefined
}

type Offered = { total: number; endsAt: Instant | null }

/** Whether somebody may pay so much at a store: within the provider's limits, in time, and not after too many that lapsed. */
export const offersKonbini = async (db: Db, uid: string, now: Instant, { total, endsAt }: Offered): Promise<boolean> =>
  isForStores(now, total, [endsAt]) && !isClosedToStores(await lapsedVouchers(db, uid, now - lapsesMatterFor), now)

const isOfPeriod = ({ periodYear, periodMonth }: OrderRow, { period }: Thing): boolean =>
  periodYear === (period?.year ?? null) && periodMonth === (period?.month ?? null)

const isVoucherInHand = ({ paymentMethod, intentId, expiresAt }: OrderRow, now: Instant): boolean =>
  paymentMethod === 'konbini' && intentId !== null && (expiresAt ?? 0) > now

/**
 * The open order of this thing, or a new one. An open order with the other payment method is returned as `replaces`. `account`: of the
 * provider, where it opens a page.
 */
const begin = (
  context: Buying,
  refuse: Refuse,
  thing: Thing,
  method: PaymentMethod,
  returnPath: string,
  account: string | null,
): Promise<Begun> => {
  const { brand, user, now, newId, fees, locale, attempt } = context
  return context.transaction(async (tx) => {
    const { db } = tx
    const work = workOf(context, tx)
    // The lock first: the press may have waited for the deletion of its account.
    const [, isGone, fan, shop, isSuspended, customerId] = await atOnce([
      lockFan(db, user.uid),
      isDeleted(db, user.uid),
      fanOf(db, brand, user.uid),
      brandOfShop(db, brand),
      // Asked here as well: an earlier transaction of the call, or the change of a membership, may have been let through.
      isSuspendedNow(db, brand),
      account === null ? undefined : customerOf(db, user.uid, account),
      rememberPerson(db, user, { locale, now }),
    ])
    if (isGone) return refuse('unauthenticated')
    if (fan?.blockedAt) return refuse('blocked')
    if (shop.legalNotice.trim() === '' || shop.closingAt !== null) return refuse('notSelling')
    if (isSuspended) return refuse('tenantSuspended')

    const openKey = await thing.openKeyOf(work)
    const cartId = cartOfKey(openKey)
    const [open, earlier] = await atOnce([
      openOrderOf(db, user.uid, openKey),
      cartId === null ? [] : openOrdersOfCart(db, user.uid, cartId, openKey),
    ])
    // A payment page that was never opened needs its whole lifetime: with less time left a new order is made.
    const needs = method === 'card' && open?.sessionId === null ? sessionNeeds : 0
    const isDead = open !== undefined && ((await kindOf(tx, open).isOver?.(work, open)) ?? false)
    // An order that was agreed at another price, or holds another month, is replaced.
    const isSame = open?.paymentMethod === method && isAsShown(open.total, thing) && isOfPeriod(open, thing)
    if (open && !isDead && isSame && (open.expiresAt ?? 0) - needs > now) {
      const recipient = await thing.recipientOf?.(work, open)
      if (recipient) await saveRecipient(db, open, recipient)
      // A page that is open already asks nothing more.
      const lines = open.sessionUrl === null ? await linesOf(db, open) : []
      return { order: open, replaces: null, lines, kind: kindOf(tx, open), shop, customerId }
    }
    for (const other of [isDead ? undefined : open, await thing.overlapping?.(work)])
      if (other && isVoucherInHand(other, now)) return refuse('awaitingPayment')
    for (const other of [open, await thing.overlapping?.(work)]) {
      if (other && (other.sessionId !== null || other.intentId !== null)) return { replaces: other }
      if (other) await close(work, other, 'canceled', 'replaced')
    }
    for (const other of earlier) {
      // An issued voucher stays an order of its own; unfinished ones release their stock.
      if (other.paymentMethod === 'konbini' && other.intentId !== null) continue
      if (other.sessionId !== null) return { replaces: other }
      await close(work, other, 'canceled', 'replaced')
    }

    const isKonbini = method === 'konbini'
    const konbiniFee = isKonbini ? fees.konbini : 0
    const agreed = await thing.agree(work, fees.konbini)
    const { shippingFee } = agreed
    const subtotal = agreed.lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0)
    const total = subtotal + shippingFee + konbiniFee
    const deadline = voucherDeadline(now, [agreed.endsAt])
    if (isKonbini && !(await offersKonbini(db, user.uid, now, { total, endsAt: agreed.endsAt })))
      return refuse('konbiniUnavailable')
    const expiresAt = isKonbini
      ? voucherIssueBy(Math.min(now + unissuedFor, agreed.issueBy ?? Infinity), deadline ?? Number.POSITIVE_INFINITY)
      : now + sessionFor
    const { order, lines } = await insertOrder(
      db,
      {
        tenantId: brand.tenantId,
        brandId: brand.brandId,
        orderId: newId('order'),
        uid: user.uid,
        kind: agreed.kind ?? thing.kind,
        paymentMethod: method,
        paymentState: 'awaitingPayment',
        openKey,
        planId: thing.planId,
        periodYear: thing.period?.year ?? null,
        periodMonth: thing.period?.month ?? null,
        subtotal,
        shippingFee,
        konbiniFee,
        total,
        confirmation: agreed.confirmation,
        locale,
        returnPath,
        placedAt: now,
        expiresAt,
        editedAt: now,
      },
      agreed.lines.map((line) => ({ ...line, lineId: newId('line') })),
    )
    await atOnce([
      agreed.recipient && saveRecipient(db, order, agreed.recipient),
      thing.hold?.(work, order, lines),
      isKonbini && insertKonbini(db, order, deadline ?? expiresAt),
      work.later.settleOrder(order.orderId, expiresAt + 1000),
      !isKonbini && work.later.finishPurchase({ orderId: order.orderId, attempt }, now + 2 * 60_000),
      note(work, order, 'placed', { actorUid: user.uid }),
    ])
    return { order, replaces: null, lines, kind: kindOf(tx, order), shop, customerId }
  })
}

/** Whoever asks the provider for a fan. */
export type FanAtProvider = Pick<Buying, 'payments' | 'transaction' | 'now'> &
  Partial<Pick<Buying, 'locale'>> & { user: User }

export const ensureCustomer = async (of: FanAtProvider): Promise<string> => {
  const account = await of.payments.account()
  const known = await of.transaction(({ db }) => customerOf(db, of.user.uid, account))
  return known ?? makeCustomer(of, account)
}

const makeCustomer = async ({ payments, transaction, now, user, locale }: FanAtProvider, account: string) => {
  const { uid, email, displayName: name } = user
  const customerId = await payments.createCustomer({ uid, email, name, locale }, `customer:${uid}`)
  await transaction(({ db }) => keepCustomer(db, { uid, account, customerId, createdAt: now }))
  return customerId
}

/** A path of ours as an address in the fan's language. */
export const addressOf = (
  { origin, locale }: Pick<Buying, 'origin' | 'locale'>,
  path: string,
  query: Record<string, string> = {},
) => {
  const url = new URL(path, origin)
  if (locale === 'en' && !url.pathname.startsWith('/en/')) url.pathname = `/en${url.pathname}`
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/** The provider's payment page for an order; repeated calls return the same one. */
const sessionUrlOf = async (
  context: Buying,
  refuse: Refuse,
  { order, lines, kind, shop, customerId: known }: Payable,
  account: string,
): Promise<string> => {
  if (order.sessionUrl !== null) return order.sessionUrl
  const { payments, transaction, now, locale } = context
  const customerId = known ?? (await makeCustomer(context, account))
  const page = (await kind.page?.(context, order, shop)) ?? {}
  const linesSold: SessionLine[] = page.lines ?? [
    ...linesIn(lines, locale).map((line) => ({
      name: lineName(line),
      unitPrice: line.unitPrice,
      quantity: line.quantity,
    })),
    ...(order.shippingFee > 0
      ? [{ name: locale === 'ja' ? '送料' : 'Shipping', unitPrice: order.shippingFee, quantity: 1 }]
      : []),
  ]
  const session = await payments.openSession(
    {
      orderId: order.orderId,
      customerId,
      mode: page.mode ?? 'payment',
      lines: linesSold,
      successUrl: addressOf(context, order.returnPath || '/fc/me/plans', { paid: order.orderId }),
      cancelUrl: addressOf(context, page.cancelPath ?? (order.returnPath || `/fc/${shop.slug}/back-numbers`)),
      expiresAt: order.expiresAt ?? now + sessionFor,
      descriptor: descriptorOf(shop.slug),
      ...(page.lines && { note: noteInEnglish(lines, locale) }),
      locale,
    },
    `order:${order.orderId}:session`,
  )
  const gone = await transaction(async (tx) => {
    const { db } = tx
    const [, current] = await atOnce([lockFan(db, order.uid), orderById(db, order.orderId)])
    if (!current || isClosed(current.paymentState)) {
      // Closed meanwhile by another press or by staff: this page must not be paid.
      const { orderId, uid, openKey } = order
      await workOf(context, tx).later.endOrphan({ orderId, sessionId: session.id, intentId: null })
      return (await openOrderOf(db, uid, openKey)) ? ('awaitingPayment' as const) : ('paymentRefused' as const)
    }
    if (current.sessionId === null)
      await setOrder(db, order, { sessionId: session.id, sessionUrl: session.url, editedAt: now })
    return null
  })
  if (gone) return refuse(gone)
  if (session.url === null) throw new Error('The provider opened a session without a page.')
  return session.url
}

export const konbiniPage = (context: Pick<Buying, 'origin' | 'locale'>, { orderId }: OrderRow) =>
  addressOf(context, `/fc/pay/konbini/${orderId}`)

/** A thing has one open order, and one that overlaps with it. */
const mostReplaced = 2

/** Begins a purchase and returns the address of its payment page. */
export const purchase = async (
  context: Buying,
  refuse: Refuse,
  thing: Thing,
  method: PaymentMethod,
  returnPath: string,
): Promise<string> => {
  try {
    const account = method === 'card' ? await context.payments.account() : null
    let begun = await begin(context, refuse, thing, method, returnPath, account)
    for (let left = mostReplaced; begun.replaces !== null; left--) {
      if (left === 0) return refuse('awaitingPayment')
      const other = begun.replaces
      // Ended at the provider first: were both open, both could be paid.
      await unlessBeingPaid(refuse, () => giveUp(context, other, 'canceled'))
      begun = await begin(context, refuse, thing, method, returnPath, account)
    }
    return account === null ? konbiniPage(context, begun.order) : await sessionUrlOf(context, refuse, begun, account)
  } catch (error) {
    if (error instanceof PaymentRefused) return refuse('paymentRefused')
    throw error
  }
}
