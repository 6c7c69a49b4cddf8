import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { exportJobs } from '#club/exports/jobs.server.ts'
import { exportsTable } from '#club/exports/tables.server.ts'
import { day } from '#kit/time.ts'
import { bankAccounts } from '#money/payouts/bankAccounts/contract.ts'
import { bankAccountJobs } from '#money/payouts/bankAccounts/jobs.server.ts'
import { identityDocuments } from '#money/payouts/bankAccounts/tables.server.ts'
import { accounts } from '#office/accounts/contract.ts'
import { accountJobs } from '#office/accounts/jobs.server.ts'
import { accountFiles } from '#office/accounts/tables.server.ts'
import { staffFans } from '#office/fans/contract.ts'
import { notifications } from '#office/notifications/contract.ts'
import { notificationJobs } from '#office/notifications/jobs.server.ts'
import { notificationKinds } from '#office/notifications/notification.ts'
import { jobContext } from '#program/workContext.ts'
import { streamings } from '#publishing/streamings/contract.ts'
import { streamingJobs } from '#publishing/streamings/jobs.server.ts'
import { streamings as streamingTable, streamingViewers } from '#publishing/streamings/tables.server.ts'
import { now } from '#server/clock.ts'
import { database, pool } from '#server/db.ts'
import { mailJobs } from '#server/mail/jobs.server.ts'
import { enqueue, runDueJobs } from '#server/queue.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { ask, club, operator } from '../support/club'
import { goodsOrder, parcel } from '../support/goodsOrder'
import { failingAt, keepingFile } from '../support/jobs'
import { mailsTo } from '../support/mail'
import { scene } from '../support/scene'
import { joinByCard, moveTo, newFan, shop } from '../support/shop'

/* What is done for many by the clock: one that fails is tried again, and keeps nobody else waiting. */

const hour = day / 24
const again = () => jobContext('again')

test('the news of a club reach its staff, although those of another could not be written', async () => {
  const clubs = [await shop(), await shop()]
  for (const { tenantId, owner } of clubs)
    await ask(notifications.saveNotificationSettings, { tenantId, byMail: [...notificationKinds] }, owner)
  for (const of of clubs) await joinByCard(of, await newFan())
  await moveTo(now() + hour / 2)
  await pool().query('delete from notifications_told')
  const told = async () => {
    const all = await Promise.all(clubs.map(({ owner }) => mailsTo(owner.email)))
    return all.map((mails) => mails.filter(({ text }) => text.includes('新しい会員')).length)
  }
  // The clock may have told one of them or both on the way; nobody remembers that now.
  const before = await told()
  const since = async () => (await told()).map((mails, n) => mails - (before[n] ?? 0))
  await expect(notificationJobs.tellMembersOfNews.run(failingAt(1), {})).rejects.toThrow('1 could not be done')
  expect((await since()).toSorted()).toEqual([0, 1])
  await notificationJobs.tellMembersOfNews.run(again(), {})
  expect(await since()).toEqual([1, 1])
})

test('whoever waits for what is due waits until it is done, although another call has begun with it', async () => {
  for (let n = 0; n < 5; n++) {
    const to = `due-${n}@tsudoi.test`
    await enqueue(database(), mailJobs.sendMail, { to, subject: 'due', text: 'due', locale: 'ja' })
    const afterSteps = async (steps: number) => {
      for (let step = 0; step < steps; step++) await pool().query('select 1')
      return (await mailsTo(to)).length
    }
    const callers = Array.from({ length: 12 }, (_, steps) => afterSteps(steps))
    expect(await Promise.all(callers)).toEqual(callers.map(() => 1))
  }
})

