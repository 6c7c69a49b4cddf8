import '../support/pushWorld'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { brands } from '#club/brands/tables.server.ts'
import { fans as fanTable, people } from '#club/fans/tables.server.ts'
import { push } from '#club/push/contract.ts'
import { pushJobs } from '#club/push/jobs.server.ts'
import { fanNotices, pushDevices } from '#club/push/tables.server.ts'
import { pushToFans } from '#club/push/work.server.ts'
import { vapidKeys } from '#config.server.ts'
import { day } from '#kit/time.ts'
import { plans as planTable } from '#membership/plans/tables.server.ts'
import { jobContext } from '#program/workContext.ts'
import { comments } from '#publishing/comments/contract.ts'
import { contents } from '#publishing/contents/contract.ts'
import { news } from '#publishing/contents/news/contract.ts'
import { contents as contentTable } from '#publishing/contents/tables.server.ts'
import { memberNews } from '#publishing/news/contract.ts'
import { streamings } from '#publishing/streamings/contract.ts'
import { now } from '#server/clock.ts'
import { database, inTransaction, pool } from '#server/db.ts'
import { isPushEndpoint } from '#server/push/endpoint.ts'
import { isPublicAddress } from '#server/push/publicAddress.ts'
import { sendPush } from '#server/push/send.ts'
import { enqueue, runDueJobs } from '#server/queue.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { ask, newId, type Person, person, refused } from '../support/club'
import { addContent, addTerm } from '../support/fan'
import { goodsOrder, parcel } from '../support/goodsOrder'
import { mailsTo } from '../support/mail'
import { planRow } from '../support/plan'
import { pushService } from '../support/pushWorld'
import { scene } from '../support/scene'
import { joinByCard, moveTo, newFan, shop } from '../support/shop'

afterAll(() => pushService.close())
beforeEach(() => {
  pushService.expectSender(vapidKeys()?.publicKey ?? '')
})

const hour = day / 24
const gathered = 11 * 60_000

/** A browser of this person in which messages were allowed. */
const allow = async (fan: Person, name = 'Chrome, Android') => {
  const browser = pushService.browser()
  const { deviceId } = await ask(push.addPushDevice, { ...browser, name }, fan)
  return { ...browser, deviceId }
}
const shownAt = ({ endpoint }: { endpoint: string }) =>
  pushService.at(endpoint).map(({ message }) => `${message.title}: ${message.body}`)

type Club = Awaited<ReturnType<typeof shop>>
const ids = ({ tenantId, brandId }: Club) => ({ tenantId, brandId })
const said = (of: Club, name: string, viewableBy: 'allUsers' | 'paidUsers') => ({
  ...{ ...ids(of), name, thumbnail: 'https://example.com/a.png', viewableBy },
  ...{ planIds: viewableBy === 'allUsers' ? [] : [of.planId], backNumberPeriod: null, imageUrls: [], text: '' },
})
const written = new Map<string, ReturnType<typeof said>>()
const draft = async (of: Club, name: string, viewableBy: 'allUsers' | 'paidUsers' = 'paidUsers') => {
  const values = said(of, name, viewableBy)
  const { planContentId } = await ask(news.createDraftPlanContentNews, values, of.owner)
  written.set(planContentId, values)
  return planContentId
}
const valuesOf = (planContentId: string) => {
  const values = written.get(planContentId)
  if (!values) throw new Error('It was not written here.')
  return { ...values, planContentId }
}
const publish = (of: Club, planContentId: string) =>
  ask(news.updatePlanContentNewsAsActive, valuesOf(planContentId), of.owner)
const want = (of: Club, planContentId: string, isWanted = true) =>
  ask(memberNews.setContentNotice, { ...ids(of), planContentId, isWanted }, of.owner)
const settle = async () => {
  await runDueJobs()
  await moveTo(now() + gathered)
  await runDueJobs()
}
const newsMails = async (fan: Person, of: RegExp) =>
  (await mailsTo(fan.email)).filter(({ subject }) => of.test(subject ?? ''))

