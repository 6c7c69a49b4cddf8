import { serverConfig } from '../config.server'
import { now } from './clock'
import { database, inSnapshot, inTransaction } from './db'
import { endIdentity } from './identity/identity'
import { newId } from './ids'
import type { CallbackContext, JobContext } from './jobDefinition'
import { liveFiles } from './live/files'
import { deliver } from './mail/deliver'
import { fees } from './payments/fees'
import { payments } from './payments/provider'
import { free } from './retries'
import * as pictures from './storage/pictures'
import { storage } from './storage/storage'
import { transactionOf } from './transaction'
import { video } from './video/video'

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
})

export const jobContext = (jobId: string): JobContext => ({
  ...callbackContext(),
  snapshot: inSnapshot,
  jobId,
  video,
  live: liveFiles,
  sendMail: (letter) => deliver(letter, jobId),
  operators: serverConfig().OPERATOR_EMAILS,
  endIdentity,
  free: (attempt) => free(database(), attempt),
})
