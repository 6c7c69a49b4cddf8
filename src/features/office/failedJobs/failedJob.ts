import { day } from '#kit/time.ts'

/** Areas shown to operators instead of job names. */
export const areas = ['mail', 'payment', 'membership', 'upload', 'file', 'delivery', 'notice', 'daily'] as const
export type Area = (typeof areas)[number]

const areaOf: Record<string, Area> = {
  sendMail: 'mail',
  sendBulkMail: 'mail',
  endProviderSubscription: 'payment',
  refund: 'payment',
  giveUp: 'payment',
  settleOrder: 'payment',
  finishPurchase: 'payment',
  finishFreeDays: 'payment',
  giveUpOrdersOfBrand: 'payment',
  giveUpOrdersOfEvent: 'payment',
  writeExport: 'file',
  finishUpload: 'upload',
  convertVideo: 'upload',
  removeVideo: 'upload',
  cutClip: 'upload',
  removeClip: 'upload',
  deliver: 'delivery',
  tellOfLive: 'notice',
  tellOfRecording: 'notice',
}

/** By the job's name, else by the ids in its data. Jobs without data run daily. */
export const areaOfJob = (job: string, data: Readonly<Record<string, unknown>>): Area => {
  const known = areaOf[job]
  if (known) return known
  if ('mediaId' in data || 'streamingId' in data || 'fileIds' in data) return 'upload'
  if ('orderId' in data || 'refundId' in data) return 'payment'
  if ('subscriptionId' in data || 'planId' in data) return 'membership'
  if ('exportId' in data) return 'file'
  return Object.keys(data).length > 0 ? 'notice' : 'daily'
}

/** Id of the item that the job was about, if the portal has a page for it; otherwise empty. */
export const itemOfJob = (data: Readonly<Record<string, unknown>>): string => {
  const named = [data.orderId, data.subscriptionId, data.planId].find((one) => typeof one === 'string')
  return typeof named === 'string' ? named : ''
}

/** How long failed jobs are kept, and the minimum time between two mails to the platform. */
export const failedJobsKept = 30 * day
export const tellAtMostEvery = day / 24

export const outcomes = ['retried', 'dismissed'] as const
export type Outcome = (typeof outcomes)[number]
