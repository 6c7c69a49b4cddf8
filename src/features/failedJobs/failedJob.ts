import { day } from '../../kit/time'

/** What a job was for, in words that people know. */
export const areas = ['mail', 'payment', 'membership', 'upload', 'file', 'delivery', 'notice', 'daily'] as const
export type Area = (typeof areas)[number]

const areaOf: Record<string, Area> = {
  sendMail: 'mail',
  endProviderSubscription: 'payment',
  refund: 'payment',
  giveUp: 'payment',
  settleOrder: 'payment',
  finishPurchase: 'payment',
  giveUpOrdersOfBrand: 'payment',
  writeExport: 'file',
  finishUpload: 'upload',
  convertVideo: 'upload',
  removeVideo: 'upload',
  deliver: 'delivery',
  tellOfLive: 'notice',
  tellOfRecording: 'notice',
}

/** By what its data names where its own name says nothing; what names nothing runs by itself every day. */
export const areaOfJob = (job: string, data: Readonly<Record<string, unknown>>): Area => {
  const known = areaOf[job]
  if (known) return known
  if ('mediaId' in data || 'streamingId' in data || 'fileIds' in data) return 'upload'
  if ('orderId' in data || 'refundId' in data) return 'payment'
  if ('subscriptionId' in data || 'planId' in data) return 'membership'
  if ('exportId' in data) return 'file'
  return Object.keys(data).length > 0 ? 'notice' : 'daily'
}

/** What the job was about, where a page of the portal shows it. */
export const itemOfJob = (data: Readonly<Record<string, unknown>>): string => {
  const named = [data.orderId, data.subscriptionId, data.planId].find((one) => typeof one === 'string')
  return typeof named === 'string' ? named : ''
}

/** How long the platform remembers, and how seldom it is told by mail: one mail an hour says where to look. */
export const failedJobsKept = 30 * day
export const tellAtMostEvery = day / 24

export const outcomes = ['retried', 'dismissed'] as const
export type Outcome = (typeof outcomes)[number]
