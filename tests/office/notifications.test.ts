import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { newest, unreadOf } from '#club/notices/notice.ts'
import { roles } from '#kit/contract.ts'
import { day, endOfTokyoDay } from '#kit/time.ts'
import { applyIntent } from '#money/orders/payments/apply.server.ts'
import { workOf } from '#money/orders/work.server.ts'
import { notifications } from '#office/notifications/contract.ts'
import { notificationJobs } from '#office/notifications/jobs.server.ts'
import {
  kindsOf,
  lookBack,
  mailedKinds,
  type NotificationKind,
  notificationKinds,
} from '#office/notifications/notification.ts'
import { notificationsSeen } from '#office/notifications/tables.server.ts'
import { jobContext } from '#program/workContext.ts'
import { comments } from '#publishing/comments/contract.ts'
import { loves } from '#publishing/contents/loves/contract.ts'
import { now } from '#server/clock.ts'
import { database, pool } from '#server/db.ts'
import { addMember, ask, club, type Person, person, refused } from '../support/club'
import { addContent } from '../support/fan'
import { makeGoods, newBuyer, payCart, put, voucherOf } from '../support/goods'
import { mailsTo } from '../support/mail'
import { provider } from '../support/payments'
import { scene } from '../support/scene'
import { joinAtStore, joinByCard, moveTo, newFan, shop } from '../support/shop'

const hour = day / 24
const bell = (ids: { tenantId: string; brandId: string }, by: { token: string }) =>
  ask(notifications.getNotifications, ids, by)

describe('rules of the bell', () => {
  const one = (at: number, itemId = 'a') => ({ kind: 'orderPaid' as const, at, itemId, name: '', detail: '' })
  test('newest first, and unread is what came after the last look', () => {
    const all = [one(1), one(3), one(2)]
    expect(newest(all).map(({ at }) => at)).toEqual([3, 2, 1])
    expect(newest(all, 2)).toHaveLength(2)
    expect([unreadOf(all, null), unreadOf(all, 2), unreadOf(all, 3)]).toEqual([3, 1, 0])
  })
  test('each role is told of what it may open, and mailed only of that', () => {
    expect(kindsOf('owner')).toEqual([...notificationKinds])
    expect(kindsOf('editor')).toEqual(['commented', 'draftReturned', 'draftApproved', 'scheduleFailed'])
    expect(kindsOf('moderator')).toEqual(['commentHeld', 'commented', 'loved'])
    expect(mailedKinds('shipper', [...notificationKinds])).toEqual([
      'orderPaid',
      'orderExpired',
      'restUnsent',
      'commented',
      'draftReturned',
      'draftApproved',
    ])
    for (const role of roles) expect(mailedKinds(role, [])).toEqual([])
  })
})

test('a new member is new until the bell was opened, for each reader by themselves', async () => {
  const of = await shop()
  const admin = await person()
  await addMember(of.tenantId, admin, 'admin')
  await joinByCard(of, await newFan())
  const { notifications: found, unread } = await bell(of.ids, of.owner)
  expect(found.map(({ kind, isNew }) => [kind, isNew])).toEqual([['memberJoined', true]])
  expect(unread).toBe(1)
  await ask(notifications.markNotificationsSeen, { ...of.ids, until: found[0]?.at ?? 0 }, of.owner)
  expect((await bell(of.ids, of.owner)).unread).toBe(0)
  expect((await bell(of.ids, admin)).unread).toBe(1)
  // An outdated tab does not reset it.
  await ask(notifications.markNotificationsSeen, { ...of.ids, until: 1 }, of.owner)
  expect((await bell(of.ids, of.owner)).unread).toBe(0)
  await ask(notifications.markNotificationsSeen, { ...of.ids, until: now() + 9 * day }, admin)
  expect((await bell(of.ids, admin)).unread).toBe(0)
  await moveTo(now() + hour)
  await joinByCard(of, await newFan())
  expect((await bell(of.ids, admin)).unread).toBe(1)
})

