import type { Yen } from '#kit/money.ts'
import { day, type Instant } from '#kit/time.ts'

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
/** Requested changes expire if the applicant does not respond within this time (rule: access.applications). */
export const changesLapseAfter = 30 * day
/** How many applications one person may have open at once. */
export const openApplicationsLimit = 3

type Status = Exclude<ApplicationStatus, 'expired'>
/** Stored states; `expired` is derived from the clock and never stored. */
export type StoredApplication = {
  applicationId: string
  status: Status
  form: ApplicationForm
  locale: 'ja' | 'en'
  applicantEmail: string
  applicantName: string
  decision: { by: string; at: Instant; reasonCode?: string; message?: string } | null
  /** When requested changes expire. */
  expiresAt: Instant | null
  tenantId: string | null
  brandId: string | null
  submittedAt: Instant | null
  agreedTermsVersion: string | null
  /** The form when an operator last requested changes. */
  reviewedForm: ApplicationForm | null
  updatedAt: Instant
}
type In<S extends Status> = StoredApplication & { status: S }
/** States in which the applicant can edit and submit. */
export type Editable = In<'draft' | 'changesRequested'>
/** States in which the operator can decide. */
export type Pending = In<'submitted' | 'inReview'>
/** States that are neither decided nor withdrawn. */
export type Open = Editable | Pending

/** Expiry depends on the clock, so it is computed on read and never stored. */
export const statusAt = (
  { status, expiresAt }: Pick<StoredApplication, 'status' | 'expiresAt'>,
  now: Instant,
): ApplicationStatus => (status === 'changesRequested' && expiresAt !== null && expiresAt <= now ? 'expired' : status)

/** Whether the applicant or the operator still has something to do. */
export const isOpen = (status: ApplicationStatus) =>
  status === 'draft' || status === 'submitted' || status === 'inReview' || status === 'changesRequested'

const isIn =
  <S extends Status>(...statuses: S[]) =>
  (application: StoredApplication, now: Instant): application is In<S> =>
    (statuses as ApplicationStatus[]).includes(statusAt(application, now))

export const isEditable = isIn('draft', 'changesRequested')
export const isSubmitted = isIn('submitted')
export const isPending = isIn('submitted', 'inReview')
export const isWithdrawable = isIn('draft', 'submitted', 'inReview', 'changesRequested')
/** Applicant and operator write to each other from the submission until the decision. */
export const isDiscussed = isIn('submitted', 'inReview', 'changesRequested')

// --- Moves --------------------------------------------------------------------------------------------------------------

/** `updatedAt` differs even for two saves within one millisecond, so that a stale save is always detected. */
const touched = <A extends StoredApplication>(application: A, now: Instant): A => ({
  ...application,
  updatedAt: Math.max(now, application.updatedAt + 1),
})

type Typed = Pick<StoredApplication, 'form' | 'locale'>
type Applicant = Pick<StoredApplication, 'applicantEmail' | 'applicantName'>

export const edit = (application: Editable, { form, locale }: Typed, now: Instant): Editable =>
  touched({ ...application, form, locale }, now)

export const submit = (
  application: Editable,
  { form, locale }: Typed,
  { applicantEmail, applicantName }: Applicant,
  now: Instant,
): In<'submitted'> =>
  touched(
    {
      ...application,
      form,
      locale,
      applicantEmail,
      applicantName,
      status: 'submitted',
      submittedAt: now,
      expiresAt: null,
      agreedTermsVersion: termsVersion,
    },
    now,
  )

export const withdraw = (application: Open, now: Instant): In<'withdrawn'> =>
  touched({ ...application, status: 'withdrawn' }, now)

export const review = (application: In<'submitted'>, now: Instant): In<'inReview'> =>
  touched({ ...application, status: 'inReview' }, now)

export const requestChanges = (application: Pending, now: Instant): In<'changesRequested'> =>
  touched(
    {
      ...application,
      status: 'changesRequested',
      expiresAt: now + changesLapseAfter,
      reviewedForm: application.form,
    },
    now,
  )

export const approve = (
  application: Pending,
  { by, tenantId, brandId }: { by: string; tenantId: string; brandId: string },
  now: Instant,
): In<'approved'> => touched({ ...application, status: 'approved', decision: { by, at: now }, tenantId, brandId }, now)

export const reject = (
  application: Pending,
  { by, reasonCode, message }: { by: string; reasonCode: string; message: string },
  now: Instant,
): In<'rejected'> =>
  touched({ ...application, status: 'rejected', decision: { by, at: now, reasonCode, message } }, now)
