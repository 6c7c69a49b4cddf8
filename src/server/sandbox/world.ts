import { asc, eq, lte } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { Instant } from '../../kit/time'
import { now } from '../clock'
import { database, inTransaction, onCommit } from '../db'
import { webhookEvents } from '../payments/events'
import type { Db } from '../proven'
import { shared } from '../shared'
import { newObjectId, save, seconds } from './store'
import { sandboxDeliveries as deliveries, sandboxSettings } from './tables.server'

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

export const readSettings = async (db: Db): Promise<Settings> => {
  const [row] = await db.select().from(sandboxSettings).where(eq(sandboxSettings.id, 1))
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
  emit(type: Stripe.Event['type'], object: Stripe.Event.Data.Object, before?: object): Promise<void>
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

const tell = async (
  { db, now: at, settings: how }: Pick<World, 'db' | 'now' | 'settings'>,
  event: Stripe.Event,
): Promise<void> => {
  if (how.enabledEvents && !how.enabledEvents.includes(event.type)) return
  if (Math.random() < how.drop) return
  const dueAt = at + how.delayMs
  const times = Math.random() < how.duplicate ? 2 : 1
  await db.insert(deliveries).values(Array.from({ length: times }, () => ({ eventId: event.id, dueAt })))
}

const worldOf = (db: Db, at: Instant, how: Settings): World => ({
  db,
  now: at,
  at: seconds(at),
  settings: how,
  emit: async (type, object, before) => {
    const event = {
      id: newObjectId('event'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: seconds(at),
      data: { object: shown(object), ...(before && { previous_attributes: before }) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    } as unknown as Stripe.Event
    await save(db, event)
    await tell({ db, now: at, settings: how }, event)
    onCommit(db, () => shared.sandbox?.wake())
  },
})

export const inWorld = <T>(work: (world: World) => Promise<T>, how?: Settings): Promise<T> =>
  inTransaction(async (db) => work(worldOf(db, now(), how ?? (await readSettings(db)))))

/** For what only looks. */
export const besideWorld = <T>(work: (world: World) => Promise<T>, how: Settings): Promise<T> =>
  work(worldOf(database(), now(), how))

// --- Callbacks that wait -------------------------------------------------------------------------------------------------

export const waitingCallbacks = (until: Instant, limit: number) =>
  database()
    .select()
    .from(deliveries)
    .where(lte(deliveries.dueAt, until))
    .orderBy(asc(deliveries.dueAt), asc(deliveries.serial))
    .limit(limit)

export const nextCallback = async (): Promise<Instant | null> => {
  const [row] = await database()
    .select({ dueAt: deliveries.dueAt })
    .from(deliveries)
    .orderBy(asc(deliveries.dueAt))
    .limit(1)
  return row?.dueAt ?? null
}

export const told = async (serial: number): Promise<void> => {
  await database().delete(deliveries).where(eq(deliveries.serial, serial))
}

export const tellAgain = async (serial: number, attempts: number, dueAt: Instant): Promise<void> => {
  await database().update(deliveries).set({ attempts, dueAt }).where(eq(deliveries.serial, serial))
}
