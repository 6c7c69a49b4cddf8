import pg from 'pg'
import type { ResultOf } from '#kit/contract.ts'
import { day } from '#kit/time.ts'
import type { publicContents } from '#publishing/contents/public/contract.ts'
import { againstBare, post, signUp } from './calls'
import { compare, say, table } from './measure'
import type { Part, World } from './world'

const ids = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }
const list = { ...ids, filterOption: null, pagination: { limit: 20, offset: 0 } }
const [plansOfMany, monthsOfMany] = [10, 12]
const [buyers, atOnce] = [64, 8]

type House = World['house']
type PublicList = ResultOf<typeof publicContents.getPublicPlanContents>

const call = async (house: House, name: string, payload: object, token: string) => {
  const { url, ...asked } = post(`${house.origin}/api/cms/${name}`, payload, token)
  const answer = await fetch(url, asked)
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

/** What access costs a fan who has paid for ten plans for a year, against one who has paid for one month of one. */
const byWhatIsPaid = async (house: House, owner: pg.Pool, planContentId: string, planId: string) => {
  const [one, many] = [await signUp(house, 'one@bench.test'), await signUp(house, 'many@bench.test')]
  const now = Date.now()
  const term = (uid: string, plan: string, n: number) =>
    owner.query(
      `insert into subscription_terms (tenant_id, term_id, plan_id, uid, starts_at, ends_at, amount, source)
       values ($1, $2, $3, $4, $5, $6, 500, 'comp')`,
      [
        ids.tenantId,
        `term_bench_${uid}_${plan}_${n}`,
        plan,
        uid,
        new Date(now - (n * 30 + 15) * day),
        new Date(now - (n * 30 - 15) * day),
      ],
    )
  await term(one.uid, planId, 0)
  const { rows } = await owner.query<{ plan_id: string }>('select plan_id from plans where plan_id <> $1 limit $2', [
    planId,
    plansOfMany - 1,
  ])
  for (const plan of [planId, ...rows.map(({ plan_id }) => plan_id)])
    for (let n = 0; n < monthsOfMany; n++) await term(many.uid, plan, n)
  const compared: [string, Awaited<ReturnType<typeof compare>>][] = []
  for (const [name, payload] of [
    ['getPublicPlanContent', { tenantId: ids.tenantId, planContentId }],
    ['getPublicPlanContents', list],
  ] as const) {
    const url = `${house.origin}/api/public/${name}`
    const [ours, other] = [post(url, payload, many.token), post(url, payload, one.token)]
    compared.push([name, await compare({ ...ours, pid: house.pid() }, { ...other, pid: house.pid() })])
  }
  say(`\nAccess with ${rows.length + 1} plans of ${monthsOfMany} months, against one month of one`)
  table(
    ['', 'one rps', 'many rps', 'cost'],
    compared.map(([name, { ours, other, rate }]) => [name, other.rps, ours.rps, (1 / rate).toFixed(2)]),
  )
  return compared.flatMap(([name, { rate }]) =>
    1 / rate > 1.5 ? [`${name} costs a fan of many plans ${(1 / rate).toFixed(2)} times, wanted at most 1.5`] : [],
  )
}

/** Whole purchases of a plan: the press, the sandbox's page, its callback, until the fan is a member. */
const purchases = async ({ house, timed }: Pick<World, 'house' | 'timed'>, owner: pg.Pool, planId: string) => {
  const fans: { token: string; uid: string }[] = []
  for (let n = 0; n < buyers; n++) fans.push(await signUp(house, `buyer${n}@bench.test`))
  const commits = async () =>
    Number(
      (await owner.query(`select xact_commit from pg_stat_database where datname = current_database()`)).rows[0]
        ?.xact_commit,
    )
  const buy = async ({ token, uid }: { token: string; uid: string }) => {
    const asked = { tenantId: ids.tenantId, planId, returnPath: null }
    const { sessionUrl } = (await call(house, 'purchasePlanSubscription', asked, token)) as { sessionUrl: string }
    const session = /(cs_[A-Za-z0-9_]+)/.exec(sessionUrl)?.[1] ?? ''
    const { url, ...paying } = post(`${house.origin}/sandbox/control`, { action: 'paySession', session })
    if (!(await fetch(url, paying)).ok) throw new Error('The sandbox refused.')
    const isMember = async () =>
      (await owner.query('select 1 from subscription_terms where uid = $1 and plan_id = $2', [uid, planId])).rowCount
    while (!(await isMember())) await new Promise((next) => setTimeout(next, 10))
  }
  const before = await commits()
  const seconds = await timed(async () => {
    const waiting = [...fans]
    const work = async () => {
      for (let fan = waiting.shift(); fan; fan = waiting.shift()) await buy(fan)
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  })
  // Counters of other connections arrive within a second.
  await new Promise((next) => setTimeout(next, 1500))
  say(
    `\n${buyers} purchases of a plan, ${atOnce} at once: ${(buyers / seconds).toFixed(1)} a second, ${(((await commits()) - before) / seconds).toFixed(0)} commits a second in PostgreSQL (the waiting of this measure included)`,
  )
}

/** What fans read, what it costs to know whether they may, and what they buy. */
export const contents: Part = async ({ house, timed }) => {
  const token = await house.signIn('member@tsudoi.test')
  const uid = 'demo_member'
  const owner = new pg.Pool({ connectionString: house.databaseUrl('owner') })
  try {
    const { url, ...asked } = post(
      `${house.origin}/api/public/getPublicPlanContents`,
      { ...list, pagination: { limit: 100, offset: 0 } },
      token,
    )
    const shown = (await (await fetch(url, asked)).json()) as PublicList
    const found = shown.planContents.find(({ type, status }) => type === 'news' && status === 'available')
    const planId = found?.plans[0]?.planId
    if (!found || !planId) throw new Error('The demo has no news that its member may read.')
    const { planContentId } = found
    const { misses } = await againstBare(
      { house },
      {
        callers: [{ token, uid }],
        title: 'Contents, for a member',
        calls: [
          { name: 'getPublicPlanContents', base: 'public', payload: list, bound: 0.5, token },
          {
            name: 'getPublicPlanContent',
            base: 'public',
            payload: { tenantId: ids.tenantId, planContentId },
            bound: 0.5,
            token,
          },
        ],
      },
    )
    misses.push(...(await byWhatIsPaid(house, owner, planContentId, planId)))
    await purchases({ house, timed }, owner, planId)
    return misses
  } finally {
    await owner.end()
  }
}
