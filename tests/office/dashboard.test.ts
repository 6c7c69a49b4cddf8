import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serverConfig } from '#config.server.ts'
import { dayTextOf } from '#kit/days.ts'
import { day } from '#kit/time.ts'
import { plans } from '#membership/plans/contract.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { staffSubscriptions } from '#membership/subscriptions/staff/contract.ts'
import { dashboard } from '#office/dashboard/contract.ts'
import { dashboardJobs, mostCountedLive } from '#office/dashboard/jobs.server.ts'
import { jobContext } from '#program/workContext.ts'
import { isEmbedPath, signedEmbedUrl } from '#server/analytics/looker.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { decryptText } from '#server/encryption.ts'
import { addMember, ask, club, type Person, person, refused } from '../support/club'
import { failingAt } from '../support/jobs'
import { together } from '../support/naive'
import { joinByCard, moveTo, newFan, shop } from '../support/shop'
import { ownerUrl } from '../support/world'

describe('a report of Looker', () => {
  const { 'dashboard/getLookerSignedUrlUrl': getUrl } = dashboard
  const src = '/embed/dashboards/1'

  test('is opened by an address that is signed as Looker’s documentation says', async () => {
    const { ids, owner } = await club()
    const { url } = await ask(getUrl, { brandFirestoreId: ids.brandId, src }, owner)
    const { host, pathname, searchParams } = new URL(url)
    expect(`${host}${pathname}`).toBe(`looker.example.test/login/embed/${encodeURIComponent(src)}`)
    const order = ['nonce', 'time', 'session_length', 'external_user_id', 'permissions', 'models', 'user_attributes']
    const text = [host, pathname, ...[...order, 'access_filters'].map((name) => searchParams.get(name))].join('\n')
    expect(searchParams.get('signature')).toBe(createHmac('sha1', 'embed-secret').update(text).digest('base64'))
    expect(JSON.parse(searchParams.get('user_attributes') ?? '')).toEqual({
      tenant_id: ids.tenantId,
      brand_id: ids.brandId,
    })
    expect(JSON.parse(searchParams.get('models') ?? '')).toEqual(['club'])
    expect(url).not.toContain(owner.email)
  })

  test('is signed the same from the same facts, and otherwise from any other', () => {
    const settings = { host: 'club.looker.com', secret: 's', models: ['m'] }
    const viewer = { viewerId: 'v', attributes: { brand_id: 'b' } }
    const url = signedEmbedUrl(settings, src, viewer, 1_700_000_000_000, 'n')
    expect(signedEmbedUrl(settings, src, viewer, 1_700_000_000_000, 'n')).toBe(url)
    const signature = (of: string) => new URL(of).searchParams.get('signature')
    const others = [
      signedEmbedUrl({ ...settings, secret: 't' }, src, viewer, 1_700_000_000_000, 'n'),
      signedEmbedUrl(settings, '/embed/looks/1', viewer, 1_700_000_000_000, 'n'),
      signedEmbedUrl(settings, src, { ...viewer, attributes: { brand_id: 'c' } }, 1_700_000_000_000, 'n'),
      signedEmbedUrl(settings, src, viewer, 1_700_000_001_000, 'n'),
      signedEmbedUrl(settings, src, viewer, 1_700_000_000_000, 'o'),
    ]
    for (const other of others) expect(signature(other)).not.toBe(signature(url))
  })

  test.each([
    '/embed/dashboards/2',
    'https://evil.example/embed/dashboards/1',
    '/embed/dashboards/1/../2',
    '/admin',
    '/embed/dashboards/10',
  ])('that is not offered is refused: %s', async (other) => {
    const { ids, owner } = await club()
    expect(await refused(getUrl, { brandFirestoreId: ids.brandId, src: other }, owner)).toMatchObject({
      code: 'reportNotOffered',
    })
  })

  test('keeps its filters, and leads nowhere else', async () => {
    expect(isEmbedPath('/embed/dashboards/1?Date=1+years')).toBe(true)
    for (const bad of ['//evil.example', '/embed//evil', '/embed/../admin', '/embed/a\nb', '/embed/a#b'])
      expect(isEmbedPath(bad), bad).toBe(false)
  })

  test('is for those who see money, and for nobody of another club', async () => {
    const [one, other, editor] = [await club(), await club(), await person()]
    await addMember(one.tenantId, editor, 'editor')
    const payload = { brandFirestoreId: one.brandId, src }
    expect(await refused(getUrl, payload, editor)).toMatchObject({ status: 403 })
    expect(await refused(getUrl, payload, other.owner)).toMatchObject({ status: 404 })
    expect((await ask(dashboard.getDashboardConnection, one.ids, editor)).reports).toEqual([])
    expect((await ask(dashboard.getDashboardConnection, one.ids, one.owner)).reports).toEqual([src])
  })
})

