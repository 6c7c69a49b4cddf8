import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { cpuOf, say, table } from '../measure'
import { memoryOf } from '../start'
import { metricOf, type Part, type World } from '../world'
import type { HeardWord, Order, Told } from './viewers'

/*
 * A live with thousands of viewers at one instance. Their streams are real ones, each with its own account and token, from a process
 * of their own; words come from this one. Everything shares the machine: the delays are those of a machine that also plays the
 * viewers.
 */
const viewers = Number(process.env.BENCH_VIEWERS ?? 2000)
const wordsASecond = (process.env.BENCH_WORDS ?? '2,10').split(',').map(Number)
const seconds = Number(process.env.BENCH_SECONDS ?? 30)
const removals = 10
/** Wanted: milliseconds until a word is at all viewers and a removed one is gone (p95), and notifications a second and room. */
const longestDelay = 1000
const mostNotifications = 2

const ids = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }
const asked = { tenantId: ids.tenantId, planContentId: 'content_aoi_live_next' }
const later = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
const quantile = (values: number[], share: number) => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** As the emulator makes them: unsigned, good for an hour. */
const tokenOf = (uid: string) => {
  const at = Math.floor(Date.now() / 1000)
  const project = 'demo-tsudoi'
  const payload = {
    ...{ iss: `https://securetoken.google.com/${project}`, aud: project, sub: uid, user_id: uid },
    ...{ email: `${uid}@viewers.test`, email_verified: true, auth_time: at, iat: at, exp: at + 3600 },
    firebase: { identities: {}, sign_in_provider: 'password' },
  }
  return `${base64({ alg: 'none', typ: 'JWT' })}.${base64(payload)}.`
}

/** Members of the live's plan, with accounts at the identity emulator. */
const addViewers = async (house: World['house'], uids: string[]) => {
  const url = `http://${house.emulatorHost}/identitytoolkit.googleapis.com/v1/projects/demo-tsudoi/accounts:batchCreate`
  const users = uids.map((uid) => ({ localId: uid, email: `${uid}@viewers.test`, emailVerified: true }))
  for (let from = 0; from < users.length; from += 1000) {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: JSON.stringify({ users: users.slice(from, from + 1000) }),
    })
    if (!answer.ok) throw new Error(`no accounts: ${await answer.text()}`)
  }
  await house.query(
    `insert into subscription_terms (tenant_id, term_id, plan_id, uid, starts_at, ends_at, amount, source)
     select $1, 'term_' || viewer.uid, linked.plan_id, viewer.uid, now() - interval '1 day', now() + interval '30 days', 0, 'comp'
     from unnest($2::text[]) viewer(uid), lateral (select content_plans.plan_id from content_plans
       where content_plans.tenant_id = $1 and content_plans.plan_content_id = $3 limit 1) linked`,
    [ids.tenantId, uids, asked.planContentId],
  )
}

const startViewers = () => {
  const child = fork(fileURLToPath(new URL('./viewers.ts', import.meta.url)), [], { execArgv: ['--import', 'tsx'] })
  const order = (what: Order) =>
    new Promise<Told>((done, fail) => {
      child.once('message', (told: Told) => ('failed' in told ? fail(new Error(told.failed)) : done(told)))
      child.once('exit', () => fail(new Error('The viewers have ended.')))
      child.send(what)
    })
  return { order, pid: child.pid, leave: () => child.connected && child.send({ leave: true } satisfies Order) }
}

/** Notifications of rooms that come meanwhile, and statements that were their own transaction or ended one. */
const watchDatabase = async (house: World['house']) => {
  const client = new pg.Client({ connectionString: house.databaseUrl() })
  await client.connect()
  let notifications = 0
  client.on('notification', () => void notifications++)
  await client.query('listen tsudoi_rooms')
  const transactions = async () => {
    const { rows } = await client.query<{ sum: string }>(
      `select (xact_commit + xact_rollback)::text as sum from pg_stat_database where datname = current_database()`,
    )
    return Number(rows[0]?.sum)
  }
  return { notifications: () => notifications, transactions, end: () => client.end() }
}