test('comments and loves of fans are one line for each content, new again with the next; what staff do, what waits and what is hidden is not counted', async () => {
  const of = await shop()
  const { ids, tenantId, owner } = of
  const [song, letter] = [
    await addContent(ids, { viewableBy: 'allUsers', name: 'A song' }),
    await addContent(ids, { viewableBy: 'allUsers', name: 'A letter' }),
  ]
  const post = async (planContentId: string, by: Person, content = 'Lovely') =>
    (await ask(comments.postCommentToPlanContent, { tenantId, planContentId, content }, by)).commentId
  const love = (planContentId: string, by: Person) => ask(loves.lovePlanContent, { tenantId, planContentId }, by)
  const lines = async (by: { token: string } = owner) =>
    (await bell(ids, by)).notifications
      .filter(({ kind }) => kind === 'commented' || kind === 'loved')
      .map(({ kind, name, detail, isNew }) => [kind, name, detail, isNew])
  const [first, second] = [await newFan(), await newFan()]
  await post(song, owner)
  await love(song, owner)
  await post(song, first, 'Look at example.com')
  expect(await lines()).toEqual([])
  await post(song, first)
  await post(song, second)
  await moveTo(now() + 1000)
  await love(song, first)
  await moveTo(now() + 1000)
  for (const fan of [first, second]) await love(letter, fan)
  expect(await lines()).toEqual([
    ['loved', 'A letter', '2', true],
    ['loved', 'A song', '1', true],
    ['commented', 'A song', '2', true],
  ])
  const editor = await person()
  await addMember(tenantId, editor, 'editor')
  expect(await lines(editor)).toEqual([['commented', 'A song', '2', true]])
  await ask(notifications.markNotificationsSeen, { ...ids, until: now() }, owner)
  await moveTo(now() + 1000)
  const last = await post(song, first)
  expect(await lines()).toEqual([
    ['commented', 'A song', '3', true],
    ['loved', 'A letter', '2', false],
    ['loved', 'A song', '1', false],
  ])
  expect((await bell(ids, owner)).unread).toBe(1)
  await ask(comments.moderateComments, { ...ids, ids: [last], action: 'hide' }, owner)
  expect((await lines())[2]).toEqual(['commented', 'A song', '2', false])
  await moveTo(now() + lookBack + 2000)
  expect(await lines()).toEqual([])
})

test('only members of the club have something to mark as seen', async () => {
  const of = await shop()
  const [elsewhere, fan, mark] = [await person(), await newFan(), { ...of.ids, until: now() }]
  await addMember(of.tenantId, elsewhere, 'editor', ['brand_other'])
  for (const who of [fan, elsewhere])
    expect(await refused(notifications.markNotificationsSeen, mark, who)).toMatchObject({ status: 404 })
  expect(await database().$count(notificationsSeen, eq(notificationsSeen.tenantId, of.tenantId))).toBe(0)
  await ask(notifications.markNotificationsSeen, mark, of.owner)
  expect(await database().$count(notificationsSeen, eq(notificationsSeen.tenantId, of.tenantId))).toBe(1)
})

test('of everything that happens, a role sees its part', async () => {
  const { ids, owner, tenantId } = await scene()
  const all = new Set((await bell(ids, owner)).notifications.map(({ kind }) => kind))
  for (const kind of ['orderPaid', 'latePayment', 'memberJoined', 'requestReceived'] as const)
    expect(all, kind).toContain(kind)
  for (const role of ['admin', 'editor', 'moderator', 'shipper', 'accountant'] as const) {
    const member = await person()
    await addMember(tenantId, member, role)
    const seen = new Set((await bell(ids, member)).notifications.map(({ kind }) => kind))
    expect([...seen].sort(), role).toEqual(
      kindsOf(role)
        .filter((kind) => all.has(kind))
        .sort(),
    )
  }
  expect((await refused(notifications.getNotifications, ids, await person())).status).toBe(404)
})

describe('mails', () => {
  const tell = () => notificationJobs.tellMembersOfNews.run(jobContext('tell'), {})
  test('go to those who chose them, once, of what their role sees', async () => {
    const of = await shop()
    const { tenantId } = of
    const shipper = await person()
    await addMember(tenantId, shipper, 'shipper')
    const byMail = [...notificationKinds]
    await ask(notifications.saveNotificationSettings, { tenantId, byMail }, of.owner)
    await ask(notifications.saveNotificationSettings, { tenantId, byMail }, shipper)
    expect((await ask(notifications.getNotificationSettings, { tenantId }, shipper)).kinds).toEqual(
      kindsOf('shipper').map((kind) => ({ kind, byMail: true })),
    )
    const fan = await newFan()
    await joinByCard(of, fan)
    await moveTo(now() + hour / 2)
    await tell()
    await tell()
    const news = (await mailsTo(of.owner.email)).filter(({ text }) => text.includes('新しい会員'))
    expect(news).toHaveLength(1)
    expect(news[0]?.text).not.toContain(fan.email)
    expect((await mailsTo(shipper.email)).filter(({ subject }) => subject.includes('お知らせ'))).toEqual([])
    await ask(notifications.saveNotificationSettings, { tenantId, byMail: [] }, of.owner)
    await joinByCard(of, await newFan())
    await moveTo(now() + hour / 2)
    await tell()
    expect((await mailsTo(of.owner.email)).filter(({ text }) => text.includes('新しい会員'))).toHaveLength(1)
  })

  test('nobody chooses for a club that they do not work for', async () => {
    const { tenantId } = await club()
    expect(
      await refused(notifications.saveNotificationSettings, { tenantId, byMail: [] }, await person()),
    ).toMatchObject({ code: 'clubNotFound', status: 404 })
  })
})

