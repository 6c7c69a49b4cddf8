import { registerWorker } from './worker'

/*
 * What a fan needs at a door without a connection: member cards and pick-up codes, as they were shown last on this device. The service worker
 * shows them (public/worker.js). They are one person's: gone with a sign-out, and when somebody else is signed in.
 */

/** The same in public/worker.js. */
export const atHandCache = 'tsudoi-at-hand'
const entry = '/at-hand'

export type CardAtHand = {
  id: string
  brand: string
  plan: string
  holder: string
  /** Empty before it was issued. */
  number: string
  monthsLabel: string
  months: string
  accent: string
  ink: string
  /** When the card ends; null: it does not. */
  until: number | null
}
export type CodeAtHand = {
  id: string
  brand: string
  orderNumber: string
  /** The QR code as the path of an SVG of this size. */
  path: string
  size: number
  venues: { name: string; windows: string[]; items: string }[]
  until: number | null
}
type AtHand = { uid: string; at: number; cards: CardAtHand[]; codes: CodeAtHand[] }

const mostCodes = 20

const read = async (store: Cache, uid: string): Promise<AtHand> => {
  const found = (await (await store.match(entry))?.json()) as AtHand | undefined
  return found?.uid === uid ? found : { uid, at: 0, cards: [], codes: [] }
}

/** Two pages of one person may keep at the same time: one after the other. */
const keep = (uid: string, change: (kept: AtHand) => Partial<AtHand>): Promise<void> =>
  navigator.locks.request(atHandCache, async () => {
    const store = await caches.open(atHandCache)
    const before = await read(store, uid)
    const next = { ...before, ...change(before), at: Date.now() }
    if (next.cards.length + next.codes.length === 0) return void (await caches.delete(atHandCache))
    await store.put(entry, Response.json(next))
    await registerWorker()
  })

/** Without storage or a service worker, as in a private window, there is nothing at hand: no reason to say so. */
const ifPossible = async (work: () => Promise<void>) => {
  if (!('caches' in globalThis) || !('locks' in navigator)) return
  await work().catch(() => {})
}

/** Replaces the cards that are at hand. */
export const keepCards = (uid: string, cards: CardAtHand[]) => ifPossible(() => keep(uid, () => ({ cards })))

/** Adds an order's code, or takes it away. */
export const keepCode = (uid: string, id: string, code: CodeAtHand | null) =>
  ifPossible(() =>
    keep(uid, ({ codes }) => {
      const others = codes.filter((one) => one.id !== id)
      return { codes: code ? [code, ...others].slice(0, mostCodes) : others }
    }),
  )

/**
 * Nothing of anybody else stays: `uid` is who is signed in now, if anybody. Not while something is being kept: what is opened for that is
 * still empty, as if it were nobody's.
 */
export const forgetOthers = (uid: string | null) =>
  ifPossible(() =>
    navigator.locks.request(atHandCache, async () => {
      if (!(await caches.has(atHandCache))) return
      const kept = uid === null ? undefined : await read(await caches.open(atHandCache), uid)
      if (!kept || kept.at === 0) await caches.delete(atHandCache)
    }),
  )
