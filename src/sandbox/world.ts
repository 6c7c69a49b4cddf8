import { asc, eq, lte, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { Instant } from '#kit/time.ts'
import { now } from '#server/clock.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { prepared } from '#server/db/prepared.ts'
import { database, inTransaction, onCommit } from '#server/db.ts'
import { webhookEvents } from '#server/payments/events.ts'
import type { Db } from '#server/proven.ts'
import { shared } from '#server/shared.ts'
import { holdUnwritten, type KeptAnswer, newObjectId, save, seconds, writeUnwritten } from './store'
import { sandboxDeliveries as deliveries, sandboxObjects as objects, sandboxSettings } from './tables.server'

/** Faults that the sandbox simulates on request. Shares are between 0 and 1. */
export const settings = z.strictObject({
  /** Delay of callbacks. */
  delayMs: z
    .int()
    .min(0)
    .max(90 * 86_400_000)
    .default(0),
  /** Share of callbacks that are sent twice. */
  duplicate: z.number().min(0).max(1).default(0),
  /** Waiting callbacks are sent in random order, some at the same time. */
  shuffle: z.boolean().default(false),
  /** Share of events that are never sent. */
  drop: z.number().min(0).max(1).default(0),
  /**
   * Faults of the next calls: not executed; executed without a response; broken within, which is kept under the key; or refused for
   * now, which is not: another call is still under way (409), the key is no longer known (401), too many calls (429). `none`: the
   * fault is one of the calls after it.
   */
  failNext: z
    .array(z.enum(['before', 'after', 'within', 'locked', 'unknownKey', 'limited', 'none']))
    .max(100)
    .default([]),
  /**
   * Convenience stores make no vouchers for a while (https://docs.stripe.com/error-codes), or the account has not activated them
   * (https://docs.stripe.com/payments/payment-methods/dashboard).
   */
  stores: z.enum(['open', 'unavailable', 'limited', 'notActivated']).default('open'),
  /** With which status stores refuse: documented are their codes alone. */
  storesStatus: z.union([400, 402, 409, 429, 500].map((status) => z.literal(status))).default(400),
  /**
   * What the provider keeps of a payment, in millionths: 3.6 % of one in Japan (https://stripe.com/jp/pricing); more, where the card
   * is from another country or the contract changes.
   */
  feeRate: z.int().min(0).max(200_000).default(36_000),
  /** Whether the confirmation of a store's payment has to name a `return_url`; it is always accepted. */
  returnUrl: z.enum(['accepted', 'wanted']).default('accepted'),
  /** Minutes that a renewal's invoice stays a draft before it is charged. */
  draftMinutes: z
    .int()
    .min(0)
    .max(24 * 60)
    .default(60),
  /** Event types that the callback address has subscribed to; null means all. */
  enabledEvents: z
    .array(z.string().max(80))
    .max(200)
    .nullable()
    .default([...webhookEvents]),
})
export type Settings = z.infer<typeof settings>

const settingsRow = prepared((db) =>
  db
    .select()
    .from(sandboxSettings)
    .where(eq(sandboxSettings.id, sql.placeholder('id')))
    .prepare(''),
)
export const readSettings = async (db: Db): Promise<Settings> => {
  const kept = shared.sandboxSettings
  if (kept && performance.now() < kept.until) return kept.settings
  const [row] = await settingsRow(db).execute({ id: 1 })
  return keepSettings(settings.parse(row?.settings ?? {}))
}
/** In memory for a second: another instance of the program may write them. */
const keepSettings = (read: Settings): Settings => {
  shared.sandboxSettings = { settings: read, until: performance.now() + 1000 }
  return read
}

export const writeSettings = async (db: Db, next: Settings): Promise<void> => {
  await db
    .insert(sandboxSettings)
    .values({ id: 1, settings: next })
    .onConflictDoUpdate({ target: sandboxSettings.id, set: { settings: next } })
  onCommit(db, () => keepSettings(next))
}

declare module '#server/shared.ts' {
  interface Shared {
    sandboxSettings?: { settings: Settings; until: number }
  }
}

/** One transaction of the sandbox, at one moment. */
export type World = {
  db: Db
  now: Instant
  /** The same moment in seconds. */
  at: number
  settings: Settings
  emit(type: Stripe.Event['type'], object: Stripe.Event.Data.Object, before?: object): void
  /** To be kept under the call's key. */
  answer?: KeptAnswer
}

/** Fields that are returned only with `expand`. */
const onAsking: Record<string, readonly string[]> = {
  invoice: ['payments'],
  'checkout.session': ['line_items'],
}

export const shown = (object: object, expanded: ReadonlySet<string> = new Set()): Record<string, unknown> => {
  const body = { ...(object as Record<string, unknown>) }
  for (const name of onAsking[String(body.object)] ?? []) if (!expanded.has(name)) delete body[name]
  return body
}

const timesToTell = (how: Settings, { type }: Stripe.Event): number => {
  if (how.enabledEvents && !how.enabledEvents.includes(type)) return 0
  if (Math.random() < how.drop) return 0
  return Math.random() < how.duplicate ? 2 : 1
}

const worldOf = (db: Db, at: Instant, how: Settings, events: Stripe.Event[] = []): World => ({
  db,
  now: at,
  at: seconds(at),
  settings: how,
  emit: (type, object, before) => {
    events.push({
      id: newObjectId('event'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: seconds(at),
      data: { object: shown(object), ...(before && { previous_attributes: before }) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    } as unknown as Stripe.Event)
  },
})

export const inWorld = <T>(work: (world: World) => Promise<T>, given?: Settings): Promise<T> =>
  inTransaction(async (db) => {
    holdUnwritten(db)
    const how = given ?? (await readSettings(db))
    const [at, events]: [Instant, Stripe.Event[]] = [now(), []]
    const world = worldOf(db, at, how, events)
    const done = await work(world)
    // Its events at its end, and all with one statement: nothing in the transaction reads its own events.
    for (const event of events) save(db, event)
    const dueAt = at + how.delayMs
    const toTell = events.flatMap((event) =>
      Array.from({ length: timesToTell(how, event) }, () => ({ eventId: event.id, dueAt })),
    )
    await writeUnwritten(db, toTell, world.answer)
    if (events.length > 0) onCommit(db, () => shared.sandbox?.wake())
    return done
  })

/** For reads that need no transaction. */
export const besideWorld = <T>(work: (world: World) => Promise<T>, how: Settings): Promise<T> =>
  work(worldOf(database(), now(), how))

// --- Waiting callbacks -----------------------------------------------------------------------------------------------

const waiting = prepared((db) =>
  db
    .select({
      serial: deliveries.serial,
      eventId: deliveries.eventId,
      attempts: deliveries.attempts,
      event: sql<Stripe.Event | null>`${objects.body}`,
    })
    .from(deliveries)
    .leftJoin(objects, eq(objects.id, deliveries.eventId))
    .where(lte(deliveries.dueAt, sql.placeholder('until')))
    .orderBy(asc(deliveries.dueAt), asc(deliveries.serial))
    .limit(20)
    .prepare(''),
)
/** The next callbacks with their events; a deleted event has none. */
export const waitingCallbacks = (until: Instant) => waiting(database()).execute({ until: toTimestamp(until) })

/** Time of the next due object or callback. */
export const nextDueQuery =
  'select least((select min(o.due_at) from sandbox_objects o), (select min(d.due_at) from sandbox_deliveries d))'

const forgetting = prepared((db) =>
  db
    .delete(deliveries)
    .where(sql`${deliveries.serial} = any(${sql.placeholder('serials')}::bigint[])`)
    .prepare(''),
)
export const told = async (serials: readonly number[]): Promise<void> => {
  if (serials.length > 0) await forgetting(database()).execute({ serials })
}

export const tellAgain = async (serial: number, attempts: number, dueAt: Instant): Promise<void> => {
  await database().update(deliveries).set({ attempts, dueAt }).where(eq(deliveries.serial, serial))
}