describe('a service that is connected by OAuth', () => {
  const { 'dashboard/getOAuthRedirectUrl': getRedirect, 'dashboard/createOAuthRefreshToken': create } = dashboard
  const server = createServer()
  let issuer = ''

  /** An OAuth server that is not ours: it checks the client, the redirect address, the code and PKCE. */
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const config = serverConfig()
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: 'tsudoi',
          client_secret: 'client-secret-of-tsudoi',
          redirect_uris: [`${config.PUBLIC_ORIGIN}/oauth2callback`],
          grant_types: ['authorization_code', 'refresh_token'],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      pkce: { required: () => true },
      scopes: ['openid', 'offline_access'],
      issueRefreshToken: async () => true,
      cookies: { keys: ['k'] },
      features: { devInteractions: { enabled: true } },
    })
    server.on('request', provider.callback())
    Object.assign(config, {
      OAUTH_AUTHORIZATION_URL: `${issuer}/auth`,
      OAUTH_TOKEN_URL: `${issuer}/token`,
      OAUTH_CLIENT_SECRET: 'client-secret-of-tsudoi',
    })
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  /** What a browser does there: signs in, agrees, and is sent back. */
  const consent = async (redirectUrl: string): Promise<URL> => {
    const jar = new Map<string, string>()
    const visit = async (url: string, body?: URLSearchParams) => {
      const answer = await fetch(url, {
        redirect: 'manual',
        headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(body && { method: 'POST', body }),
      })
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        jar.set(name, value)
      }
      return answer
    }
    let answer = await visit(redirectUrl)
    for (let step = 0; step < 12; step++) {
      const to = answer.headers.get('location')
      if (to) {
        const next = new URL(to, issuer)
        if (next.pathname === '/oauth2callback') return next
        answer = await visit(next.href)
        continue
      }
      const page = await answer.text()
      const action = /action="([^"]+)"/.exec(page)?.[1] ?? ''
      const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1] ?? ''
      const form = new URLSearchParams({ prompt, ...(prompt === 'login' && { login: 'creator', password: 'x' }) })
      answer = await visit(new URL(action, issuer).href, form)
    }
    throw new Error('The other service never sent anybody back.')
  }

  const begun = async (by?: Person) => {
    const one = await club()
    const { redirectUrl } = await ask(getRedirect, one.ids, by ?? one.owner)
    return { ...one, redirectUrl, finish: { tenantId: one.tenantId, brandFirestoreId: one.brandId } }
  }

  test('asks with state and PKCE, and keeps what comes back so that a copy of the database does not open it', async () => {
    const { ids, owner, redirectUrl, finish } = await begun()
    const asked = new URL(redirectUrl).searchParams
    expect(asked.get('code_challenge_method')).toBe('S256')
    expect(asked.get('state')).toBeTruthy()
    const back = await consent(redirectUrl)
    expect(back.searchParams.get('state')).toBe(asked.get('state'))
    const code = back.searchParams.get('code') ?? ''
    await ask(create, { ...finish, code }, owner)
    const { connection } = await ask(dashboard.getDashboardConnection, ids, owner)
    expect(connection).toMatchObject({ connectedBy: 'owner' })
    const { rows } = await pool().query('select refresh_token from oauth_connections where brand_id = $1', [
      ids.brandId,
    ])
    const token = decryptText(rows[0].refresh_token, `oauth:${ids.brandId}`)
    expect(token.length).toBeGreaterThan(20)
    expect(rows[0].refresh_token).not.toContain(token)
    expect(() => decryptText(rows[0].refresh_token, 'oauth:brand_other')).toThrow()
    // A code is good once, and so is a try.
    expect(await refused(create, { ...finish, code }, owner)).toMatchObject({ code: 'oauthNotStarted' })
    await ask(dashboard.removeDashboardConnection, ids, owner)
    expect(await refused(dashboard.removeDashboardConnection, ids, owner)).toMatchObject({ code: 'notConnected' })
  })

  test('a code of somebody else’s consent does not fit: each try has its own verifier', async () => {
    const [mine, theirs] = [await begun(), await begun()]
    const code = (await consent(theirs.redirectUrl)).searchParams.get('code') ?? ''
    expect(await refused(create, { ...mine.finish, code }, mine.owner)).toMatchObject({ code: 'oauthRefused' })
    expect((await ask(dashboard.getDashboardConnection, mine.ids, mine.owner)).connection).toBe(null)
  })

  test('a code that was never given is refused, and the try is over', async () => {
    const { owner, finish } = await begun()
    expect(await refused(create, { ...finish, code: 'invented' }, owner)).toMatchObject({ code: 'oauthRefused' })
    expect(await refused(create, { ...finish, code: 'invented' }, owner)).toMatchObject({ code: 'oauthNotStarted' })
  })

  test('who never asked, or asked as somebody else, connects nothing', async () => {
    const { owner, redirectUrl, finish, tenantId } = await begun()
    const admin = await person()
    await addMember(tenantId, admin, 'admin')
    const code = (await consent(redirectUrl)).searchParams.get('code') ?? ''
    expect(await refused(create, { ...finish, code }, admin)).toMatchObject({ code: 'oauthNotStarted' })
    await ask(create, { ...finish, code }, owner)
  })

  test('a service that cannot be reached is told as such', async () => {
    const { owner, finish } = await begun()
    const config = serverConfig()
    const right = config.OAUTH_TOKEN_URL
    Object.assign(config, { OAUTH_TOKEN_URL: 'http://127.0.0.1:1/token' })
    expect(await refused(create, { ...finish, code: 'any' }, owner)).toMatchObject({ code: 'oauthUnavailable' })
    Object.assign(config, { OAUTH_TOKEN_URL: right })
  })

  test('a try is good for ten minutes', async () => {
    const { owner, finish } = await begun()
    await moveTo(now() + 10 * 60_000)
    expect(await refused(create, { ...finish, code: 'any' }, owner)).toMatchObject({ code: 'oauthNotStarted' })
  })
})

