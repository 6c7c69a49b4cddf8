import { createHmac } from 'node:crypto'
import pLimit from 'p-limit'
import { serverConfig } from '#config.server.ts'
import { day } from '#kit/time.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import type { Mail } from '#server/mail/mail.ts'
import { shared } from '#server/shared.ts'
import { causeOf, log } from '#server/telemetry/log.ts'
import { expireSession } from './checkout'
import { lapse } from './paying'
import { endRefund } from './refunds'
import { dueObjects, find, forgetEvents, type Kind, lock, postpone, save, seconds } from './store'
import { collect, renew } from './subscriptions'
import { inWorld, nextDueQuery, readSettings, shown, tellAgain, told, type World, waitingCallbacks } from './world'

/** The sandbox's scheduler: due objects and callbacks. */
export type Sandbox = {
  /** A query: the time of the next due object or callback. */
  nextDueQuery: string
  /** Processes what is due now, in order, and sends the due callbacks. */
  advance(): Promise<void>
  /** Called after changes: callbacks are sent soon. */
  wake(): void
  /** A mail of the provider's own; without effect where it does not run by itself. */
  mail(of: Mail, id: string): void
  stop(): Promise<void>
}

declare module '#server/shared.ts' {
  interface Shared {
    /** Only in a demo. */
    sandbox?: Sandbox | undefined
  }
}

// --- Due objects -----------------------------------------------------------------------------------------------------

const dueActs: Record<string, (world: World, id: string) => Promise<unknown>> = {
  subscription: renew,
  invoice: (world, id) => collect(world, id),
  payment_intent: lapse,
  'checkout.session': async (world, id) => expireSession(world, await lock(world.db, 'checkout.session', id)),
  refund: (world, id) => endRefund(world, id, 'failed'),
}

const hour = 3_600_000
/** Number of objects processed in parallel. */
const width = 4

const actDue = async ({ id, object }: { id: string; object: string }) => {
  const act = dueActs[object]
  try {
    await inWorld(async (world) => {
      await act?.(world, id)
      // An object with nothing to do at its due time gets no further one.
      const after = await find(world.db, object as Kind, id)
      if (after?.dueAt && after.dueAt <= world.now) save(world.db, after.body, { kept: after.kept })
    })
  } catch (error) {
    // One failure does not stop the others.
    log.error({ id, cause: causeOf(error) }, 'payment sandbox')
    await postpone(database(), id, now() + hour)
  }
}

/** Objects of one kind concurrently, kinds in order of their due times: a renewal comes before its invoice. */
const doDue = async () => {
  for (;;) {
    const due = await dueObjects(database(), now())
    const [first] = due
    if (!first) return
    const other = due.findIndex(({ object }) => object !== first.object)
    await pLimit(width).map(other < 0 ? due : due.slice(0, other), actDue)
  }
}

// --- Callbacks -------------------------------------------------------------------------------------------------------

export const signatureOf = (body: string, secret: string, at: number) =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`

/** The provider waits for no answer before it sends what is another customer's. */
const callbacksAtOnce = 8

type Waiting = Awaited<ReturnType<typeof waitingCallbacks>>[number]

/** Retry intervals like the provider's: growing, for three days. */
const retryAfter = [5, 60, 300, 1800, 7200, 18_000, 36_000, 43_200, 43_200, 43_200, 43_200].map((s) => s * 1000)

const send = async ({ eventId, event }: Waiting): Promise<boolean> => {
  if (!event) return true
  const body = JSON.stringify(shown(event))
  try {
    const { status } = await fetch(`http://127.0.0.1:${shared.ownPort ?? serverConfig().PORT}/api/webhooks/stripe`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Stripe-Signature': signatureOf(body, serverConfig().STRIPE_WEBHOOK_SECRET, seconds(now())),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
    })
    if (status < 300) return true
    log.warn({ eventId, status }, 'sandbox callback refused')
  } catch (error) {
    log.warn({ eventId, cause: causeOf(error).message }, 'sandbox callback not sent')
  }
  return false
}

