import { asc, eq, lte, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { Instant } from '../../kit/time'
import { now } from '../clock'
import { database, inTransaction, onCommit } from '../db'
import { toTimestamp } from '../db/columns'
import { prepared } from '../db/prepared'
import { webhookEvents } from '../payments/events'
import type { Db } from '../proven'
import { shared } from '../shared'
import { newObjectId, saveAll, seconds } from './store'
import { sandboxDeliveries as deliveries, sandboxObjects as objects, sandboxSettings } from './tables.server'

/** How the sandbox misbehaves when it is told to. Shares are between 0 and 1. */
export const settings = z.strictObject({
  /** Callbacks come this much later. */
  delayMs: z
    .int()
    .min(0)
    .max(90 * 86_400_000)
    .default(0),
  /** This share of the callbacks comes twice. */
  duplicate: z.number().min(0).max(1).default(0),
  /** Callbacks that wait together come in any order, some at the same time. */
  shuffle: z.boolean().default(false),
  /** This share of the events is never told. */
  drop: z.number().min(0).max(1).default(0),
  /** How the next calls go wrong: not done, or done without anybody being told. */
  failNext: z
    .array(z.enum(['before', 'after']))
    .max(100)
    .default([]),
  /** A renewal's invoice stays a draft this long before it is charged. */
  draftMinutes: z
    .int()
    .min(0)
    .max(24 * 60)
    .default(60),
  /** What the callback address has asked for; null is everything. */
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
  const [row] = await settingsRow(db).execute({ id: 1 })
  return settings.parse(row?.settings ?? {})
}

export const writeSettings = async (db: Db, next: Settings): Promise<void> => {
  await db
    .insert(sandboxSettings)
    .values({ id: 1, settings: next })
    .onConflictDoUpdate({ target: sandboxSettings.id, set: { settings: next } })
}

/** One transaction of the sandbox, at one moment. */
export type World = {
  db: Db
  now: Instant
  /** The same moment in seconds. */
  at: number
  settings: Settings
  emit(type: Stripe.Event['type'], object: Stripe.Event.Data.Object, before?: object): void
}

/** What an object shows only to whoever asks for it by `expand`. */
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

/** What has happened in a transaction is written down at its end, all at once: nothing in it asks for its own events. */
const keepEvents = async (db: Db, at: Instant, how: Settings, events: readonly Stripe.Event[]) => {
  if (events.length === 0) return
  await saveAll(db, events)
  const dueAt = at + how.delayMs
  const toTell = events.flatMap((event) => Array(timesToTell(how, event)).fill({ eventId: event.id, dueAt }))
  if (toTell.length > 0) await db.insert(deliveries).values(toTell)
  onCommit(db, () => shared.sandbox?.wake())
}

export const inWorld = <T>(work: (world: World) => Promise<T>, given?: Settings): Promise<T> =>
  inTransaction(async (db) => {
    const how = given ?? (await readSettings(db))
    const [at, events]: [Instant, Stripe.Event[]] = [now(), []]
    const done = await work(worldOf(db, at, how, events))
    await keepEvents(db, at, how, events)
    return done
  })

/** For what only looks. */
export const besideWorld = <T>(work: (world: World) => Promise<T>, how: Settings): Promise<T> =>
  work(worldOf(database(), now(), how))

// --- Callbacks that wait -------------------------------------------------------------------------------------------------

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
/** The next ones with what they tell, which is nothing of an event that has been forgotten. */
export const waitingCallbacks = (until: Instant) => waiting(database()).execute({ until: toTimestamp(until) })

const nextMoment = sql`select least((select min(${objects.dueAt}) from ${objects}), (select min(${deliveries.dueAt}) from ${deliveries})) as at`

/** When the next thing happens by itself; a callback that waits counts. */
export const nextDue = async (): Promise<Instant | null> => {
  const { rows } = await database().execute<{ at: string | null }>(nextMoment)
  const [{ at } = { at: null }] = rows
  return at === null ? null : Date.parse(at)
}

export const told = async (serial: number): Promise<void> => {
  await database().delete(deliveries).where(eq(deliveries.serial, serial))
}

export const tellAgain = async (serial: number, attempts: number, dueAt: Instant): Promise<void> => {
  await database().update(deliveries).set({ attempts, dueAt }).where(eq(deliveries.serial, serial))
}
