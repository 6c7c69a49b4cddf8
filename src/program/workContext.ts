import { serverConfig } from '#config.server.ts'
import { now } from '#server/clock.ts'
import { database, inSnapshot, inTransaction } from '#server/db.ts'
import { endIdentity } from '#server/identity/identity.ts'
import { newId } from '#server/ids.ts'
import type { CallbackContext, JobContext } from '#server/jobDefinition.ts'
import { liveFiles } from '#server/live/files.ts'
import { deliver } from '#server/mail/deliver.ts'
import { suppressionOf } from '#server/mail/suppressions.ts'
import { fees } from '#server/payments/fees.ts'
import { payments } from '#server/payments/provider.ts'
import { sendPush } from '#server/push/send.ts'
import { free } from '#server/retries.ts'
import * as pictures from '#server/storage/pictures.ts'
import { storage } from '#server/storage/storage.ts'
import { log } from '#server/telemetry/log.ts'
import { metrics } from '#server/telemetry/metrics.ts'
import { video } from '#server/video/video.ts'
import { ports } from './ports'
import { transactionOf } from './transaction'

/** The context of callbacks and jobs at this moment. */
export const callbackContext = (): CallbackContext => ({
  db: database(),
  transaction: (work) => inTransaction((db) => work(transactionOf(db))),
  now: now(),
  newId,
  storage: storage(),
  pictures,
  origin: serverConfig().PUBLIC_ORIGIN,
  payments: payments(),
  fees: fees(),
  ports,
})

export const jobContext = (jobId: string): JobContext => ({
  ...callbackContext(),
  snapshot: inSnapshot,
  jobId,
  video,
  live: liveFiles,
  sendMail: async (letter, lane = 'single') => {
    const reason = await suppressionOf(database(), letter.to)
    const count = (outcome: string) => metrics().mails.inc({ lane, outcome })
    if (reason === null) {
      await deliver(letter, { jobId, lane }).catch((error: unknown) => {
        count('failed')
        throw error
      })
      return count('sent')
    }
    count('suppressed')
    log.info({ jobId, reason }, 'mail not sent: its address is on the suppression list')
  },
  sendPush,
  operators: serverConfig().OPERATOR_EMAILS,
  endIdentity,
  free: (attempt) => free(database(), attempt),
})
