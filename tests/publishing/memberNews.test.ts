import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fans as fanTable, people } from '#club/fans/tables.server.ts'
import { uploads } from '#club/uploads/tables.server.ts'
import { serverConfig } from '#config.server.ts'
import { addTokyoMonths, day, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import { plans as planTable } from '#membership/plans/tables.server.ts'
import { openOneClick } from '#program/http/oneClick.ts'
import { callbackContext, jobContext } from '#program/workContext.ts'
import { contents as contentOperations } from '#publishing/contents/contract.ts'
import { contentPlans, contents } from '#publishing/contents/tables.server.ts'
import { videoConversions } from '#publishing/contents/video/tables.server.ts'
import { memberNews } from '#publishing/news/contract.ts'
import { memberNewsJobs } from '#publishing/news/jobs.server.ts'
import { noteSignal } from '#publishing/streamings/callbacks.server.ts'
import { streamingContents } from '#publishing/streamings/contents/contract.ts'
import { streamings } from '#publishing/streamings/contract.ts'
import { streamings as streamingTable } from '#publishing/streamings/tables.server.ts'
import { now } from '#server/clock.ts'
import { database, pool } from '#server/db.ts'
import { listOutbox } from '#server/mail/outbox.ts'
import { stopToken } from '#server/mail/stopToken.ts'
import { runDueJobs } from '#server/queue.ts'
import { ask, newId, type Person, person, refused, request } from '../support/club'
import { addFan, addTerm } from '../support/fan'
import { failingAt } from '../support/jobs'
import { lastMailTo, mailsTo } from '../support/mail'
import { planRow } from '../support/plan'
import { scene } from '../support/scene'
import { moveTo, shop } from '../support/shop'

const hour = day / 24
type Ids = { tenantId: string; brandId: string }
type Term = Parameters<typeof addTerm>[3]

/** Somebody whom the brand knows, with a term of the plan where one is named. */
const knownFan = async (
  ids: Ids,
  planId: string | null,
  { locale = 'ja', term = {}, ...values }: { locale?: 'ja' | 'en'; term?: Term; blockedAt?: number } = {},
) => {
  const fan = await person()
  const number = { memberNumber: Math.floor(Math.random() * 2 ** 31), memberNumberIssuedAt: now() }
  await addFan(ids, fan, locale, { ...(planId && number), ...values })
  if (planId) await addTerm(ids, planId, fan.uid, term)
  return fan
}

type Shown = Partial<typeof contents.$inferInsert>
const publish = async (ids: Ids, planIds: string[], values: Shown = {}) => {
  const planContentId = newId('content')
  const at = now() - day
  await database()
    .insert(contents)
    .values({
      ...{ ...ids, planContentId, type: 'streaming', status: 'active', name: 'Winter night', description: '' },
      ...{ thumbnail: '', viewableBy: 'paidUsers', publishingAt: at, createdAt: at, editedAt: at },
      ...values,
    })
  const link = { tenantId: ids.tenantId, planContentId, visibleFrom: at, editedAt: at }
  if (planIds.length > 0)
    await database()
      .insert(contentPlans)
      .values(planIds.map((planId) => ({ ...link, planId })))
  return planContentId
}

/** The form values of a content. */
const asSaid = (planIds: string[]) => ({
  ...{ name: 'Winter night', description: '', thumbnail: 'https://example.com/a.png' },
  ...{ viewableBy: 'paidUsers' as const, planIds, backNumberPeriod: null, text: '' },
})

/** A club with two plans and a live streaming that begins in an hour; nothing shows it yet. */
const stage = async () => {
  const { ids, owner, examples, slug } = await scene()
  const [plan, other] = [planRow(ids), planRow(ids)]
  await database().insert(planTable).values([plan, other])
  const { eventId, scheduleId } = examples.createStreaming as { eventId: string; scheduleId: string }
  const said = { ...ids, eventId, scheduleId, scheduledStartAt: now() + hour }
  const { streamingId, ingest } = await ask(streamings.createStreaming, said, owner)
  return {
    ids,
    owner,
    slug,
    planId: plan.planId,
    otherId: other.planId,
    eventId,
    streamingId,
    ingest,
    named: { ...ids, streamingId },
  }
}

/** Only news of what a test is about: the scene's own lives have their mails, too. */
const newsTo = async ({ email }: Person, of = /Winter night|バックナンバー|back number/) =>
  (await mailsTo(email)).filter(({ subject }) => of.test(subject))
const gotNews = async (...all: Person[]) => {
  const counts: number[] = []
  for (const one of all) counts.push((await newsTo(one)).length)
  return counts
}
/** How often a notification was requested. */
const askedToTell = async (job: string, of: string) => {
  const { rows } = await pool().query<{ count: number }>(
    'select count(*)::int as count from pgboss.job where name = $1 and data::text like $2',
    [job, `%${of}%`],
  )
  return rows[0]?.count
}
const tokenIn = (text: string) => /unsubscribe\?token=(\S+)/.exec(text)?.[1] ?? ''

describe('when a live starts', () => {
  test('members who may see it get one mail, in their language, with the way to it and the way to stop', async () => {
    const { ids, owner, slug, planId, otherId, streamingId, named } = await stage()
    const planContentId = await publish(ids, [planId], { streamingId })
    const [member, english] = [await knownFan(ids, planId), await knownFan(ids, planId, { locale: 'en' })]
    const ofOtherPlan = await knownFan(ids, otherId)
    const left = await knownFan(ids, planId, { term: { from: now() - 40 * day, to: now() - day } })
    const refunded = await knownFan(ids, planId, { term: { voidedAt: now() - hour } })
    const follower = await knownFan(ids, null)
    const blocked = await knownFan(ids, planId, { blockedAt: now() })
    const quiet = await knownFan(ids, planId)
    await ask(memberNews.setNewsByMail, { ...ids, isOn: false }, quiet)
    await ask(streamings.startLive, named, owner)
    expect(await gotNews(ofOtherPlan, left, refunded, follower, blocked, quiet)).toEqual([0, 0, 0, 0, 0, 0])
    const [mail, ...more] = await newsTo(member)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('ライブ配信が始まりました: Winter night（Aoi）')
    const { PUBLIC_ORIGIN: origin, DATA_DIR } = serverConfig()
    expect(mail?.text).toContain(`${origin}/fc/${slug}/contents/${planContentId}`)
    const stopUrl = `${origin}/fc/me/unsubscribe?token=${tokenIn(mail?.text ?? '')}`
    expect(mail?.text).toContain(stopUrl)
    const source = await readFile(join(DATA_DIR, 'outbox', `${mail?.id}.eml`), 'utf8')
    const headers = source.replaceAll(/\r\n\s+/g, ' ')
    expect(headers).toContain(`List-Unsubscribe: <${origin}/api/mail/stop?token=${tokenIn(mail?.text ?? '')}>`)
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
    const [letter] = await newsTo(english)
    expect(letter?.subject).toBe('Live now: Winter night (Aoi)')
    expect(letter?.text).toContain(`${origin}/en/fc/${slug}/contents/${planContentId}`)
    expect(letter?.text).toContain(`${origin}/en/fc/me/unsubscribe?token=`)
  })

  test('members are told of it when the content that shows it is first published while it runs', async () => {
    const { ids, owner, planId, eventId, streamingId, named } = await stage()
    const [first, late] = [await knownFan(ids, planId), await knownFan(ids, planId)]
    const of = { ...ids, eventId, streamingId }
    const { planContentId } = await ask(streamingContents.createDraftPlanContentStreaming, of, owner)
    await ask(streamings.startLive, named, owner)
    expect(await gotNews(first, late)).toEqual([0, 0])
    const content = { ...ids, planContentId }
    const said = { ...content, ...asSaid([planId]) }
    await ask(streamingContents.updatePlanContentStreamingAsActive, said, owner)
    expect(await gotNews(first, late)).toEqual([1, 1])
    // Taken back and published again: everybody has heard of it.
    await ask(contentOperations.revertPlanContentToDraft, content, owner)
    await ask(streamingContents.updatePlanContentStreamingAsActive, said, owner)
    expect(await gotNews(first, late)).toEqual([1, 1])
  })

  test('and at the moment for which the content was planned, not when it was planned', async () => {
    const { ids, owner, planId, eventId, streamingId, named } = await stage()
    const member = await knownFan(ids, planId)
    const of = { ...ids, eventId, streamingId }
    const { planContentId } = await ask(streamingContents.createDraftPlanContentStreaming, of, owner)
    await ask(streamings.startLive, named, owner)
    const publishingAt = now() + 60_000
    const content = { ...ids, planContentId }
    await ask(
      streamingContents.scheduleToPublishPlanContentStreaming,
      { ...content, ...asSaid([planId]), publishingAt },
      owner,
    )
    expect(await gotNews(member)).toEqual([0])
    const later = publishingAt + 60_000
    await ask(contentOperations.reschedulePlanContentPublishment, { ...content, publishingAt: later }, owner)
    await moveTo(publishingAt + 10_000)
    expect(await gotNews(member)).toEqual([0])
    await moveTo(later + 10_000)
    expect(await gotNews(member)).toEqual([1])
  })

  test('a grace counts as the rule of access has it: for what has no month, and not for a month that is not paid', async () => {
    const { ids, owner, planId, streamingId, named } = await stage()
    const { year, month } = tokyoMonth(now())
    const grace = await knownFan(ids, planId, { term: { source: 'grace' } })
    const paid = await knownFan(ids, planId)
    await publish(ids, [planId], { streamingId, periodYear: year, periodMonth: month })
    const again = await stage()
    const open = await knownFan(again.ids, again.planId, { term: { source: 'grace' } })
    await publish(again.ids, [again.planId], { streamingId: again.streamingId })
    await ask(streamings.startLive, named, owner)
    await ask(streamings.startLive, again.named, again.owner)
    expect(await gotNews(grace, paid, open)).toEqual([0, 1, 1])
  })

  test('a free one is told to all present members of the brand, and a draft to nobody', async () => {
    const { ids, owner, planId, otherId, streamingId, named } = await stage()
    await publish(ids, [], { streamingId, viewableBy: 'allUsers' })
    const [one, other] = [await knownFan(ids, planId), await knownFan(ids, otherId)]
    const left = await knownFan(ids, planId, { term: { from: now() - 40 * day, to: now() - day } })
    const follower = await knownFan(ids, null)
    const elsewhere = await stage()
    const stranger = await knownFan(elsewhere.ids, elsewhere.planId)
    const drafted = await publish(elsewhere.ids, [elsewhere.planId], { streamingId: elsewhere.streamingId })
    await database()
      .update(contents)
      .set({ status: 'draft', publishingAt: null })
      .where(eq(contents.planContentId, drafted))
    await ask(streamings.startLive, named, owner)
    await ask(streamings.startLive, elsewhere.named, elsewhere.owner)
    expect(await gotNews(one, other, left, follower, stranger)).toEqual([1, 1, 0, 0, 0])
  })

  test('by its signal, members are told as well; once, though two contents show it and the job runs twice', async () => {
    const { ids, owner, planId, otherId, streamingId, named, ingest } = await stage()
    await publish(ids, [planId], { streamingId })
    await publish(ids, [planId, otherId], { streamingId })
    const member = await knownFan(ids, planId)
    await ask(streamings.setAutoStart, { ...named, autoStart: true }, owner)
    const begins = now() + hour
    const signal = (at: number) => noteSignal({ ...callbackContext(), now: at }, ingest.key, true, 'here')
    for (let s = 0; s <= 20; s += 2) await signal(begins + s * 1000)
    await moveTo(begins + 22_000)
    expect(await gotNews(member)).toEqual([1])
    await memberNewsJobs.tellOfLive.run(jobContext('again'), { streamingId })
    expect(await gotNews(member)).toEqual([1])
  })

  test('a job that comes when it is over tells nobody', async () => {
    const { ids, owner, planId, streamingId, named } = await stage()
    await publish(ids, [planId], { streamingId })
    const member = await knownFan(ids, planId)
    await ask(streamings.startLive, named, owner)
    await ask(streamings.endLive, named, owner)
    expect(await gotNews(member)).toEqual([0])
  })

  test('several hundred members are told in pages, each once', async () => {
    const { ids, planId, streamingId } = await stage()
    await publish(ids, [planId], { streamingId })
    const at = now()
    const many = Array.from({ length: 450 }, (_, n) => `many_${newId('uid')}_${n}`)
    const seen = { firstSeenAt: at, lastActiveAt: at, editedAt: at }
    await database()
      .insert(people)
      .values(
        many.map((uid) => ({ uid, email: `${uid.replaceAll('_', '-')}@example.test`, createdAt: at, editedAt: at })),
      )
    await database()
      .insert(fanTable)
      .values(many.map((uid) => ({ ...ids, ...seen, uid, fanId: newId('fan') })))
    for (const uid of many) await addTerm(ids, planId, uid)
    await database().update(streamingTable).set({ startedAt: at }).where(eq(streamingTable.streamingId, streamingId))
    const waiting = async () => {
      const { rows } = await pool().query<{ to: string }>(
        `select data ->> 'to' as to from pgboss.job where name = 'sendBulkMail' and data ->> 'to' like 'many-%'`,
      )
      return rows.map(({ to }) => to)
    }
    await memberNewsJobs.tellOfLive.run(jobContext('many'), { streamingId })
    await memberNewsJobs.tellOfLive.run(jobContext('many'), { streamingId })
    const told = await waiting()
    expect([told.length, new Set(told).size]).toEqual([450, 450])
    await runDueJobs()
    expect(await waiting()).toHaveLength(450)
  })
})

describe('when the recording of a live can be watched', () => {
  const recorded = async () => {
    const on = await stage()
    const { ids, planId, streamingId } = on
    const planContentId = await publish(ids, [planId], { streamingId })
    const [mediaId, at] = [newId('media'), now()]
    await database()
      .insert(uploads)
      .values({
        ...{ ...ids, mediaId, kind: 'video', fileName: 'a.mp4', contentType: 'video/mp4', size: 1, key: mediaId },
        ...{ state: 'ready', createdBy: 'test', createdAt: at },
      })
    const { tenantId } = ids
    await database().insert(videoConversions).values({ tenantId, mediaId, status: 'progressing', createdAt: at })
    await database()
      .update(streamingTable)
      .set({ startedAt: at - 2 * hour, endedAt: at - hour, vodMediaId: mediaId })
      .where(eq(streamingTable.streamingId, streamingId))
    const convert = () =>
      database().update(videoConversions).set({ status: 'completed' }).where(eq(videoConversions.mediaId, mediaId))
    const members = { may: await knownFan(ids, planId), mayNot: await knownFan(ids, on.otherId) }
    const look = () => memberNewsJobs.findNewArchives.run(jobContext('look'), {})
    return { ...on, ...members, planContentId, convert, look }
  }

  test('members who may see it are told once, when it has been converted', async () => {
    const { may, mayNot, convert, look, slug, planContentId } = await recorded()
    await look()
    expect(await gotNews(may)).toEqual([0])
    await convert()
    await look()
    await look()
    expect(await gotNews(may, mayNot)).toEqual([1, 0])
    const [mail] = await newsTo(may)
    expect(mail?.subject).toBe('アーカイブを公開しました: Winter night（Aoi）')
    expect(mail?.text).toContain(`/fc/${slug}/contents/${planContentId}`)
  })

  test('not while it waits for the staff or for its moment, and not again when it is hidden and shown', async () => {
    const { may, owner, named, convert, look } = await recorded()
    const show = async (visibilityOnReady: 'auto' | 'staffCheck', availableAt: number | null = null) => {
      await ask(streamings.setVodAvailability, { ...named, visibilityOnReady, availableAt }, owner)
      await look()
      return gotNews(may)
    }
    await convert()
    expect(await show('staffCheck')).toEqual([0])
    expect(await show('auto', now() + 3 * hour)).toEqual([0])
    await moveTo(now() + 3 * hour)
    expect(await gotNews(may)).toEqual([1])
    expect(await show('staffCheck')).toEqual([1])
    expect(await show('auto')).toEqual([1])
    // Also once the queue has forgotten the mail.
    expect(await askedToTell('tellOfRecording', named.streamingId)).toBe(1)
  })

  test('not before a content shows it', async () => {
    const { may, convert, look, planContentId } = await recorded()
    const set = (values: Shown) =>
      database().update(contents).set(values).where(eq(contents.planContentId, planContentId))
    await convert()
    await set({ status: 'draft', publishingAt: null })
    await look()
    expect(await gotNews(may)).toEqual([0])
    await set({ status: 'active', publishingAt: now() - 1 })
    await look()
    expect(await gotNews(may)).toEqual([1])
  })
})

test('on the first at ten, members who do not have the month that is over are told once that it is on sale', async () => {
  const of = await shop()
  const unsold = await shop()
  const period = tokyoMonth(now())
  const [begins, first] = [startOfTokyoMonth(period), addTokyoMonths(startOfTokyoMonth(period), 1)]
  const values = { type: 'news' as const, periodYear: period.year, periodMonth: period.month }
  await publish(of.ids, [of.planId], values)
  await publish(of.ids, [of.planId], values)
  const long = { from: begins, to: first + 20 * day }
  const had = await knownFan(of.ids, of.planId, { term: long })
  const since = { from: first, to: first + 30 * day }
  const [fresh, english] = [
    await knownFan(of.ids, of.planId, { term: since }),
    await knownFan(of.ids, of.planId, { term: since, locale: 'en' }),
  ]
  const quiet = await knownFan(of.ids, of.planId, { term: since })
  await ask(memberNews.setNewsByMail, { ...of.ids, isOn: false }, quiet)
  const left = await knownFan(of.ids, of.planId, { term: { from: begins - 40 * day, to: begins } })
  const ofUnsold = await knownFan(unsold.ids, unsold.planId, { term: since })
  await moveTo(first + 9.5 * hour)
  expect(await gotNews(fresh)).toEqual([0])
  await moveTo(first + 10 * hour)
  expect(await gotNews(had, fresh, english, quiet, left, ofUnsold)).toEqual([0, 1, 1, 0, 0, 0])
  const [mail] = await newsTo(fresh)
  expect(mail?.subject).toBe(`${period.year}年${period.month}月のバックナンバーの販売が始まりました（Aoi）`)
  expect(mail?.text).toContain(`/fc/${of.slug}/back-numbers`)
  expect((await newsTo(english))[0]?.subject).toMatch(/^The back number of \w+ \d{4} is on sale \(Aoi\)$/)
  await moveTo(first + 3 * day)
  expect(await askedToTell('tellOfBackNumber', of.ids.brandId)).toBe(1)
  expect(await askedToTell('tellOfBackNumber', unsold.ids.brandId)).toBe(0)
  await memberNewsJobs.tellOfBackNumber.run(jobContext('again'), { ...of.ids, period })
  expect(await gotNews(had, fresh, english)).toEqual([0, 1, 1])
})

test('a club whose month cannot be taken up keeps no other one from telling its members', async () => {
  const period = tokyoMonth(startOfTokyoMonth(tokyoMonth(now())) - day)
  const { findNewBackNumbers } = memberNewsJobs
  await findNewBackNumbers.run(jobContext('before'), {})
  const clubs = [await shop(), await shop(), await shop()]
  for (const of of clubs)
    await publish(of.ids, [of.planId], { type: 'news', periodYear: period.year, periodMonth: period.month })
  const told = () => Promise.all(clubs.map((of) => askedToTell('tellOfBackNumber', of.ids.brandId)))
  await expect(findNewBackNumbers.run(failingAt(2), {})).rejects.toThrow('1 could not be done')
  expect((await told()).sort()).toEqual([0, 1, 1])
  await findNewBackNumbers.run(jobContext('again'), {})
  expect(await told()).toEqual([1, 1, 1])
})

describe('the setting', () => {
  const settingsOf = async (fan: Person) => (await ask(memberNews.getMailSettings, {}, fan)).brands
  test('is of each club that somebody is or was a member of', async () => {
    const [one, other] = [await shop(), await shop()]
    const fan = await knownFan(one.ids, one.planId, { term: { from: now() - 40 * day, to: now() - day } })
    const said = { isMember: true, newsByMail: true, isEmailVisible: false }
    const notices = expect.arrayContaining([{ kind: 'live', byMail: true, byPush: true }])
    expect(await settingsOf(fan)).toEqual([{ ...one.ids, name: 'Aoi', slug: one.slug, icon: '', ...said, notices }])
    expect((await refused(memberNews.setNewsByMail, { ...other.ids, isOn: false }, fan)).code).toBe('fanNotFound')
    expect(await ask(memberNews.setNewsByMail, { ...one.ids, isOn: false }, fan)).toEqual({ newsByMail: false })
    expect(await settingsOf(fan)).toMatchObject([{ newsByMail: false }])
    await ask(memberNews.setNewsByMail, { ...one.ids, isOn: true }, fan)
    expect(await settingsOf(fan)).toMatchObject([{ newsByMail: true }])
    expect(await settingsOf(await knownFan(other.ids, null))).toMatchObject([{ isMember: false }])
  })

  test('is turned off by the link of a mail without signing in, for that club and that person alone', async () => {
    const { ids, owner, planId, streamingId, named } = await stage()
    await publish(ids, [planId], { streamingId })
    const [fan, friend] = [await knownFan(ids, planId), await knownFan(ids, planId)]
    const elsewhere = await shop()
    const at = now()
    await database()
      .insert(fanTable)
      .values({
        ...{ ...elsewhere.ids, uid: fan.uid, fanId: newId('fan'), memberNumber: 1, memberNumberIssuedAt: at },
        ...{ firstSeenAt: at, lastActiveAt: at, editedAt: at },
      })
    await ask(streamings.startLive, named, owner)
    const token = tokenIn((await lastMailTo(fan.email)).text)
    expect(await ask(memberNews.stopNewsByMail, { token })).toEqual({
      brand: { name: 'Aoi', slug: expect.any(String) },
    })
    const found = await settingsOf(fan)
    expect(found.filter(({ newsByMail }) => newsByMail).map(({ brandId }) => brandId)).toEqual([elsewhere.brandId])
    expect(await settingsOf(friend)).toMatchObject([{ newsByMail: true }])
    // Again, and by somebody else who has the mail: it is what it is.
    await ask(memberNews.stopNewsByMail, { token }, friend)
    expect(await settingsOf(friend)).toMatchObject([{ newsByMail: true }])
  })

  describe('is moved by the mail program of its reader (RFC 8058)', () => {
    const server = createServer(openOneClick)
    let address = ''
    beforeAll(async () => {
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
      address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/mail/stop`
    })
    afterAll(() => void server.close())
    const form = 'application/x-www-form-urlencoded'
    const press = (token: string, body = 'List-Unsubscribe=One-Click', type = form) =>
      fetch(`${address}?token=${token}`, {
        method: 'POST',
        body,
        headers: { 'content-type': type },
        redirect: 'manual',
      })
    const known = async () => {
      const of = await shop()
      const fan = await knownFan(of.ids, of.planId)
      return { fan, token: stopToken({ ...of.ids, uid: fan.uid }) }
    }

    test('by one POST without a page, however often', async () => {
      const { fan, token } = await known()
      const parts = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
      for (const answer of [
        await press(token),
        await press(token),
        await press(token, parts, 'multipart/form-data; boundary=x'),
      ])
        expect([answer.status, answer.headers.get('location')]).toEqual([200, null])
      expect(await settingsOf(fan)).toMatchObject([{ newsByMail: false }])
      const other = await known()
      expect((await press(other.token, parts, 'multipart/form-data; boundary=x')).status).toBe(200)
      expect(await settingsOf(other.fan)).toMatchObject([{ newsByMail: false }])
    })

    test('while opening it changes nothing, and leads to the page that asks', async () => {
      const { fan, token } = await known()
      for (const [language, prefix] of [
        ['ja', ''],
        ['en-GB', '/en'],
      ] as const)
        for (const method of ['GET', 'HEAD']) {
          const headers = { 'accept-language': language }
          const answer = await fetch(`${address}?token=${token}`, { method, headers, redirect: 'manual' })
          expect(answer.status).toBe(303)
          expect(answer.headers.get('location')).toBe(`${prefix}/fc/me/unsubscribe?token=${token}`)
        }
      expect((await fetch(`${address}?token=${token}`, { method: 'PUT', body: 'x' })).status).toBe(405)
      expect(await settingsOf(fan)).toMatchObject([{ newsByMail: true }])
    })

    test('and by nothing else: another body, another token, too much', async () => {
      const { fan, token } = await known()
      for (const body of ['', 'List-Unsubscribe=no', 'x'.repeat(4000)])
        expect((await press(token, body)).status).toBe(400)
      expect((await press(token, `List-Unsubscribe=One-Click&x=${'x'.repeat(5000)}`)).status).toBe(413)
      for (const wrong of ['', 'x', `${token}x`, token.split('.')[0] ?? '']) {
        const answer = await press(wrong)
        expect([answer.status, await answer.json()]).toEqual([400, { ok: false, code: 'linkUnknown' }])
      }
      expect(await settingsOf(fan)).toMatchObject([{ newsByMail: true }])
    })
  })

  test('is not moved by a link that we did not write, nor by one that was changed', async () => {
    const [one, other] = [await shop(), await shop()]
    const fan = await knownFan(one.ids, one.planId)
    const token = stopToken({ ...one.ids, uid: fan.uid })
    const [body = '', signature = ''] = token.split('.')
    const bodyOf = (ids: Ids) => stopToken({ ...ids, uid: fan.uid }).split('.')[0] ?? ''
    const unsigned = Buffer.from(JSON.stringify([one.tenantId, one.brandId, fan.uid])).toString('base64url')
    for (const wrong of [
      'x',
      body,
      `${body}.`,
      `${unsigned}.${'A'.repeat(43)}`,
      `${bodyOf(other.ids)}.${signature}`,
      `${token}.more`,
      `${body}x.${signature}`,
      // Of a club that does not know this person.
      stopToken({ ...other.ids, uid: fan.uid }),
      stopToken({ ...one.ids, brandId: other.brandId, uid: fan.uid }),
    ])
      expect(await refused(memberNews.stopNewsByMail, { token: wrong }), wrong).toMatchObject({
        status: 409,
        code: 'linkUnknown',
      })
    expect((await request(memberNews.stopNewsByMail, JSON.stringify({ token: '' }))).status).toBe(400)
    expect(await settingsOf(fan)).toMatchObject([{ newsByMail: true }])
  })

  test('says nothing to whoever is not signed in', async () => {
    const one = await shop()
    expect((await refused(memberNews.getMailSettings, {})).status).toBe(401)
    expect((await refused(memberNews.setNewsByMail, { ...one.ids, isOn: false })).status).toBe(401)
    expect((await listOutbox('nobody')).length).toBe(0)
  })
})
