import type { Yen } from '../../kit/money'
import { day, type Instant } from '../../kit/time'

export const applicationStatuses = [
  'draft',
  'submitted',
  'inReview',
  'changesRequested',
  'approved',
  'rejected',
  'withdrawn',
  'expired',
] as const
export type ApplicationStatus = (typeof applicationStatuses)[number]

export const categories = ['music', 'idol', 'actor', 'voice', 'comic', 'video', 'sports', 'craft', 'other'] as const
export const rejectionReasons = [
  'incompleteProfile',
  'slugUnavailable',
  'identityMismatch',
  'prohibitedContent',
  'duplicate',
  'other',
] as const

/** A half-filled form; what a complete one needs is said by `completeForm` in the contract. */
export type ApplicationForm = {
  tenantName: string
  applicantType: 'individual' | 'corporation'
  legalName: string
  legalNameKana: string
  representativeName: string
  postalCode: string
  address: string
  phone: string
  email: string
  brandName: string
  slugChoices: [string, string]
  category: (typeof categories)[number]
  description: string
  snsUrls: string[]
  expectedPlanPrice: Yen | null
}

export const emptyForm: ApplicationForm = {
  tenantName: '',
  applicantType: 'individual',
  legalName: '',
  legalNameKana: '',
  representativeName: '',
  postalCode: '',
  address: '',
  phone: '',
  email: '',
  brandName: '',
  slugChoices: ['', ''],
  category: 'music',
  description: '',
  snsUrls: [],
  expectedPlanPrice: null,
}

/** The version of the terms that the confirmation page shows and a submission agrees to. */
export const termsVersion = '2026-11'
/** Requested changes that nobody answers lapse after this long (records, 2.1). */
export const changesLapseAfter = 30 * day
/** How many applications one person may have open at once. */
export const openApplicationsLimit = 3

type Stored = { status: Exclude<ApplicationStatus, 'expired'>; expiresAt: Instant | null }

/** Lapsing is the clock's move, so it is read, never stored. */
export const statusAt = ({ status, expiresAt }: Stored, now: Instant): ApplicationStatus =>
  status === 'changesRequested' && expiresAt !== null && expiresAt <= now ? 'expired' : status

type Move = 'edit' | 'submit' | 'withdraw' | 'review' | 'requestChanges' | 'approve' | 'reject' | 'message'
const from: Record<Move, readonly ApplicationStatus[]> = {
  edit: ['draft', 'changesRequested'],
  submit: ['draft', 'changesRequested'],
  withdraw: ['draft', 'submitted', 'inReview', 'changesRequested'],
  review: ['submitted'],
  requestChanges: ['submitted', 'inReview'],
  approve: ['submitted', 'inReview'],
  reject: ['submitted', 'inReview'],
  message: ['submitted', 'inReview', 'changesRequested'],
}

export const may = (move: Move, application: Stored, now: Instant) => from[move].includes(statusAt(application, now))

/** An application that still waits for somebody. */
export const isOpen = (status: ApplicationStatus) =>
  status === 'draft' || status === 'submitted' || status === 'inReview' || status === 'changesRequested'