test('copies of accounts and the addresses of buyers who left go, although a copy cannot be removed', async () => {
  const people = [await newFan(), await newFan()]
  const made: string[] = []
  for (const by of people) made.push((await ask(accounts.exportMyAccount, {}, by)).exportId)
  await runDueJobs()
  const mine = inArray(accountFiles.exportId, made)
  await database()
    .update(accountFiles)
    .set({ expiresAt: now() - 1 })
    .where(mine)
  const of = await club()
  const order = await goodsOrder(of)
  await ask(accounts.deleteMyAccount, { typedEmail: order.buyer.email }, order.buyer)
  await ask(fulfillments.createFulfillment, parcel(order), of.owner)
  const states = async () =>
    (await database().select({ state: accountFiles.state }).from(accountFiles).where(mine)).map(({ state }) => state)
  const { rows: known } = await pool().query('select 1 from order_buyers where order_id = $1', [order.orderId])
  expect([await states(), known.length]).toEqual([['completed', 'completed'], 1])
  await expect(accountJobs.sweepAccounts.run(keepingFile(1), {})).rejects.toThrow('1 could not be done')
  expect((await states()).toSorted()).toEqual(['completed', 'expired'])
  const { rows: left } = await pool().query('select 1 from order_buyers where order_id = $1', [order.orderId])
  expect(left).toEqual([])
  await accountJobs.sweepAccounts.run(again(), {})
  expect(await states()).toEqual(['expired', 'expired'])
})

test('papers of who runs a club go after 90 days, although one of them cannot be removed', async () => {
  const of = await shop()
  const data = Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...new Array(20).fill(0)]).toString('base64')
  const documents = (['front', 'back'] as const).map((kind) => ({ kind, contentType: 'image/jpeg' as const, data }))
  await ask(bankAccounts.submitIdentityCheck, { ...of.ids, documents }, of.owner)
  await ask(bankAccounts.decideIdentityCheck, { tenantId: of.tenantId, outcome: 'verified' }, await operator())
  await pool().query('update identity_checks set decided_at = $2 where tenant_id = $1', [
    of.tenantId,
    new Date(now() - 91 * day),
  ])
  const kept = () => database().$count(identityDocuments, eq(identityDocuments.tenantId, of.tenantId))
  expect(await kept()).toBe(2)
  const forget = bankAccountJobs.forgetIdentityDocuments
  await expect(forget.run(keepingFile(1), {})).rejects.toThrow('1 could not be done')
  expect(await kept()).toBe(1)
  await forget.run(again(), {})
  expect(await kept()).toBe(0)
})

test('files that were written for staff go after a week, although one of them cannot be removed', async () => {
  const of = await shop()
  for (let n = 0; n < 2; n++) await ask(staffFans.exportFans, { ...of.ids, encoding: 'utf8bom' }, of.owner)
  await runDueJobs()
  const mine = eq(exportsTable.brandId, of.brandId)
  await database()
    .update(exportsTable)
    .set({ expiresAt: now() - 1 })
    .where(mine)
  const states = async () =>
    (await database().select({ state: exportsTable.state }).from(exportsTable).where(mine)).map(({ state }) => state)
  expect(await states()).toEqual(['completed', 'completed'])
  await expect(exportJobs.sweepExports.run(keepingFile(1), {})).rejects.toThrow('1 could not be done')
  expect((await states()).toSorted()).toEqual(['completed', 'expired'])
  await exportJobs.sweepExports.run(again(), {})
  expect(await states()).toEqual(['expired', 'expired'])
})

test('a streaming whose signal is lost ends, although another cannot be ended, and who watched is forgotten', async () => {
  const lost: string[] = []
  for (let n = 0; n < 2; n++) {
    const { ids, owner, examples } = await scene()
    const { eventId, scheduleId } = examples.createStreaming as { eventId: string; scheduleId: string }
    const said = { ...ids, eventId, scheduleId, scheduledStartAt: now() + 10 * day }
    const { streamingId } = await ask(streamings.createStreaming, said, owner)
    await ask(streamings.startLive, { ...ids, streamingId }, owner)
    await database()
      .insert(streamingViewers)
      .values({ tenantId: ids.tenantId, streamingId, viewer: 'a', uid: null, seenAt: now() - 2 * day })
    lost.push(streamingId)
  }
  const mine = inArray(streamingTable.streamingId, lost)
  await database()
    .update(streamingTable)
    .set({ startedAt: now() - 2 * hour, signalAt: now() - hour })
    .where(mine)
  const ended = () => database().$count(streamingTable, sql`${mine} and ${streamingTable.endedAt} is not null`)
  const watched = () => database().$count(streamingViewers, inArray(streamingViewers.streamingId, lost))
  expect([await ended(), await watched()]).toEqual([0, 2])
  const { endLostStreamings } = streamingJobs
  await expect(endLostStreamings.run(failingAt(1), {})).rejects.toThrow('1 could not be done')
  expect([await ended(), await watched()]).toEqual([1, 0])
  await endLostStreamings.run(again(), {})
  expect(await ended()).toBe(2)
})
