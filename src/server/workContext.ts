import { serverConfig } from '../config.server'
import { now } from './clock'
import { database, inTransaction } from './db'
import { newId } from './ids'
import type { CallbackContext, JobContext } from './jobDefinition'
import { liveFiles } from './live/files'
import { deliver } from './mail/deliver'
import { free } from './retries'
import * as pictures from './storage/pictures'
import { storage } from './storage/storage'
import { transactionOf } from './transaction'
import { video } from './video/video'

/** What callbacks and jobs work with, as of this moment. */
export const callbackContext = (): CallbackContext => ({
  db: database(),
  transaction: (work) => inTransaction((db) => work(transactionOf(db))),
  now: now(),
  newId,
  storage: storage(),
  pictures,
})

export const jobContext = (jobId: string): JobContext => ({
  ...callbackContext(),
  jobId,
  video,
  live: liveFiles,
  origin: serverConfig().PUBLIC_ORIGIN,
  sendMail: (letter) => deliver(letter, jobId),
  free: (attempt) => free(database(), attempt),
})