describe('the figures of a day', () => {
  const today = () => dayTextOf(now())
  const stats = async (of: Awaited<ReturnType<typeof shop>>, from = today(), to = today()) =>
    (await ask(dashboard.getBrandStats, { ...of.ids, from, to }, of.owner)).days

  test('are counted in the night after it, once; today stands as it is', async () => {
    const of = await shop()
    await joinByCard(of, await newFan())
    const leaving = await newFan()
    await joinByCard(of, leaving)
    const joinedOn = today()
    expect(await stats(of)).toMatchObject([{ members: 2, joined: 2, mrr: 3000, gross: { plan: 3000 } }])
    await moveTo(now() + day)
    await ask(subscriptions.cancelPlanSubscription, { planId: of.planId, cancelAtPeriodEnd: false }, leaving)
    const leftOn = today()
    await moveTo(now() + day)
    const days = await stats(of, joinedOn, today())
    expect(days.map(({ day: text, members, joined, ended }) => [text, members, joined, ended.voluntary])).toEqual([
      [joinedOn, 2, 2, 0],
      [leftOn, 1, 0, 1],
      [today(), 1, 0, 0],
    ])
    const { rows } = await pool().query('select day from brand_days where brand_id = $1 order by day', [of.brandId])
    expect(rows.map((row) => row.day)).toContain(joinedOn)
    expect(rows.map((row) => row.day)).not.toContain(today())
  })

  test('a day that is counted again says what the facts say, not what was written down', async () => {
    const of = await shop()
    await joinByCard(of, await newFan())
    const counted = today()
    await moveTo(now() + day)
    await pool().query('update brand_days set members = 99 where brand_id = $1 and day = $2', [of.brandId, counted])
    const context = jobContext('again')
    await dashboardJobs.countBrandDays.run(context, { day: counted })
    expect((await stats(of, counted, counted))[0]).toMatchObject({ members: 1 })
  })

  test('a club whose figures cannot be counted keeps no other one from being counted', async () => {
    await together(3, () => shop())
    const counted = async () =>
      (await pool().query('select distinct brand_id from brand_days where day = $1', [dayTextOf(now() - day)])).rows
        .length
    await pool().query('delete from brand_days')
    const broken = await shop()
    const asOwner = new pg.Client({ connectionString: ownerUrl })
    await asOwner.connect()
    await asOwner.query(`alter table brand_days add constraint broken check (brand_id <> '${broken.brandId}')`)
    await expect(dashboardJobs.countBrandDays.run(jobContext('broken'), {})).rejects.toThrow('1 could not be done')
    const { rows } = await pool().query('select count(*)::int as n from brands')
    expect(await counted()).toBe(rows[0].n - 1)
    await asOwner.query('alter table brand_days drop constraint broken')
    await asOwner.end()
    await dashboardJobs.countBrandDays.run(jobContext('again'), {})
    expect(await counted()).toBe(rows[0].n)
    await expect(dashboardJobs.countBrandFigures.run(failingAt(2), {})).rejects.toThrow('1 could not be done')
  })

  /** Two days of a club, the figures of both made wrong by hand. */
  const wronged = async () => {
    // At noon: ten minutes after midnight the day before has not been counted.
    await moveTo(Date.parse(`${dayTextOf(now() + day)}T12:00:00+09:00`))
    const of = await shop()
    await joinByCard(of, await newFan())
    const first = today()
    await moveTo(now() + day)
    await joinByCard(of, await newFan())
    const second = today()
    await moveTo(now() + day)
    await pool().query('update brand_days set members = 99, mrr = 1, joined = 9, ended_other = 4 where brand_id = $1', [
      of.brandId,
    ])
    return { of, first, second }
  }
  const kept = async (brandId: string) =>
    (await pool().query('select * from brand_days where brand_id = $1 order by day', [brandId])).rows
  const { recountBrandDay } = dashboard

  test('that is wrong is right when somebody has it counted again, and no other day is touched', async () => {
    const [{ of, first, second }, other] = [await wronged(), await wronged()]
    const accountant = await person()
    await addMember(of.tenantId, accountant, 'accountant')
    const [before, theirs] = [await kept(of.brandId), await kept(other.of.brandId)]
    expect(await ask(recountBrandDay, { ...of.ids, day: first }, accountant)).toEqual({ changed: true })
    expect(await stats(of, first, second)).toMatchObject([
      { day: first, members: 1, mrr: 1500, joined: 1, ended: { other: 0 } },
      { day: second, members: 99, mrr: 1, joined: 9, ended: { other: 4 } },
    ])
    const isFirst = (row: { day: string }) => row.day === first
    expect((await kept(of.brandId)).filter((row) => !isFirst(row))).toEqual(before.filter((row) => !isFirst(row)))
    expect(await kept(other.of.brandId)).toEqual(theirs)
    expect(await ask(recountBrandDay, { ...of.ids, day: first }, of.owner)).toEqual({ changed: false })
  })

  test('says who came and left to everybody who works there, and what was earned to those who see money', async () => {
    const { of, first, second } = await wronged()
    const span = { ...of.ids, from: first, to: second }
    const editor = await person()
    await addMember(of.tenantId, editor, 'editor')
    expect(await ask(dashboard.getBrandStats, span, editor)).toMatchObject({
      seesMoney: false,
      days: [
        { day: first, joined: expect.any(Number), mrr: null, gross: null },
        { day: second, joined: 9, mrr: null, gross: null },
      ],
    })
    expect(await ask(dashboard.getBrandStats, span, of.owner)).toMatchObject({
      seesMoney: true,
      days: [{ gross: { plan: expect.any(Number) } }, { mrr: 1 }],
    })
  })

  test('that was never counted has figures once somebody asks for them', async () => {
    const { of, first, second } = await wronged()
    await pool().query('delete from brand_days where brand_id = $1', [of.brandId])
    // Yesterday is counted as it stands until its night has counted it.
    expect(await stats(of, first, second)).toMatchObject([{ day: second, members: 2, mrr: 3000, joined: 1 }])
    expect(await ask(recountBrandDay, { ...of.ids, day: first }, of.owner)).toEqual({ changed: true })
    expect((await stats(of, first, first))[0]).toMatchObject({ members: 1, mrr: 1500, joined: 1 })
  })

  test('that has not ended, or that the brand has not seen, is not counted', async () => {
    const { of, first } = await wronged()
    const before = await kept(of.brandId)
    const dayAfter = (text: string, n: number) => dayTextOf(Date.parse(`${text}T00:00:00+09:00`) + n * day)
    for (const [text, code] of [
      [today(), 'dayNotOver'],
      [dayAfter(today(), 1), 'dayNotOver'],
      ['2099-12-31', 'dayNotOver'],
      [dayAfter(first, -1), 'beforeBrand'],
      ['2000-01-01', 'beforeBrand'],
    ] as const)
      expect(await refused(recountBrandDay, { ...of.ids, day: text }, of.owner), text).toMatchObject({
        status: 409,
        code,
      })
    for (const text of ['2026-02-30', '2026-13-01', '2026-1-1', '1999-12-31', '', 'today', '2026-11-01T00:00:00Z']) {
      const { status, fields } = await refused(recountBrandDay, { ...of.ids, day: text }, of.owner)
      expect([status, ...new Set(fields?.map(({ field }) => field))], text).toEqual([400, 'day'])
    }
    expect(await kept(of.brandId)).toEqual(before)
  })

  test('is counted again by whoever sees the figures, and by nobody else', async () => {
    const [{ of, first }, stranger, editor] = [await wronged(), await club(), await person()]
    await addMember(of.tenantId, editor, 'editor')
    const before = await kept(of.brandId)
    expect(await refused(recountBrandDay, { ...of.ids, day: first }, editor)).toMatchObject({ status: 403 })
    expect(await refused(recountBrandDay, { ...of.ids, day: first }, stranger.owner)).toMatchObject({ status: 404 })
    expect(await kept(of.brandId)).toEqual(before)
    await ask(recountBrandDay, { ...of.ids, day: first }, of.owner)
    const { rows } = await pool().query(
      "select actor_uid, payload from audit_log where brand_id = $1 and operation = 'recountBrandDay'",
      [of.brandId],
    )
    expect(rows).toEqual([{ actor_uid: of.owner.uid, payload: { day: first } }])
  })

  test.each([
    ['2026-02-30', '2026-03-01'],
    ['2026-3-1', '2026-03-02'],
    ['2026-03-02', '2026-03-01'],
    ['2024-01-01', '2026-01-01'],
    ['x', '2026-03-01'],
  ])('a span from %s to %s is refused', async (from, to) => {
    const { ids, owner } = await club()
    expect(await refused(dashboard.getBrandStats, { ...ids, from, to }, owner)).toMatchObject({ status: 400 })
  })
})

