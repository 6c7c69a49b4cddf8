import { randomBytes } from 'node:crypto'
import { and, arrayContains, asc, desc, eq, gt, gte, inArray, lt, lte, type SQL, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Instant } from '#kit/time.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { prepared, preparedSql } from '#server/db/prepared.ts'
import type { Db } from '#server/proven.ts'
import { missing } from './api/form'
import { sandboxObjects as objects, sandboxDeliveries, sandboxKeys } from './tables.server'

const arg = sql.placeholder

/** Every kind of object that the sandbox stores, typed by the provider's own SDK. */
export type Kinds = {
  customer: Stripe.Customer
  product: Stripe.Product
  price: Stripe.Price
  'checkout.session': Stripe.Checkout.Session
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  charge: Stripe.Charge
  subscription: Stripe.Subscription
  invoice: Stripe.Invoice
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  balance_transaction: Stripe.BalanceTransaction
  event: Stripe.Event
  'billing_portal.session': Stripe.BillingPortal.Session
  'billing_portal.configuration': Stripe.BillingPortal.Configuration
}
export type Kind = keyof Kinds

/** How the card of a payment method behaves. */
export const cardBehaviours = ['works', 'authenticates', 'declinesLater', 'declines'] as const
export type CardBehaviour = (typeof cardBehaviours)[number]
export type Kept = {
  /** Payment method only. */
  card?: CardBehaviour
  /** Customer only: number of next charges that are declined. */
  declines?: number
  /** Subscription only: number of periods so far, and the purpose of its next due time. */
  periods?: number
  /** Checkout session only: metadata of the objects that are created on payment. */
  subscriptionMetadata?: Record<string, string>
  intentMetadata?: Record<string, string>
  /** Checkout session only: what stands on the card's statement beside the account's own name. */
  descriptor?: string
  trialEnd?: number
  billingMode?: 'classic' | 'flexible'
  /** Checkout session only: the card whose bank asks the customer, and its payment; null where nothing is paid yet. */
  authenticating?: { cardId: string; intentId: string | null }
  /** Invoice only: first decline, in seconds. */
  firstFailedAt?: number
  /** PaymentIntent or refund of a store payment only: expiry, in seconds. */
  lapsesAt?: number
  /** PaymentIntent of a store payment only: its customer is at the till. */
  isBeingPaid?: boolean
}
export type Stored<K extends Kind> = { body: Kinds[K]; kept: Kept; dueAt: Instant | null }

const prefixes: Record<Kind, string> = {
  customer: 'cus_',
  product: 'prod_',
  price: 'price_1',
  'checkout.session': 'cs_test_a1',
  payment_intent: 'pi_3',
  payment_method: 'pm_1',
  charge: 'ch_3',
  subscription: 'sub_1',
  invoice: 'in_1',
  refund: 're_3',
  dispute: 'du_1',
  balance_transaction: 'txn_1',
  event: 'evt_1',
  'billing_portal.session': 'bps_1',
  'billing_portal.configuration': 'bpc_1',
}
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
export const randomLetters = (length: number) =>
  [...randomBytes(length)].map((byte) => letters[byte % letters.length]).join('')
/** Parts of objects, which are kept with them. */
const partPrefixes = { line: 'il_1', item: 'si_', invoiceItem: 'ii_1', payment: 'inpay_1' } as const
type Part = keyof typeof partPrefixes
export const newObjectId = (kind: Kind | Part) => {
  const prefix = kind in partPrefixes ? partPrefixes[kind as Part] : prefixes[kind as Kind]
  return prefix + randomLetters(kind === 'checkout.session' ? 56 : 22)
}

/** Keys that lists can be filtered by. */
const refsOf = (object: Kinds[Kind]): string[] => {
  const body = object as unknown as Record<string, unknown>
  const refs = [
    'customer',
    'payment_intent',
    'subscription',
    'invoice',
    'charge',
    'lookup_key',
    'status',
    'type',
    'product',
  ]
    .filter((name) => typeof body[name] === 'string')
    .map((name) => `${name}:${body[name]}`)
  const invoice = object.object === 'invoice' ? object.parent?.subscription_details?.subscription : undefined
  return typeof invoice === 'string' ? [...refs, `subscription:${invoice}`] : refs
}

