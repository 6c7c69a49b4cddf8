import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { day } from '#kit/time.ts'
import { plans } from '#membership/plans/contract.ts'
import { subscriptionTerms } from '#membership/subscriptions/tables.server.ts'
import { notifications } from '#office/notifications/contract.ts'
import { startIsLate } from '#office/notifications/notification.ts'
import { contentPlans, contents } from '#publishing/contents/tables.server.ts'
import { draft as draftEvent, publish as publishEvent } from '#publishing/events/event.ts'
import { eventRow } from '#publishing/events/queries.server.ts'
import { events } from '#publishing/events/tables.server.ts'
import { streamings } from '#publishing/streamings/tables.server.ts'
import { now } from '#server/clock.ts'
import { database, pool } from '#server/db.ts'
import { addMember, ask, club, newId, person } from '../support/club'
import { mailsTo } from '../support/mail'
import { moveTo, shop } from '../support/shop'

const hour = day / 24
type Of = { ids: { tenantId: string; brandId: string }; owner: { token: string } }
const failed = async (of: Of, by: { token: string } = of.owner) =>
  (await ask(notifications.getNotifications, of.ids, by)).notifications.filter(({ kind }) => kind === 'scheduleFailed')

/** A paid content of the plans, to be published at a moment. */
const scheduledNews = async (of: Of, planIds: string[], publishingAt: number) => {
  const planContentId = newId('content')
  const editedAt = now()
  await database()
    .insert(contents)
    .values({
      ...of.ids,
      planContentId,
      type: 'news',
      status: 'publishmentScheduled',
      name: 'Letter of spring',
      description: '',
      thumbnail: '',
      viewableBy: 'paidUsers',
      publishingAt,
      createdAt: now(),
      editedAt,
    })
  await database()
    .insert(contentPlans)
    .values(planIds.map((planId) => ({ ...of.ids, planContentId, planId, visibleFrom: publishingAt, editedAt })))
  return planContentId
}

test('a content whose plans are archived before its moment is not published, and the staff are told at that moment', async () => {
  const of = await shop()
  const { rows } = await pool().query(
    'insert into plans select (jsonb_populate_record(p, $2)).* from plans p where plan_id = $1 returning plan_id',
    [of.planId, { plan_id: newId('plan'), name: 'Comet' }],
  )
  const other: string = rows[0].plan_id
  const { owner, tenantId } = of
  const [editor, moderator] = [await person(), await person()]
  await addMember(tenantId, editor, 'editor')
  await addMember(tenantId, moderator, 'moderator')
  for (const by of [owner, editor])
    await ask(notifications.saveNotificationSettings, { tenantId, byMail: ['scheduleFailed'] }, by)
  const { previewOfArchivingAt: archivingAt } = await ask(
    plans.getPlanForArchive,
    { ...of.ids, planId: of.planId },
    owner,
  )
  const publishingAt = archivingAt + 2 * hour
  const lost = await scheduledNews(of, [of.planId], publishingAt)
  await scheduledNews(of, [of.planId, other], publishingAt)
  await ask(plans.scheduleToArchivePlan, { ...of.ids, planId: of.planId, archivingAt }, owner)

  await moveTo(archivingAt + hour)
  expect(await failed(of)).toEqual([])
  // The hourly job itself tells it: the clock runs it where it stops.
  await moveTo(publishingAt + hour / 2)
  const told = {
    kind: 'scheduleFailed',
    itemId: lost,
    name: 'Letter of spring',
    detail: 'plansArchived',
    at: publishingAt,
  }
  expect(await failed(of)).toEqual([expect.objectContaining(told)])
  expect(await failed(of, editor)).toHaveLength(1)
  expect(await failed(of, moderator)).toEqual([])
  for (const { email } of [owner, editor]) {
    const news = (await mailsTo(email)).filter(({ text }) => text.includes('予定どおりに始まらなかったもの'))
    expect(news).toHaveLength(1)
    expect(news[0]?.text).toContain('Letter of spring')
    expect(news[0]?.text).toContain(`/tenants/${tenantId}/brands/${of.ids.brandId}/contents/${lost}`)
  }
})

test('what is published at its moment, or open to everybody, is no failure', async () => {
  const of = await shop()
  const at = now() + hour
  await scheduledNews(of, [of.planId], at)
  await moveTo(at + day)
  expect(await failed(of)).toEqual([])
  // Archived only after it was published.
  await pool().query('update plans set archiving_at = $2 where plan_id = $1', [of.planId, new Date(at + hour)])
  expect(await failed(of)).toEqual([])
})

test('a live streaming that nobody has begun a quarter of an hour after its time is told, with its event', async () => {
  const of = await club()
  const startAt = now() + 2 * hour
  const schedule = {
    scheduleId: newId('schedule'),
    doorsOpenAt: null,
    startAt,
    endAt: null,
    venue: { name: '', address: '', mapUrl: '' },
  }
  const announced = async (title: string) => {
    const terms = {
      title,
      catchCopy: '',
      description: '',
      english: {},
      keyVisualUrl: 'https://example.test/a.jpg',
      eventType: 'online' as const,
      performers: [],
      performerLine: '',
      schedules: [schedule],
      audience: 'public' as const,
      planIds: [],
      contact: '',
      notes: '',
    }
    const event = publishEvent(draftEvent(newId('event'), terms, now()), 'published', now())
    await database().insert(events).values(eventRow(of.ids, event))
    return event.eventId
  }
  const streaming = async (eventId: string, values: Partial<typeof streamings.$inferInsert> = {}) => {
    await database()
      .insert(streamings)
      .values({
        ...of.ids,
        streamingId: newId('streaming'),
        eventId,
        scheduleId: schedule.scheduleId,
        streamKey: newId('key'),
        scheduledStartAt: startAt,
        createdAt: now(),
        createdBy: of.owner.uid,
        ...values,
      })
  }
  const missed = await announced('Evening')
  await streaming(missed)
  await streaming(await announced('Begun'), { startedAt: startAt, signalAt: startAt })
  const canceled = await announced('Canceled')
  await streaming(canceled)
  await database()
    .update(events)
    .set({ cancellation: { reason: 'Rain', refundPolicy: '', at: now() } })
    .where(eq(events.eventId, canceled))
  await moveTo(startAt + startIsLate - 1000)
  expect(await failed(of)).toEqual([])
  await moveTo(startAt + startIsLate)
  expect(await failed(of)).toEqual([
    expect.objectContaining({ itemId: missed, name: 'Evening', detail: 'notStarted', at: startAt + startIsLate }),
  ])
})

test('the earliest archive is after what is paid: a grace of somebody who has not paid does not delay it', async () => {
  const of = await shop()
  const asked = { ...of.ids, planId: of.planId }
  const earliest = async () => ask(plans.getPlanForArchive, asked, of.owner)
  const term = (source: 'card' | 'grace', from: number, to: number) =>
    database()
      .insert(subscriptionTerms)
      .values({
        tenantId: of.tenantId,
        termId: newId('term'),
        planId: of.planId,
        uid: 'fan',
        from,
        to,
        amount: 1500,
        source,
      })
  await term('card', now() - day, now() + 40 * day)
  const paid = await earliest()
  expect(paid.previewOfArchivingAt).toBeGreaterThanOrEqual(now() + 40 * day)
  await term('grace', now() + 40 * day, now() + 54 * day)
  expect(await earliest()).toEqual(paid)
  // Control: a paid term does delay it.
  await term('card', now() + 40 * day, now() + 70 * day)
  expect((await earliest()).previewOfArchivingAt).toBeGreaterThanOrEqual(now() + 70 * day)
})
