import fs from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { follow, type Line } from '#client/follow.ts'
import type { PublicConfig } from '#config.ts'
import { type ChatChanges, chats } from '#publishing/streamings/chat/contract.ts'
import { demoDataDir } from '../support/demoWorld'
import { newDataDir, program } from '../support/program'

/*
 * A live on two instances of the built program, of which one is killed and one is stopped while people write. Its followers are those
 * of the browser (client/follow.ts); each new try goes to the other instance, as behind a balancer.
 */
type Program = Awaited<ReturnType<typeof program>>
const ids = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }
const asked = { tenantId: ids.tenantId, planContentId: 'content_aoi_live_next' }
const folders: string[] = []
let first: Program
let second: Program
let fan = ''
let owner = ''
/** Where the next try goes. */
let next = () => first.origin

const call = async (of: Program, name: string, payload: object, token: string) => {
  const answer = await fetch(`${of.origin}/api/cms/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(payload),
  })
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}`)
  return (await answer.json()) as Record<string, unknown>
}

beforeAll(async () => {
  folders.push(await demoDataDir('follow'), newDataDir('follow'))
  first = await program({ dataDir: folders[0] ?? '' })
  await first.start()
  second = await program({
    dataDir: folders[1] ?? '',
    env: {
      DATABASE_URL: first.databaseUrl(),
      MIGRATION_DATABASE_URL: first.databaseUrl('owner'),
      FIREBASE_AUTH_EMULATOR_HOST: first.emulatorHost,
    },
  })
  await second.start()
  fan = await first.signIn('member@tsudoi.test')
  owner = await first.signIn('owner@hoshi.test')
  const [live] = await first.query<{ streaming_id: string }>(
    'select contents.streaming_id from contents where contents.tenant_id = $1 and contents.plan_content_id = $2',
    [asked.tenantId, asked.planContentId],
  )
  await call(first, 'setWatchedWords', { ...ids, words: [], holdNewFans: false }, owner)
  await call(first, 'startLive', { ...ids, streamingId: live?.streaming_id }, owner)
  globalThis.__TSUDOI__ = {
    get cmsApiOrigin() {
      return next()
    },
  } as PublicConfig
})
afterAll(async () => {
  await second?.stop()
  await first?.stop()
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true })
})

const cursorNow = async () => (await call(first, 'getChat', asked, fan)).cursor as number
/** Everything that comes from a number of the room on, beginning at one instance. */
const followerFrom = async (after: number, at: Program) => {
  next = () => at.origin
  const texts: string[] = []
  const lines: Line['state'][] = []
  const stop = new AbortController()
  const over = follow<typeof chats.followChat, ChatChanges>(
    chats.followChat,
    { ...asked, after },
    {
      token: async () => fan,
      signal: stop.signal,
      onChanges: ({ messages }) => void texts.push(...messages.map(({ text }) => text)),
      onLine: ({ state }) => void lines.push(state),
    },
  )
  await expect.poll(() => lines).toContain('open')
  return { texts, lines, leave: () => stop.abort(), over }
}
const behindBalancer = () => {
  let turn = 0
  next = () => (turn++ % 2 === 0 ? first : second).origin
}

/** People who write at both instances until `leave`; what was acknowledged has to be on every screen. */
const writing = (name: string) => {
  const acknowledged: string[] = []
  let isOver = false
  const writer = async (of: Program, token: string, own: string) => {
    for (let n = 0; !isOver; n++) {
      const text = `${name} ${own} ${n}`
      // One that is down answers nobody, and is asked again as browsers do.
      const isDone = await call(of, 'postChatMessage', { ...asked, text }, token).then(
        () => true,
        () => false,
      )
      if (isDone) acknowledged.push(text)
      else await new Promise((later) => setTimeout(later, 50))
    }
  }
  const all = [writer(first, fan, 'a'), writer(first, owner, 'b'), writer(second, fan, 'c'), writer(second, owner, 'd')]
  return {
    acknowledged,
    until: (count: number) => expect.poll(() => acknowledged.length).toBeGreaterThanOrEqual(count),
    async leave() {
      isOver = true
      await Promise.all(all)
    },
  }
}
/** How often the instances are told of the room, and the most that they may be in the seconds so far. */
const countNotices = async () => {
  const listener = new pg.Client({ connectionString: first.databaseUrl() })
  await listener.connect()
  let told = 0
  listener.on('notification', () => void told++)
  await listener.query('listen tsudoi_rooms')
  const from = performance.now()
  return {
    told: () => told,
    // Two in each second; the first one comes at once.
    most: () => Math.ceil((performance.now() - from) / 500) + 1,
    end: () => listener.end(),
  }
}
const missedBy = ({ texts }: { texts: string[] }, all: readonly string[]) => {
  const known = new Set(texts)
  return all.filter((text) => !known.has(text))
}

// Not repeated: the second instance is killed.
test('a kill of one of two instances loses no word that was acknowledged, for whoever goes on where the line was lost, and both are told of the room at most twice a second', {
  retry: 0,
}, async () => {
  const start = await cursorNow()
  const stays = await followerFrom(start, first)
  const moves = [await followerFrom(start, second), await followerFrom(start, second)]
  const naive = await followerFrom(start, second)
  const notices = await countNotices()
  const words = writing('kill')
  await words.until(60)
  behindBalancer()
  await second.kill()
  // For comparison: one that takes up the room as it is by then.
  await expect.poll(() => naive.lines).toContain('lost')
  naive.leave()
  await naive.over
  await words.until(words.acknowledged.length + 10)
  const place = await cursorNow()
  // A room that has not read up to this number yet would begin anew, and tell all of it.
  await words.until(words.acknowledged.length + 10)
  const soFar = [...words.acknowledged]
  await expect.poll(() => missedBy(stays, soFar)).toEqual([])
  const again = await followerFrom(place, first)
  behindBalancer()
  await words.until(words.acknowledged.length + 60)
  await words.leave()
  const all = words.acknowledged
  // Of both instances together, however many words: one notification for all of half a second.
  const [told, most] = [notices.told(), notices.most()]
  await notices.end()
  expect(told).toBeGreaterThan(0)
  expect(told).toBeLessThanOrEqual(most)
  for (const one of [stays, ...moves]) await expect.poll(() => missedBy(one, all)).toEqual([])
  expect(stays.lines).toEqual(['open'])
  for (const { lines } of moves) expect(lines).toContain('lost')
  await expect.poll(() => again.texts).toContain(all.at(-1))
  expect(
    missedBy({ texts: [...naive.texts, ...again.texts] }, all).length,
    'what the naive one missed',
  ).toBeGreaterThan(0)
  for (const one of [stays, again, ...moves]) one.leave()
  console.log(
    `${all.length} words acknowledged and told of by ${told} notifications (at most ${most}), of which the naive follower missed some`,
  )
})

test('a graceful stop ends the streams at once: they go on at the other instance, and none is taken for a lost line', async () => {
  await second.start()
  const start = await cursorNow()
  const moves = [await followerFrom(start, second), await followerFrom(start, second)]
  const words = writing('stop')
  await words.until(30)
  next = () => first.origin
  await second.stop()
  // A stream that is not ended holds the program up until it is killed, which answers with 130.
  expect(second.said()).toMatch(/has ended \([01]\)/)
  await words.until(words.acknowledged.length + 30)
  await words.leave()
  for (const one of moves) {
    await expect.poll(() => missedBy(one, words.acknowledged)).toEqual([])
    expect(one.lines).toEqual(['open', 'open'])
    one.leave()
  }
})