export const seconds = (at: Instant) => Math.floor(at / 1000)

const rowOf = (body: Kinds[Kind]) => ({
  id: body.id,
  object: body.object,
  body,
  refs: refsOf(body),
  createdAt: ('created' in body ? body.created : 0) * 1000,
})

type Saved = { body: Kinds[Kind]; kept: Kept; dueAt: Instant | null }
type Delivery = { eventId: string; dueAt: Instant }
/** The answer of a call under its idempotency key. */
export type KeptAnswer = { key: string; status: number; body: object }

/** What a transaction of the sandbox has saved, read from here until its end, when all of it is written (`writeUnwritten`). */
const unwritten = new WeakMap<Db, Map<string, Saved>>()

/** Keeps in memory what this transaction saves. */
export const holdUnwritten = (db: Db) => unwritten.set(db, new Map())

const writing = preparedSql(
  () => sql`
    with told as (
      insert into ${sandboxDeliveries} (event_id, due_at)
      select event_id, due_at from jsonb_to_recordset(${arg('told')}::jsonb) as x (event_id text, due_at timestamptz)
    ), answered as (
      update ${sandboxKeys} set status = ${arg('status')}::int, answer = ${arg('answer')}::jsonb
      where ${sandboxKeys}.key = ${arg('key')}::text
    )
    insert into ${objects} (id, object, body, refs, kept, created_at, due_at)
    select id, object, body, refs, kept, created_at, due_at from jsonb_to_recordset(${arg('rows')}::jsonb)
      as x (id text, object text, body jsonb, refs text[], kept jsonb, created_at timestamptz, due_at timestamptz)
    on conflict (id) do update set body = excluded.body, refs = excluded.refs, kept = excluded.kept, due_at = excluded.due_at`,
)

/** Writes what the transaction holds, with the deliveries of its events and the answer of its call, in one statement. */
export const writeUnwritten = async (db: Db, deliveries: readonly Delivery[] = [], answer?: KeptAnswer) => {
  const held = [...(unwritten.get(db)?.values() ?? [])]
  unwritten.get(db)?.clear()
  if (held.length + deliveries.length === 0 && !answer) return
  const rows = held.map(({ body, kept, dueAt }) => {
    const { createdAt, ...row } = rowOf(body)
    return { ...row, kept, created_at: toTimestamp(createdAt), due_at: dueAt && toTimestamp(dueAt) }
  })
  const told = deliveries.map(({ eventId, dueAt }) => ({ event_id: eventId, due_at: toTimestamp(dueAt) }))
  await writing(db, {
    told: JSON.stringify(told),
    status: answer?.status ?? 0,
    answer: JSON.stringify(answer?.body ?? {}),
    key: answer?.key ?? null,
    rows: JSON.stringify(rows),
  })
}

/** Inserts or overwrites, at the end of the transaction. */
export const save = <K extends Kind>(
  db: Db,
  body: Kinds[K],
  { kept = {}, dueAt = null }: { kept?: Kept; dueAt?: Instant | null } = {},
): void => {
  const held = unwritten.get(db)
  if (!held) throw new Error('The sandbox saves in a transaction of its own (inWorld).')
  held.set(body.id, { body, kept, dueAt })
}

const finding = (locked: boolean) =>
  prepared((db) => {
    const rows = db
      .select({ body: objects.body, kept: objects.kept, dueAt: objects.dueAt })
      .from(objects)
      .where(and(eq(objects.id, arg('id')), eq(objects.object, arg('kind'))))
    return (locked ? rows.for('update') : rows).prepare('')
  })
const [found, foundLocked] = [finding(false), finding(true)]

/** `locked` until the end of the transaction, for callers that change it. */
export const find = async <K extends Kind>(
  db: Db,
  kind: K,
  id: string,
  { locked = false } = {},
): Promise<Stored<K> | null> => {
  const held = unwritten.get(db)?.get(id)
  if (held) return held.body.object === kind ? (held as Stored<K>) : null
  const [row] = await (locked ? foundLocked : found)(db).execute({ id, kind })
  return (row as Stored<K> | undefined) ?? null
}