type Phase = { name: string; cpu: number; statements: number; transactions: number; notifications: number }

/** Milliseconds between two questions of a page that its room tells what happens, and between two reports that it plays. */
const [asksEvery, reportsEvery] = [60_000, 30_000]

export const live: Part = async ({ house }) => {
  const uids = Array.from({ length: viewers }, (_, n) => `viewer_${n}_${randomUUID().slice(0, 8)}`)
  await addViewers(house, uids)
  const tokens = uids.map(tokenOf)
  const devices = uids.map(() => randomUUID())
  const owner = await house.signIn('owner@hoshi.test')
  const call = async (name: string, payload: object, token: string) => {
    const base = name.startsWith('getPublic') ? 'public' : 'cms'
    const answer = await fetch(`${house.origin}/api/${base}/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(payload),
    })
    const body = await answer.json()
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${JSON.stringify(body)}`)
    return body as Record<string, never>
  }
  const [row] = await house.query<{ id: string }>(
    'select contents.streaming_id as id from contents where contents.tenant_id = $1 and contents.plan_content_id = $2',
    [asked.tenantId, asked.planContentId],
  )
  const named = { ...ids, streamingId: row?.id ?? '' }
  await call('setWatchedWords', { ...ids, words: [], holdNewFans: false }, owner)
  await call('startLive', named, owner)

  const database = await watchDatabase(house)
  const audience = startViewers()
  const phases: Phase[] = []
  /** What the program and the database do in so many seconds. */
  const during = async (name: string, work: () => Promise<unknown>) => {
    const before = [cpuOf(house.pid()), await database.transactions(), database.notifications()] as const
    const sent = await metricOf(house, 'tsudoi_statements_total')
    const from = performance.now()
    await work()
    const took = (performance.now() - from) / 1000
    // The database writes its counts down about once a second.
    await later(1200)
    phases.push({
      name,
      cpu: (cpuOf(house.pid()) - before[0]) / took / 10,
      statements: ((await metricOf(house, 'tsudoi_statements_total')) - sent) / took,
      transactions: ((await database.transactions()) - before[1]) / took,
      notifications: (database.notifications() - before[2]) / took,
    })
    return took
  }
  const words: { rate: number; sent: number; answered: Map<string, number>; heard: Record<string, HeardWord> }[] = []
  const misses: string[] = []
  try {
    await later(3000)
    const empty = memoryOf(house.pid())
    const path = `/api/follow/followChat?payload=${encodeURIComponent(JSON.stringify(asked))}`
    let opened = { failed: '' } as Told
    await during('all come', async () => {
      opened = await audience.order({ open: { origin: house.origin, path, tokens, atOnce: 32 } })
    })
    await later(5000)
    const full = memoryOf(house.pid())
    await during('all there, nobody writes', () => later(65_000))

    // What the pages of all of them ask beside their streams, each in its turn.
    const pages: Promise<number>[] = []
    const timed = async (name: string, payload: object, token: string) => {
      const from = performance.now()
      await call(name, payload, token)
      return performance.now() - from
    }
    const calls = viewers * (1000 / asksEvery + 1000 / reportsEvery)
    await during('what their pages ask', async () => {
      for (let n = 0; n < calls * seconds; n++) {
        const token = tokens[(n * 7) % tokens.length] ?? ''
        const viewer = devices[(n * 7) % devices.length]
        pages.push(
          n % 3 === 0
            ? timed('getPublicPlanContent', { ...asked, viewer }, token)
            : timed('noteWatching', { ...asked, viewer }, token),
        )
        if (n % 10 === 9) await later(10_000 / calls)
      }
    })
    const answers = await Promise.all(pages)

    for (const rate of wordsASecond) {
      const sent: Promise<unknown>[] = []
      const answered = new Map<string, number>()
      await during(`${rate} words a second`, async () => {
        for (let n = 0; n < rate * seconds; n++) {
          const name = `${rate}-${n}`
          const text = `${name} at ${Date.now()}`
          const from = performance.now()
          const posted = call('postChatMessage', { ...asked, text }, tokens[n % tokens.length] ?? '')
          sent.push(posted.then(() => void answered.set(name, performance.now() - from)))
          await later(1000 / rate)
        }
        await Promise.all(sent)
      })
      await later(3000)
      const told = await audience.order({ heard: true })
      words.push({ rate, sent: sent.length, answered, heard: 'words' in told ? told.words : {} })
    }

    // Taken away one after the other, as a moderator does it.
    const gone: number[] = []
    const { messages } = (await call('getChatDesk', named, owner)) as unknown as { messages: { id: string }[] }
    const removedAt = new Map<string, number>()
    for (const { id } of messages.slice(-removals)) {
      removedAt.set(id, Date.now())
      await call('moderateChatMessage', { ...named, messageId: id, action: 'remove' }, owner)
      await later(700)
    }
    await later(2000)
    const told = await audience.order({ heard: true })
    const lastAt = 'removed' in told ? told.removed : {}
    for (const [id, at] of removedAt) gone.push((lastAt[id] ?? Number.POSITIVE_INFINITY) - at)

    audience.leave()
    await later(5000)
    await during('nobody there any more', () => later(20_000))
    const idle = phases.at(-1)?.transactions ?? Number.NaN

    say(`\nA live with ${viewers} viewers at one instance, each a stream with a token of its own`)
    table(
      [
        'words a second',
        'sent',
        'at everybody',
        'answered p50, ms',
        'p95',
        'at a viewer p50',
        'p95',
        'at the last p50',
        'p95',
        'of which after the answer, p95',
      ],
      words.map(({ rate, sent, answered, heard }) => {
        const each = Object.values(heard)
        const waits = [...answered.values()]
        const all = each.flatMap(({ delays }) => delays)
        const last = each.map((one) => one.last)
        const after = Object.entries(heard).map(([name, one]) => one.last - (answered.get(name) ?? 0))
        return [
          String(rate),
          String(sent),
          String(each.filter((one) => one.viewers === viewers).length),
          ...[quantile(waits, 0.5), quantile(waits, 0.95)],
          ...[
            quantile(all, 0.5),
            quantile(all, 0.95),
            quantile(last, 0.5),
            quantile(last, 0.95),
            quantile(after, 0.95),
          ],
        ]
      }),
    )
    table(
      ['', 'share of a core, %', 'statements/s', 'transactions/s', 'more than without', 'NOTIFY/s and room'],
      phases.map(({ name, cpu, statements, transactions, notifications }) => [
        name,
        cpu,
        statements,
        transactions,
        transactions - idle,
        notifications.toFixed(2),
      ]),
    )
    table(
      ['', ''],
      [
        ['all have come within, seconds', 'seconds' in opened ? opened.seconds : Number.NaN],
        ['calls a second of their pages', calls],
        ['answered, p50 ms', quantile(answers, 0.5)],
        ['the same, p95 ms', quantile(answers, 0.95)],
        ['memory of a viewer, KB', ((full - empty) * 1024) / viewers],
        ['a word taken away is gone from the last screen, p50 ms', quantile(gone, 0.5)],
        ['the same, p95 ms', quantile(gone, 0.95)],
      ],
    )
    for (const { rate, sent, heard } of words) {
      const each = Object.values(heard)
      const everywhere = each.filter((one) => one.viewers === viewers).length
      if (everywhere < sent)
        misses.push(`live: of ${sent} words (${rate} a second) ${sent - everywhere} did not reach everybody`)
      const slow = quantile(
        each.map((one) => one.last),
        0.95,
      )
      if (slow > longestDelay)
        misses.push(`live: ${rate} words a second are at all viewers within ${slow} ms (p95), wanted ${longestDelay}`)
    }
    const removedIn = quantile(gone, 0.95)
    if (!(removedIn <= longestDelay))
      misses.push(`live: a word taken away is gone after ${removedIn} ms, wanted ${longestDelay}`)
    for (const { name, notifications } of phases)
      if (notifications > mostNotifications * 1.05)
        misses.push(`live: ${name}: ${notifications.toFixed(2)} NOTIFYs a second and room, wanted ${mostNotifications}`)
  } finally {
    audience.leave()
    await database.end()
  }
  return misses
}