describe('the figures of a large club', () => {
  const countAgain = () => dashboardJobs.countBrandFigures.run(jobContext('figures'), {})
  const month = () => dayTextOf(now()).slice(0, 7)

  test('are those of the last count, and say of when; a small one’s are of this moment', async () => {
    const of = await shop()
    await joinByCard(of, await newFan())
    const read = async () => [
      await ask(plans.getPlanStatistics, of.ids, of.owner),
      await ask(plans.getPlanFees, of.ids, of.owner),
      await ask(staffSubscriptions.getSubscriberSummary, { ...of.ids, month: month() }, of.owner),
    ]
    await countAgain()
    const live = await read()
    expect(live).toMatchObject([{ members: 1, countedAt: null }, { countedAt: null }, { members: 1, countedAt: null }])
    await pool().query(
      `insert into subscription_terms (tenant_id, term_id, plan_id, uid, starts_at, ends_at, amount, source)
        select $1, 'old_' || n, $2, 'old_' || n, timestamptz '2020-01-01', timestamptz '2020-02-01', 500, 'card' from generate_series(1, $3::int) n`,
      [of.ids.tenantId, of.planId, mostCountedLive],
    )
    const countedAt = now()
    await countAgain()
    const counted = await read()
    // The same figures, by the same rule.
    expect(counted).toEqual(live.map((figures) => ({ ...figures, countedAt: expect.any(Number) })))
    await joinByCard(of, await newFan())
    expect(await read()).toEqual(counted)
    await countAgain()
    const [again] = await read()
    expect(again).toMatchObject({ members: 2 })
    expect(again?.countedAt).toBeGreaterThanOrEqual(countedAt)
  })
})