export const get = async <K extends Kind>(db: Db, kind: K, id: string, param?: string): Promise<Stored<K>> => {
  const found = await find(db, kind, id)
  if (!found) throw missing(kind, id, param)
  return found
}
export const lock = async <K extends Kind>(db: Db, kind: K, id: string, param?: string): Promise<Stored<K>> => {
  const found = await find(db, kind, id, { locked: true })
  if (!found) throw missing(kind, id, param)
  return found
}

export type ListQuery = {
  limit?: number | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
  created?:
    | {
        gte?: number | undefined
        gt?: number | undefined
        lte?: number | undefined
        lt?: number | undefined
      }
    | undefined
}

const serialOf = async (db: Db, kind: Kind, id: string, param: string): Promise<number> => {
  const [row] = await db
    .select({ serial: objects.serial })
    .from(objects)
    .where(and(eq(objects.id, id), eq(objects.object, kind)))
  if (!row) throw missing(kind, id, param)
  return row.serial
}

const byIds = prepared((db) =>
  db
    .select({ body: objects.body })
    .from(objects)
    .where(sql`${objects.id} = any(${arg('ids')}::text[])`)
    .prepare(''),
)
/** Objects of any kind. */
export const findAll = async (db: Db, ids: readonly string[]): Promise<Kinds[Kind][]> => {
  const held = ids.flatMap((id) => unwritten.get(db)?.get(id)?.body ?? [])
  const others = ids.filter((id) => !held.some((body) => body.id === id))
  const rows = others.length > 0 ? await byIds(db).execute({ ids: others }) : []
  return [...held, ...rows.map(({ body }) => body as Kinds[Kind])]
}

/** Newest first; `refs` are OR-ed within a list, and the lists are AND-ed. */
export const list = async <K extends Kind>(
  db: Db,
  kind: K,
  { limit = 10, starting_after, ending_before, created = {} }: ListQuery,
  refs: string[][] = [],
): Promise<{ data: Kinds[K][]; has_more: boolean }> => {
  await writeUnwritten(db)
  const conditions: (SQL | undefined)[] = [
    eq(objects.object, kind),
    ...refs.map((some) =>
      some.length === 1
        ? arrayContains(objects.refs, some)
        : sql`${objects.refs} && array[${sql.join(
            some.map((ref) => sql`${ref}`),
            sql`, `,
          )}]::text[]`,
    ),
    created.gte === undefined ? undefined : gte(objects.createdAt, created.gte * 1000),
    created.gt === undefined ? undefined : gt(objects.createdAt, created.gt * 1000),
    created.lte === undefined ? undefined : lte(objects.createdAt, created.lte * 1000),
    created.lt === undefined ? undefined : lt(objects.createdAt, created.lt * 1000),
  ]
  if (starting_after) {
    conditions.push(lt(objects.serial, await serialOf(db, kind, starting_after, 'starting_after')))
  }
  if (ending_before) conditions.push(gt(objects.serial, await serialOf(db, kind, ending_before, 'ending_before')))
  const rows = await db
    .select({ body: objects.body })
    .from(objects)
    .where(and(...conditions))
    .orderBy(ending_before ? asc(objects.serial) : desc(objects.serial))
    .limit(limit + 1)
  const page = rows.slice(0, limit).map(({ body }) => body as Kinds[K])
  return { data: ending_before ? page.toReversed() : page, has_more: rows.length > limit }
}

const dueUntil = prepared((db) =>
  db
    .select({ id: objects.id, object: objects.object, dueAt: objects.dueAt })
    .from(objects)
    .where(lte(objects.dueAt, arg('until')))
    .orderBy(asc(objects.dueAt), asc(objects.serial))
    .limit(20)
    .prepare(''),
)
/** The next due objects, oldest first. */
export const dueObjects = (db: Db, until: Instant) => dueUntil(db).execute({ until: toTimestamp(until) })

export const postpone = async (db: Db, id: string, dueAt: Instant): Promise<void> => {
  await db.update(objects).set({ dueAt }).where(eq(objects.id, id))
}

/** The provider keeps events for thirty days. */
export const forgetEvents = async (db: Db, before: Instant): Promise<void> => {
  await db
    .delete(objects)
    .where(and(inArray(objects.object, ['event', 'billing_portal.session']), lt(objects.createdAt, before)))
}
