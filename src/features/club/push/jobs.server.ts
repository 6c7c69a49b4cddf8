import { z } from 'zod'
import { id } from '#kit/text.ts'
import { type Instant, instant } from '#kit/time.ts'
import { type JobContext, job, jobs } from '#server/jobDefinition.ts'
import { mailIdOf } from '#server/mail/jobs.server.ts'
import { pushMessage } from '#server/push/message.ts'
import { noticeKinds, quietEnd } from './notice'
import { quietHoursOf, removeDevice, setFailures, targetOf, waysOfFan } from './queries.server'

const data = z.object({
  tenantId: id,
  brandId: id,
  uid: z.string(),
  deviceId: id,
  kind: z.enum(noticeKinds),
  /** When it is no news any more: then it is dropped. */
  until: instant,
  message: pushMessage,
  /** How often its push service could not be reached. */
  tries: z.int().min(0).default(0),
})

const minute = 60_000
/** Waits between tries. After the last nobody could do anything about it: no failed job is made of it. */
const waits = [1, 5, 15, 60, 180].map((minutes) => minutes * minute)
/** A device that did not get so many messages in a row gets no more. */
const mostFailures = 5

/** One message to one device. What the fan has chosen, and their quiet hours, are asked again: it may have waited for hours. */
const sendTo = async (
  { db, transaction, now, jobId, sendPush }: JobContext,
  said: z.output<typeof data>,
  { isBulk }: { isBulk: boolean },
): Promise<void> => {
  const { uid, deviceId, kind, until, message, tries } = said
  const target = await targetOf(db, said, deviceId)
  if (!target || !(await waysOfFan(db, said, kind))?.byPush) return
  const fail = async () => {
    if (target.failures + 1 >= mostFailures) await removeDevice(db, said, deviceId)
    else await setFailures(db, said, deviceId, target.failures + 1)
  }
  const sendAt = (at: Instant, tries: number): Promise<void> => {
    const again = isBulk ? pushJobs.sendBulkPush : pushJobs.sendPush
    const id = mailIdOf(`${jobId} again`, String(at))
    return transaction(({ enqueue }) => enqueue(again, { ...said, tries }, { at, id }))
  }
  const quietUntil = quietEnd(await quietHoursOf(db, { uid }), now)
  if ((quietUntil ?? now) > until) return
  if (quietUntil !== null) return sendAt(quietUntil, tries)
  const outcome = await sendPush(target, message, { isUrgent: kind === 'live' })
  const wait = waits[tries]
  if (outcome === 'unreachable' && wait !== undefined && now + wait <= until) return sendAt(now + wait, tries + 1)
  if (outcome === 'gone') await removeDevice(db, said, deviceId)
  else if (outcome !== 'sent') await fail()
  else if (target.failures > 0) await setFailures(db, said, deviceId, 0)
}

const kind = { about: 'platform', data, retryLimit: 10, concurrency: 20 } as const

export const pushJobs = jobs({
  /** What concerns one fan: an answer, an order. */
  sendPush: job(kind, (context, said) => sendTo(context, said, { isBulk: false })),
  /** What many are told at once, in a queue of its own as with mails. */
  sendBulkPush: job(kind, (context, said) => sendTo(context, said, { isBulk: true })),
})
