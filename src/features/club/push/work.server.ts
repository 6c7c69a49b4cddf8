import type { Instant } from '#kit/time.ts'
import type { Transaction } from '#server/jobDefinition.ts'
import { mailIdOf } from '#server/mail/jobs.server.ts'
import type { PushMessage } from '#server/push/message.ts'
import { brandOfShop } from '../brands/queries.server'
import { pushJobs } from './jobs.server'
import { type NoticeKind, quietEnd } from './notice'
import { devicesOfAll, waysOfFan } from './queries.server'

type BrandIds = { tenantId: string; brandId: string }
/** `news`: what is told; each device is told of it once. `until`: when it is no news any more. */
export type Told = { kind: NoticeKind; news: string; until: Instant }
export type Addressed = { uid: string; message: PushMessage }

/** A day is the longest that a message waits for the end of quiet hours, or for a push service that does not answer. */
export const longestWait = 86_400_000

/** The picture of the club on a home screen (`program/http/app.ts`), which a phone shows beside its messages. */
export const iconOf = ({ slug }: { slug: string }) => `/api/app/${slug}/icon-192.png`

/** One message for each device of these fans, at once or when their quiet hours end. Whether they want it was asked before. */
export const pushToFans = async (
  { db, enqueue }: Pick<Transaction, 'db' | 'enqueue'>,
  now: Instant,
  { tenantId, brandId }: BrandIds,
  { kind, news, until }: Told,
  fans: readonly Addressed[],
  { isBulk = true } = {},
) => {
  const messages = new Map(fans.map(({ uid, message }) => [uid, message]))
  const devices = await devicesOfAll(db, [...messages.keys()])
  if (devices.length === 0) return
  const icon = iconOf(await brandOfShop(db, { tenantId, brandId }))
  for (const { deviceId, uid, quiet } of devices) {
    const message = messages.get(uid)
    if (!message) continue
    const job = isBulk ? pushJobs.sendBulkPush : pushJobs.sendPush
    // One job of the same news and device, whoever else tells it now; the queue gives it to one sender.
    const id = mailIdOf(`push ${news}`, deviceId)
    const data = { tenantId, brandId, uid, deviceId, kind, until, message: { ...message, icon, id } }
    await enqueue(job, data, { id, at: quietEnd(quiet, now) ?? now })
  }
}

/** As `pushToFans` for one fan, if they want this kind of the brand's notices as messages. */
export const pushToFan = async (
  tx: Pick<Transaction, 'db' | 'enqueue'>,
  now: Instant,
  { uid, ...brand }: BrandIds & { uid: string },
  told: Told,
  write: () => PushMessage | Promise<PushMessage>,
) => {
  if (!(await waysOfFan(tx.db, { ...brand, uid }, told.kind))?.byPush) return
  await pushToFans(tx, now, brand, told, [{ uid, message: await write() }], { isBulk: false })
}
