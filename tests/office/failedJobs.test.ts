import { afterEach, expect, test, vi } from 'vitest'
import { exportJobs } from '#club/exports/jobs.server.ts'
import { serverConfig } from '#config.server.ts'
import { day } from '#kit/time.ts'
import { providerJobs } from '#membership/subscriptions/provider/jobs.server.ts'
import { staffSubscriptions } from '#membership/subscriptions/staff/contract.ts'
import { accounts } from '#office/accounts/contract.ts'
import { failedJobs } from '#office/failedJobs/contract.ts'
import { areaOfJob, failedJobsKept } from '#office/failedJobs/failedJob.ts'
import { notifications } from '#office/notifications/contract.ts'
import { now } from '#server/clock.ts'
import { database, pool } from '#server/db.ts'
import { mailJobs } from '#server/mail/jobs.server.ts'
import { enqueue, runDueJobs } from '#server/queue.ts'
import { addMember, ask, club, operator, person, refused } from '../support/club'
import { mailsTo } from '../support/mail'
import { joinByCard, moveTo, newFan, shop } from '../support/shop'

afterEach(() => {
  vi.restoreAllMocks()
})

const waiting = async () => (await ask(failedJobs.getFailedJobs, {}, await operator())).jobs
const toldPlatform = async () =>
  (await mailsTo(serverConfig().OPERATOR_EMAILS[0] ?? '')).filter(({ subject }) =>
    subject.includes('処理が完了しませんでした'),
  )

/** A file of the brand whose job fails in every try. */
const brokenExport = async (of: Awaited<ReturnType<typeof club>>) => {
  const run = vi.spyOn(exportJobs.writeExport, 'run').mockRejectedValue(new Error('The disk is full.'))
  const { exportId } = await ask(staffSubscriptions.exportSubscribers, { ...of.ids, encoding: 'utf8bom' }, of.owner)
  await moveTo(now() + day)
  return { run, exportId }
}
const stateOf = async (exportId: string) =>
  (await pool().query('select state from exports where export_id = $1', [exportId])).rows[0]?.state

test('a job that failed in every try is told to the platform and to the brand, and runs when it is begun again', async () => {
  const of = await club()
  const before = (await toldPlatform()).length
  const { run, exportId } = await brokenExport(of)
  const [row] = await waiting()
  expect(run).toHaveBeenCalledTimes(4)
  expect(row).toMatchObject({
    job: 'writeExport',
    area: 'file',
    cause: 'The disk is full.',
    tries: 4,
    outcome: null,
    brandName: expect.stringMatching(/./),
  })
  expect(await toldPlatform()).toHaveLength(before + 1)

  const bell = async (by: { token: string }) =>
    (await ask(notifications.getNotifications, of.ids, by)).notifications.filter(({ kind }) => kind === 'jobFailed')
  expect(await bell(of.owner)).toMatchObject([{ detail: 'file', name: '' }])
  const editor = await person()
  await addMember(of.tenantId, editor, 'editor')
  expect(await bell(editor)).toEqual([])
  const other = await club()
  const ofOther = await ask(notifications.getNotifications, other.ids, other.owner)
  expect(ofOther.notifications.filter(({ kind }) => kind === 'jobFailed')).toEqual([])

  vi.restoreAllMocks()
  const again = { failedJobIds: [row?.failedJobId ?? ''], outcome: 'retried' as const }
  expect(await ask(failedJobs.settleFailedJobs, again, await operator())).toEqual({ settled: 1 })
  await runDueJobs()
  expect(await stateOf(exportId)).toBe('completed')
  expect((await waiting()).map(({ failedJobId }) => failedJobId)).not.toContain(row?.failedJobId)
  expect(await bell(of.owner)).toEqual([])
  // Settled once: a second press, or another operator, begins nothing.
  expect(await refused(failedJobs.settleFailedJobs, again, await operator())).toMatchObject({
    code: 'failedJobNotFound',
  })
  const { rows } = await pool().query('select data from failed_jobs where failed_job_id = $1', [row?.failedJobId])
  expect(rows).toEqual([{ data: {} }])
})

test('two operators at the same moment begin it once', async () => {
  const of = await club()
  await brokenExport(of)
  vi.restoreAllMocks()
  const run = vi.spyOn(exportJobs.writeExport, 'run')
  const [row] = await waiting()
  const desk = await operator()
  const again = { failedJobIds: [row?.failedJobId ?? ''], outcome: 'retried' as const }
  const both = await Promise.allSettled([1, 2].map(() => ask(failedJobs.settleFailedJobs, again, desk)))
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await runDueJobs()
  expect(run).toHaveBeenCalledTimes(1)
})

test('a mail that cannot be sent is noted without another mail, and leaves the list when it is dismissed', async () => {
  const of = await club()
  const send = vi.spyOn(mailJobs.sendMail, 'run').mockRejectedValue(new Error('No mailbox.'))
  await enqueue(database(), mailJobs.sendMail, { to: of.owner.email, subject: 'x', text: 'x', locale: 'ja' })
  await moveTo(now() + 4 * day)
  const mine = (await waiting()).filter(({ job }) => job === 'sendMail')
  expect(mine).toMatchObject([{ area: 'mail', tries: 11, brandName: '' }])
  const tried = send.mock.calls.length
  await moveTo(now() + 4 * day)
  expect(send.mock.calls.length).toBe(tried)
  const failedJobIds = mine.map(({ failedJobId }) => failedJobId)
  await ask(failedJobs.settleFailedJobs, { failedJobIds, outcome: 'dismissed' }, await operator())
  const { jobs } = await ask(failedJobs.getFailedJobs, { state: 'all' }, await operator())
  expect(jobs.find(({ failedJobId }) => failedJobId === failedJobIds[0])?.outcome).toBe('dismissed')
  await moveTo(now() + failedJobsKept + day)
  const { rows } = await pool().query('select 1 from failed_jobs where failed_job_id = any($1)', [failedJobIds])
  expect(rows).toEqual([])
})

test('a card that could not be stopped at the provider is told to the owners of its brand', async () => {
  const of = await shop()
  const fan = await newFan()
  await joinByCard(of, fan)
  vi.spyOn(providerJobs.endProviderSubscription, 'run').mockRejectedValue(new Error('No answer.'))
  await ask(accounts.deleteMyAccount, { typedEmail: fan.email }, fan)
  await moveTo(now() + 8 * day)
  const [row] = (await waiting()).filter(({ job }) => job === 'endProviderSubscription')
  expect(row).toMatchObject({ area: 'payment', brandName: expect.stringMatching(/./) })
  const { notifications: told } = await ask(notifications.getNotifications, of.ids, of.owner)
  expect(told.filter(({ kind }) => kind === 'jobFailed')).toMatchObject([{ detail: 'payment' }])
})

test('what a job was for is read from its name, or from what it was given', () => {
  expect(areaOfJob('sendMail', { to: 'x' })).toBe('mail')
  expect(areaOfJob('remindOfKonbini', { orderId: 'x' })).toBe('payment')
  expect(areaOfJob('tellOfArchive', { planId: 'x' })).toBe('membership')
  expect(areaOfJob('measureUpload', { mediaId: 'x' })).toBe('upload')
  expect(areaOfJob('closeMonths', {})).toBe('daily')
  expect(areaOfJob('tellOfClosing', { brandId: 'x' })).toBe('notice')
})