describe('Where messages may be sent (rule: notices.addresses)', () => {
  test.each([
    'http://push.example.com/a',
    'https://push.example.com:8443/a',
    'https://user:secret@push.example.com/a',
    'https://127.0.0.1/a',
    'https://10.0.0.8/a',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/a',
    'https://[::ffff:7f00:1]/a',
    'https://[fd00::1]/a',
    'https://0x7f000001/a',
    'https://localhost/a',
    'https://database.internal/a',
    'ftp://push.example.com/a',
    'https://router/a',
  ])('not at %s', async (endpoint) => {
    expect(isPushEndpoint(endpoint)).toBe(false)
    const { p256dh, auth } = pushService.browser()
    const answer = await refused(push.addPushDevice, { endpoint, p256dh, auth, name: 'x' }, await person())
    expect(['endpointRefused', 'validation']).toContain(answer.code)
  })
  test('at a push service of the internet', () => {
    expect(isPushEndpoint('https://fcm.googleapis.com/fcm/send/abc')).toBe(true)
    expect(['8.8.8.8', '2606:4700::1111'].every(isPublicAddress)).toBe(true)
    expect(
      ['192.168.1.1', '100.64.0.1', '::ffff:8.8.8.8', 'fe80::1', '2002:7f00:1::', '224.0.0.1', 'x'].some(
        isPublicAddress,
      ),
    ).toBe(false)
  })
  test('a name that leads into the own network is called as little as such an address', async () => {
    const { p256dh, auth } = pushService.browser()
    const { port } = new URL(pushService.origin)
    const message = { title: 'a', body: 'b', path: '/', tag: 't', locale: 'en' as const }
    // Of this machine alone; its name is looked up with the connection.
    const target = { endpoint: `https://localtest.localhost.:${port}/send/1`, p256dh, auth }
    expect(await sendPush(target, message, { isUrgent: false })).toBe('refused')
    const { lookupPublic } = await import('#server/push/publicAddress.ts')
    const error = await new Promise<Error | null>((done) => lookupPublic('localhost', {}, (problem) => done(problem)))
    expect(error?.message).toMatch(/no public address/)
  })
})

describe('A fan who allows messages', () => {
  test('gets them encrypted for their browser alone and signed by this installation', async () => {
    const of = await shop()
    const fan = await newFan()
    await joinByCard(of, fan)
    const phone = await allow(fan)
    const planContentId = await draft(of, 'First snow')
    await want(of, planContentId)
    await publish(of, planContentId)
    await settle()
    expect(pushService.problems).toEqual([])
    const [taken, ...more] = pushService.at(phone.endpoint)
    expect(more).toEqual([])
    expect(taken?.message).toMatchObject({
      title: 'Aoi',
      path: `/fc/${of.slug}/contents/${planContentId}`,
      locale: 'ja',
    })
    expect(taken?.message.body).toContain('First snow')
    expect(taken?.claims.sub).toMatch(/^(mailto:|https:)/)
    expect(taken?.ttl).toBe(86_400)
    expect(taken?.topic).toMatch(/^[\w-]{32}$/)
    expect(await newsMails(fan, /First snow/)).toHaveLength(1)
  })

  test('gets them from an installation whose own key begins with a zero byte, too: it is passed on whole', () => {
    const key = Buffer.from(vapidKeys()?.privateKey ?? '', 'base64url')
    expect([key[0], key.length]).toEqual([0, 32])
  })

  test('ends them by one press, and the next person at the same browser is told nothing of the one before', async () => {
    const of = await shop()
    const [fan, next] = [await newFan(), await newFan()]
    for (const one of [fan, next]) await joinByCard(of, one)
    const phone = await allow(fan)
    const settings = await ask(push.getPushSettings, { endpoint: phone.endpoint }, fan)
    expect(settings.devices).toEqual([expect.objectContaining({ deviceId: phone.deviceId, isThis: true })])
    expect(settings.publicKey).toBe(vapidKeys()?.publicKey)
    // The same browser, another account: it is theirs from now on.
    const { deviceId: _, ...browser } = phone
    await ask(push.addPushDevice, { ...browser, name: 'Chrome, Android' }, next)
    expect((await ask(push.getPushSettings, {}, fan)).devices).toEqual([])
    const { devices } = await ask(push.getPushSettings, { endpoint: phone.endpoint }, next)
    // Nobody ends those of others.
    const theirs = { deviceId: devices[0]?.deviceId ?? '' }
    expect((await refused(push.removePushDevice, theirs, fan)).code).toBe('deviceNotFound')
    expect((await ask(push.getPushSettings, {}, next)).devices).toHaveLength(1)
    await ask(push.removePushDevice, { deviceId: devices[0]?.deviceId ?? '' }, next)
    const planContentId = await draft(of, 'Nobody hears it')
    await want(of, planContentId)
    await publish(of, planContentId)
    await settle()
    expect(pushService.at(phone.endpoint)).toEqual([])
  })

  test('who has many devices keeps the newest ten', async () => {
    const fan = await person()
    for (let n = 0; n < 11; n++) {
      await moveTo(now() + 1000)
      await allow(fan, `Phone ${n}`)
    }
    const names = (await ask(push.getPushSettings, {}, fan)).devices.map(({ name }) => name)
    expect(names).toHaveLength(10)
    expect(names).not.toContain('Phone 0')
  })

  test('has them in the copy of their data, and none is left with a deleted account', async () => {
    const of = await shop()
    const fan = await newFan()
    await joinByCard(of, fan)
    await allow(fan)
    await ask(memberNews.setNotice, { ...ids(of), kind: 'live', way: 'push', isOn: false }, fan)
    await ask(push.setQuietHours, { quiet: { from: 60, to: 120, timeZone: 'Asia/Tokyo' } }, fan)
    const { personalOfPush } = await import('#club/push/personal.queries.server.ts')
    expect(await personalOfPush.export?.(database(), fan)).toMatchObject({
      messages: {
        devices: [{ name: 'Chrome, Android' }],
        quietHours: { from: 60, to: 120 },
        notices: [{ brand: 'Aoi', kind: 'live', byPush: false }],
      },
    })
    await personalOfPush.forget?.(database(), fan, now())
    const rows = await database().select().from(pushDevices)
    expect(rows.filter(({ uid }) => uid === fan.uid)).toEqual([])
    expect((await database().select().from(fanNotices)).filter(({ uid }) => uid === fan.uid)).toEqual([])
  })
})

