import { afterAll, beforeEach, expect, test } from 'vitest'
import { type CardAtHand, forgetOthers, keepCards } from '#client/atHand.ts'

/** A browser's caches, as far as what is at hand uses them; as there, what is put into a deleted one is nowhere. */
class Caches {
  stores = new Map<string, Map<string, Response>>()
  /** Runs before a put takes place. */
  beforePut = async () => {}
  async has(name: string) {
    return this.stores.has(name)
  }
  async delete(name: string) {
    return this.stores.delete(name)
  }
  async open(name: string) {
    const store = this.stores.get(name) ?? new Map<string, Response>()
    this.stores.set(name, store)
    return {
      match: async (key: string) => store.get(key)?.clone(),
      put: async (key: string, value: Response) => {
        await this.beforePut()
        store.set(key, value)
      },
    }
  }
}
const given = Object.getOwnPropertyDescriptor(globalThis, 'caches')
let caches = new Caches()
beforeEach(() => {
  caches = new Caches()
  Object.defineProperty(globalThis, 'caches', { value: caches, configurable: true })
})
afterAll(() => {
  if (given) Object.defineProperty(globalThis, 'caches', given)
  else Reflect.deleteProperty(globalThis, 'caches')
})

const card: CardAtHand = {
  id: 'order_1',
  brand: 'Aoi',
  plan: 'Seiza',
  holder: 'Haru',
  number: 'No. 12',
  monthsLabel: 'Months',
  months: '3',
  accent: '#0a6',
  ink: '#fff',
  until: null,
}
const isAtHand = () => caches.has('tsudoi-at-hand')

test('a member’s first card stays at hand although the page learns meanwhile who is signed in', async () => {
  const reached = Promise.withResolvers<void>()
  const goesOn = Promise.withResolvers<void>()
  caches.beforePut = async () => {
    reached.resolve()
    await goesOn.promise
  }
  const kept = keepCards('haru', [card])
  await reached.promise
  const forgotten = forgetOthers('haru')
  // As far as it gets while the card is being written.
  await new Promise(setImmediate)
  goesOn.resolve()
  await Promise.all([kept, forgotten])
  expect(await isAtHand()).toBe(true)
})

test.each([
  ['nobody is', null],
  ['somebody else is', 'ren'],
])('a card is no longer at hand where %s signed in', async (_, uid) => {
  await keepCards('haru', [card])
  expect(await isAtHand()).toBe(true)
  await forgetOthers(uid)
  expect(await isAtHand()).toBe(false)
})