const shuffled = <T>(all: T[]): T[] =>
  all
    .map((one) => ({ one, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)

/** Answers its serial where nothing more is to be sent. */
const deliver = async (waiting: Waiting): Promise<number[]> => {
  const { serial, attempts } = waiting
  const later = retryAfter[attempts]
  if ((await send(waiting)) || later === undefined) return [serial]
  await tellAgain(serial, attempts + 1, now() + later)
  return []
}

/** Whose an event is; of refunds and disputes, which name no customer, undefined. */
const customerOf = ({ event }: Waiting): string | undefined => {
  const object = event?.data.object as { object?: string; id?: string; customer?: unknown } | undefined
  const customer = object?.object === 'customer' ? object.id : object?.customer
  return typeof customer === 'string' ? customer : undefined
}

/** Those of one customer in their order, of several beside each other; what names no customer comes alone, in its place. */
const inRounds = (waiting: readonly Waiting[]): Waiting[][][] => {
  const rounds: Waiting[][][] = []
  let round = new Map<string, Waiting[]>()
  const close = () => {
    if (round.size > 0) rounds.push([...round.values()])
    round = new Map()
  }
  for (const one of waiting) {
    const customer = customerOf(one)
    if (customer === undefined) {
      close()
      rounds.push([[one]])
    } else round.set(customer, [...(round.get(customer) ?? []), one])
  }
  close()
  return rounds
}

const deliverInOrder = async (waiting: readonly Waiting[]): Promise<number[]> => {
  const done: number[] = []
  for (const one of waiting) done.push(...(await deliver(one)))
  return done
}

const sendDue = async (atOnce: number) => {
  for (;;) {
    const waiting = await waitingCallbacks(now())
    if (waiting.length === 0) return
    const { shuffle } = await readSettings(database())
    const rounds = shuffle ? [shuffled(waiting).map((one) => [one])] : inRounds(waiting)
    for (const round of rounds) await told((await pLimit(shuffle ? width : atOnce).map(round, deliverInOrder)).flat())
  }
}

// --- Lifecycle -------------------------------------------------------------------------------------------------------

/**
 * `auto: false`: nothing happens unless `advance` is called, and callbacks are sent one by one; for tests that control when they are sent.
 */
export const startSandbox = ({ auto = true } = {}): Sandbox => {
  let queue: Promise<void> = Promise.resolve()
  const oneByOne = (work: () => Promise<void>): Promise<void> => {
    const done = queue.then(work)
    queue = done.catch((error: unknown) => log.error({ cause: causeOf(error) }, 'payment sandbox'))
    return done
  }
  const sendAll = () => sendDue(auto ? callbacksAtOnce : 1)
  let isWoken = false
  let isStopped = false
  let sweptAt = 0
  /** Daily by the adjustable clock: the number of stored events does not grow with the age of the club. */
  const sweep = async () => {
    if (now() < sweptAt + day) return
    sweptAt = now()
    await forgetEvents(database(), now() - 30 * day)
  }
  const advance = () =>
    oneByOne(async () => {
      await sweep()
      await doDue()
      await sendAll()
    })
  const wake = () => {
    if (!auto || isWoken || isStopped) return
    isWoken = true
    // Until it begins to look it finds what others wake it for.
    const look = async () => {
      isWoken = false
      if (!isStopped) await sendAll()
    }
    setImmediate(() => void oneByOne(look).catch(() => {}))
  }
  const ticker = auto ? setInterval(() => void advance().catch(() => {}), 1000) : undefined
  const mail = async (of: Mail, jobId: string) => {
    const { deliver } = await import('#server/mail/deliver.ts')
    await deliver(of, { jobId, lane: 'single' })
  }
  const sandbox: Sandbox = {
    nextDueQuery,
    advance,
    wake,
    mail: (of, id) => {
      if (auto && !isStopped)
        void mail(of, id).catch((error: unknown) => log.warn({ cause: causeOf(error) }, 'sandbox mail'))
    },
    stop: async () => {
      isStopped = true
      clearInterval(ticker)
      await queue
      shared.sandbox = undefined
    },
  }
  shared.sandbox = sandbox
  return sandbox
}