describe('A push service that does not take a message', () => {
  const messageTo = async (status: number) => {
    const of = await shop()
    const fan = await newFan()
    await joinByCard(of, fan)
    const phone = await allow(fan)
    pushService.answer(phone.endpoint, status)
    const data = {
      ...{ ...ids(of), uid: fan.uid, deviceId: phone.deviceId, kind: 'content' as const, until: now() + day, tries: 0 },
      message: { title: 'Aoi', body: 'Hello', path: '/fc/aoi', tag: 'content', locale: 'en' as const },
    }
    const run = () => pushJobs.sendPush.run(jobContext(crypto.randomUUID()), data)
    const left = async () => (await ask(push.getPushSettings, {}, fan)).devices.length
    return { run, left, phone }
  }

  test.each([404, 410])('a device that is gone (%i) is forgotten at once', async (status) => {
    const { run, left } = await messageTo(status)
    await run()
    expect(await left()).toBe(0)
  })

  test('one that refuses five messages in a row is forgotten; one that takes the fifth is not', async () => {
    const { run, left, phone } = await messageTo(413)
    for (let n = 0; n < 4; n++) await run()
    pushService.answer(phone.endpoint, null)
    await run()
    pushService.answer(phone.endpoint, 413)
    for (let n = 0; n < 4; n++) await run()
    expect(await left()).toBe(1)
    await run()
    expect(await left()).toBe(0)
  })

  test('one that is overloaded gets it later, once', async () => {
    const { run, left, phone } = await messageTo(503)
    await run()
    pushService.answer(phone.endpoint, null)
    expect(pushService.at(phone.endpoint)).toHaveLength(0)
    await moveTo(now() + 2 * 60_000)
    await runDueJobs()
    expect(pushService.at(phone.endpoint)).toHaveLength(1)
    expect(await left()).toBe(1)
  })
})

describe('Two senders at once (rule: notices.once)', () => {
  const phones = 20
  const waiting = async () => {
    const of = await shop()
    const fan = await newFan()
    await joinByCard(of, fan)
    const phone = await allow(fan)
    const tell = (news: string) =>
      inTransaction((db) =>
        pushToFans(
          { db, enqueue: (...job) => enqueue(db, ...job) },
          now(),
          ids(of),
          { kind: 'content', news, until: now() + day },
          [{ uid: fan.uid, message: { title: 'Aoi', body: news, path: '/fc/aoi', tag: news, locale: 'en' } }],
        ),
      )
    return { tell, phone }
  }
  const news = Array.from({ length: phones }, (_, n) => `news ${newId('event')} ${n}`)

  test('tell one thing once at each device, and each message has one of them', async () => {
    const { tell, phone } = await waiting()
    await Promise.all([...news, ...news].map(tell))
    await Promise.all([runDueJobs(), runDueJobs(), runDueJobs()])
    await runDueJobs()
    const told = pushService.at(phone.endpoint).map(({ message }) => String(message.body))
    expect(told.toSorted()).toEqual(news.toSorted())
  })

  test('a sender that looks up what waits, sends it and marks it after that sends it twice', async () => {
    const { tell, phone } = await waiting()
    for (const one of news) await tell(one)
    const careless = async () => {
      const { rows } = await pool().query<{ id: string; data: never }>(
        `select id, data from pgboss.job where name = 'sendBulkPush' and state = 'created'`,
      )
      for (const { id, data } of rows) await pushJobs.sendBulkPush.run(jobContext(id), data)
      await pool().query(`delete from pgboss.job where name = 'sendBulkPush' and state = 'created'`)
    }
    await Promise.all([careless(), careless()])
    expect(pushService.at(phone.endpoint).length).toBeGreaterThan(news.length)
  })
})