describe('what is written down later than it happened is told all the same, once', () => {
  type Shop = Awaited<ReturnType<typeof shop>>
  /** Whose owner is mailed of this kind, and has looked at everything so far. */
  const watching = async (kind: NotificationKind, of: Shop) => {
    await ask(notifications.saveNotificationSettings, { tenantId: of.tenantId, byMail: [kind] }, of.owner)
    return {
      looks: () => ask(notifications.markNotificationsSeen, { ...of.ids, until: now() }, of.owner),
      fresh: async () =>
        (await bell(of.ids, of.owner)).notifications.filter((one) => one.kind === kind && one.isNew).length,
      mails: async (words: string) => (await mailsTo(of.owner.email)).filter(({ text }) => text.includes(words)).length,
    }
  }

  test('a member who has not paid at a store, whose end is written down at night', async () => {
    const of = await shop()
    const { looks, fresh, mails } = await watching('memberLeft', of)
    const fan = await newFan()
    await joinAtStore(of, fan)
    const due = endOfTokyoDay(now() + day)
    await pool().query('update subscriptions set paid_until = $2, grace_until = $3 where uid = $1', [
      fan.uid,
      new Date(now()),
      new Date(due),
    ])
    await moveTo(due + hour / 10)
    await looks()
    expect(await mails('会員の終了')).toBe(0)
    for (const hours of [1, 2, 3]) {
      await moveTo(due + hours * hour + hour / 10)
      expect([await mails('会員の終了'), await fresh()]).toEqual([1, 1])
    }
  })

  test('a comment that three people report days after it was written, and one that its author changes', async () => {
    const of = await shop()
    const { tenantId } = of
    const { looks, fresh, mails } = await watching('commentHeld', of)
    const planContentId = await addContent(of.ids, { viewableBy: 'allUsers' })
    const post = async (by: Person) =>
      (await ask(comments.postCommentToPlanContent, { tenantId, planContentId, content: 'Hm' }, by)).commentId
    const reported = await post(await newFan())
    await moveTo(now() + 3 * day)
    const author = await newFan()
    const changed = await post(author)
    await moveTo(now() + 2 * hour)
    await looks()
    expect([await mails('確認待ちのコメント'), await fresh()]).toEqual([0, 0])
    await moveTo(now() + 1000)
    for (let n = 0; n < 3; n++) {
      await ask(comments.reportComment, { tenantId, commentId: reported, reason: 'Unkind' }, await newFan())
    }
    for (const hours of [1, 2]) {
      await moveTo(now() + hour)
      expect([await mails('確認待ちのコメント'), await fresh()], `${hours} hours`).toEqual([1, 1])
    }
    await ask(comments.editComment, { tenantId, commentId: changed, content: 'example.com' }, author)
    for (const hours of [1, 2]) {
      await moveTo(now() + hour)
      expect([await mails('確認待ちのコメント'), await fresh()], `${hours} hours`).toEqual([2, 2])
    }
  })

  test.each([
    ['orderPaid', '新しい注文', 0],
    ['latePayment', '期限のあとに届いた入金', 1],
  ] as const)('a payment that the provider tells of hours after it was made: %s', async (kind, words, more) => {
    const of = await shop()
    const { looks, fresh, mails } = await watching(kind, of)
    const [fan, other] = [await newBuyer(), await newBuyer()]
    const made = await makeGoods(of)
    await payCart((await put(of, other, made)).cartId, other)
    const { intentId } = await voucherOf((await put(of, fan, made)).cartId, fan)
    await moveTo(now() + 3 * hour)
    await looks()
    const before = await mails(words)
    const succeededAt = now() - 2 * hour
    const intent = await provider.intent(intentId)
    const paid = { ...intent, status: 'succeeded' as const, succeededAt, amount: intent.amount + more }
    await moveTo(now() + 1000)
    const context = jobContext('told')
    await context.transaction((tx) => applyIntent(workOf(context, tx), paid))
    for (const hours of [1, 2]) {
      await moveTo(now() + hour)
      expect([await mails(words), await fresh()], `${hours} hours`).toEqual([before + 1, 1])
    }
  })
})