describe('Telling the members of a content (rule: notices.once)', () => {
  test('says before how many it will reach, and after how many it did', async () => {
    const of = await shop()
    const [mailed, silent, outside] = [await newFan(), await newFan(), await newFan()]
    for (const fan of [mailed, silent]) await joinByCard(of, fan)
    await allow(silent)
    await allow(outside)
    await ask(memberNews.setNewsByMail, { ...ids(of), isOn: false }, silent)
    const planContentId = await draft(of, 'Counted')
    const opens = { ...ids(of), viewableBy: 'paidUsers' as const, planIds: [of.planId] }
    expect(await ask(memberNews.getContentReach, opens, of.owner)).toEqual({ members: 2, byMail: 1, byPush: 1 })
    const notice = async () => (await ask(memberNews.getContentNotice, { ...ids(of), planContentId }, of.owner)).notice
    expect(await notice()).toBeNull()
    await want(of, planContentId)
    await publish(of, planContentId)
    await settle()
    expect(await notice()).toMatchObject({ told: 2 })
    expect(await newsMails(mailed, /Counted/)).toHaveLength(1)
    expect(await newsMails(silent, /Counted/)).toHaveLength(0)
    expect(await newsMails(outside, /Counted/)).toHaveLength(0)
  })

  test('pressed twice, taken back to a draft and published again, nobody is told twice', async () => {
    const of = await shop()
    const fan = await newFan()
    await joinByCard(of, fan)
    const phone = await allow(fan)
    const planContentId = await draft(of, 'Only once')
    await Promise.all([want(of, planContentId), want(of, planContentId)])
    await publish(of, planContentId)
    await want(of, planContentId)
    await settle()
    await ask(contents.revertPlanContentToDraft, { ...ids(of), planContentId }, of.owner)
    await publish(of, planContentId)
    await want(of, planContentId)
    await settle()
    expect(shownAt(phone)).toHaveLength(1)
    expect(await newsMails(fan, /Only once/)).toHaveLength(1)
    expect(
      (await refused(memberNews.setContentNotice, { ...ids(of), planContentId, isWanted: false }, of.owner)).code,
    ).toBe('alreadyTold')
  })

  test('a content for a later hour is told of then, also when the hour is moved', async () => {
    const of = await shop()
    const fan = await newFan()
    await joinByCard(of, fan)
    const phone = await allow(fan)
    const planContentId = await draft(of, 'At its hour')
    await want(of, planContentId)
    const publishingAt = now() + 2 * hour
    await ask(news.scheduleToPublishPlanContentNews, { ...valuesOf(planContentId), publishingAt }, of.owner)
    await ask(
      contents.reschedulePlanContentPublishment,
      { ...ids(of), planContentId, publishingAt: publishingAt + hour },
      of.owner,
    )
    await moveTo(publishingAt + gathered)
    await runDueJobs()
    expect(shownAt(phone)).toEqual([])
    await moveTo(publishingAt + hour + gathered)
    await runDueJobs()
    expect(shownAt(phone)).toHaveLength(1)
  })

  test('what was taken back within the ten minutes is told to nobody', async () => {
    const of = await shop()
    const fan = await newFan()
    await joinByCard(of, fan)
    const planContentId = await draft(of, 'A mistake')
    await want(of, planContentId)
    await publish(of, planContentId)
    expect((await want(of, planContentId, false)).notice).toBeNull()
    await settle()
    expect(await newsMails(fan, /A mistake/)).toHaveLength(0)
  })

  test('a live that begins is told by message at once, and a content that shows it is no second news', async () => {
    const { ids: club, owner, examples } = await scene()
    const plan = planRow(club)
    await database().insert(planTable).values(plan)
    const fan = await person()
    const at = now()
    const seen = { firstSeenAt: at, lastActiveAt: at, createdAt: at, editedAt: at }
    await database()
      .insert(people)
      .values({ uid: fan.uid, email: fan.email, locale: 'en', ...seen })
    await database()
      .insert(fanTable)
      .values({ ...club, uid: fan.uid, fanId: newId('fan'), ...seen })
    await addTerm(club, plan.planId, fan.uid, {})
    const phone = await allow(fan)
    const { eventId, scheduleId } = examples.createStreaming as { eventId: string; scheduleId: string }
    const planned = { ...club, eventId, scheduleId, scheduledStartAt: at + hour }
    const { streamingId } = await ask(streamings.createStreaming, planned, owner)
    const planContentId = await addContent(club, {
      type: 'streaming',
      streamingId,
      name: 'Tonight',
      planIds: [plan.planId],
    })
    await ask(memberNews.setContentNotice, { ...club, planContentId, isWanted: true }, owner)
    await ask(streamings.startLive, { ...club, streamingId }, owner)
    await settle()
    expect(pushService.at(phone.endpoint).map(({ message, urgency }) => [message.body, message.path, urgency])).toEqual(
      [['Live now: Tonight', expect.stringMatching(/^\/en\/fc\/.*\/contents\//), 'high']],
    )
  })

  test('several contents within ten minutes are one notice, of what the member may read', async () => {
    const of = await shop()
    const fan = await newFan()
    await joinByCard(of, fan)
    const phone = await allow(fan)
    for (const name of ['Morning', 'Noon', 'Evening']) {
      const planContentId = await draft(of, name)
      await want(of, planContentId)
      await publish(of, planContentId)
      await moveTo(now() + 60_000)
    }
    await settle()
    await settle()
    expect(shownAt(phone)).toHaveLength(1)
    expect(shownAt(phone)[0]).toContain('Evening')
    const [mail, ...more] = await newsMails(fan, /3件/)
    expect(more).toEqual([])
    for (const name of ['Morning', 'Noon', 'Evening']) expect(mail?.text).toContain(name)
  })
})

describe('What a fan chose (rule: notices.chosen)', () => {
  test('one kind of news chosen after all were stopped brings that kind alone', async () => {
    const of = await shop()
    const fan = await newFan()
    await joinByCard(of, fan)
    await ask(memberNews.setNewsByMail, { ...ids(of), isOn: false }, fan)
    await ask(memberNews.setNotice, { ...ids(of), kind: 'content', way: 'mail', isOn: true }, fan)
    const [brand] = (await ask(memberNews.getMailSettings, {}, fan)).brands
    expect(brand?.newsByMail).toBe(true)
    expect(brand?.notices.filter(({ byMail }) => byMail).map(({ kind }) => kind)).toEqual([
      'content',
      'answer',
      'order',
      'event',
      'goods',
    ])
    expect(
      (await refused(memberNews.setNotice, { ...ids(of), kind: 'order', way: 'mail', isOn: false }, fan)).code,
    ).toBe('validation')
    expect(
      (await refused(memberNews.setNotice, { ...ids(of), kind: 'live', way: 'mail', isOn: false }, await person()))
        .code,
    ).toBe('fanNotFound')
  })

  test('messages wait for the end of quiet hours while mails go, and are dropped if the fan changes their mind meanwhile', async () => {
    const of = await shop()
    const [sleeper, changed] = [await newFan(), await newFan()]
    const devices = []
    // From an hour ago until in two hours, by Tokyo’s clock.
    const minute = Math.floor(((now() + 9 * hour) % day) / 60_000)
    const quiet = { from: (minute + 1380) % 1440, to: (minute + 120) % 1440, timeZone: 'Asia/Tokyo' }
    for (const fan of [sleeper, changed]) {
      await joinByCard(of, fan)
      devices.push(await allow(fan))
      await ask(push.setQuietHours, { quiet }, fan)
    }
    const planContentId = await draft(of, 'At night')
    await want(of, planContentId)
    await publish(of, planContentId)
    await settle()
    expect(await newsMails(sleeper, /At night/)).toHaveLength(1)
    expect(devices.flatMap(shownAt)).toEqual([])
    await ask(memberNews.setNotice, { ...ids(of), kind: 'content', way: 'push', isOn: false }, changed)
    await moveTo(now() + 2 * hour)
    await runDueJobs()
    expect(devices.map((one) => shownAt(one).length)).toEqual([1, 0])
  })

  test('an answer to a comment is told by message and by mail, as its author has chosen', async () => {
    const of = await shop()
    const fan = await newFan()
    await joinByCard(of, fan)
    const phone = await allow(fan)
    const planContentId = await draft(of, 'Talk', 'allUsers')
    await publish(of, planContentId)
    const { commentId } = await ask(
      comments.postCommentToPlanContent,
      { tenantId: of.tenantId, planContentId, content: 'Hello' },
      fan,
    )
    const answer = () => ask(comments.replyToComment, { ...ids(of), commentId, content: 'Thank you' }, of.owner)
    await answer()
    await runDueJobs()
    expect(shownAt(phone)).toEqual([expect.stringContaining('Talk')])
    expect(await newsMails(fan, /返信/)).toHaveLength(1)
    await ask(memberNews.setNotice, { ...ids(of), kind: 'answer', way: 'mail', isOn: false }, fan)
    await ask(memberNews.setNotice, { ...ids(of), kind: 'answer', way: 'push', isOn: false }, fan)
    expect((await ask(comments.getReplyMail, { ...ids(of), commentId }, of.owner)).to).toBeNull()
    await answer()
    await runDueJobs()
    expect(shownAt(phone)).toHaveLength(1)
    expect(await newsMails(fan, /返信/)).toHaveLength(1)
  })

  test('an answer of another fan is told once it can be read, with their name, while its author may read the content', async () => {
    const of = await shop()
    const fan = await newFan()
    await joinByCard(of, fan)
    const phone = await allow(fan)
    const planContentId = await draft(of, 'Talk', 'allUsers')
    await publish(of, planContentId)
    const asked = { tenantId: of.tenantId, planContentId }
    const write = (content: string, by: Person, parentId?: string) =>
      ask(comments.postCommentToPlanContent, { ...asked, content, ...(parentId && { parentId }) }, by)
    const { commentId } = await write('Hello', fan)
    const other = await newFan()
    await write('Welcome', other, commentId)
    await write('And I', fan, commentId)
    await runDueJobs()
    expect(shownAt(phone)).toEqual([expect.stringContaining('Talk')])
    expect(await newsMails(fan, /返信/)).toHaveLength(1)
    await ask(comments.setWatchedWords, { ...ids(of), words: ['resale'] }, of.owner)
    const held = await write('resale', other, commentId)
    await runDueJobs()
    expect(shownAt(phone)).toHaveLength(1)
    await database().update(people).set({ displayName: 'Sora' }).where(eq(people.uid, other.uid))
    const approve = () =>
      ask(comments.moderateComments, { ...ids(of), ids: [held.commentId], action: 'approve' }, of.owner)
    await approve()
    await approve()
    await runDueJobs()
    expect(shownAt(phone)).toEqual([expect.anything(), expect.stringContaining('会員のSoraさんから')])
    expect((await newsMails(fan, /返信/)).filter(({ text }) => text.includes('会員のSoraさん'))).toHaveLength(1)
    expect(await newsMails(fan, /返信/)).toHaveLength(2)
    // Who is called as the brand is named as any other: as a member.
    const [{ name } = { name: '' }] = await database()
      .select({ name: brands.name })
      .from(brands)
      .where(eq(brands.brandId, of.brandId))
    await database()
      .update(people)
      .set({ displayName: ` ${name.toUpperCase()}。` })
      .where(eq(people.uid, other.uid))
    await write('Buy here', other, commentId)
    await runDueJobs()
    expect(shownAt(phone)[2]).toContain(': コメントに会員の方から返信がありました：')
    // A content that its author may not read any more is nothing to call them back to.
    await database()
      .update(contentTable)
      .set({ viewableBy: 'paidUsers' })
      .where(eq(contentTable.planContentId, planContentId))
    await write('Locked', of.owner, commentId)
    await runDueJobs()
    expect(shownAt(phone)).toHaveLength(3)
  })

  test('an order on its way is told by message beside its mail', async () => {
    const of = await shop()
    const order = await goodsOrder(of)
    const phone = await allow(order.buyer)
    await ask(fulfillments.createFulfillment, parcel(order), of.owner)
    await runDueJobs()
    expect(shownAt(phone)).toEqual([expect.stringContaining('発送しました')])
    expect(pushService.at(phone.endpoint)[0]?.message.path).toBe(`/fc/me/orders/${order.orderId}`)
    expect(await newsMails(order.buyer, /発送しました/)).toHaveLength(1)
  })
})
