import { z } from 'zod'
import { contract, fanRead, fanWrite, operatorRead, operatorWrite } from '#kit/contract.ts'
import { searchText, sortOf } from '#kit/list.ts'
import { yen } from '#kit/money.ts'
import { pagination, paginationRequest } from '#kit/pagination.ts'
import { email, httpsUrl, id, text } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { slugPattern } from '../brands/brand'
import { tenantNameLength } from '../tenants/contract'
import { applicationStatuses, categories, rejectionReasons } from './application'

export const messageLength = 2000

const applicantType = z.enum(['individual', 'corporation'])
const slug = z.string().regex(slugPattern)
const different = (choices: readonly string[], issue: (field: string, rule: string) => void, field: string) => {
  if (choices[0] === choices[1] && choices[0] !== '') issue(`${field}.1`, 'sameSlug')
}

/** A draft accepts incomplete values; only what no column can store is refused. */
export const draftForm = z.object({
  tenantName: text({ max: tenantNameLength }),
  applicantType,
  legalName: text({ max: 100 }),
  legalNameKana: text({ max: 100 }),
  representativeName: text({ max: 100 }),
  postalCode: text({ max: 20 }),
  address: text({ max: 200, lines: true }),
  phone: text({ max: 30 }),
  email: text({ max: 254 }),
  brandName: text({ max: 50 }),
  slugChoices: z.tuple([text({ max: 60 }), text({ max: 60 })]),
  category: z.enum(categories),
  description: text({ max: 1000, lines: true }),
  snsUrls: z.array(text({ max: 500 })).max(5),
  expectedPlanPrice: yen.nullable(),
})

const digitsOf = (pattern: RegExp, rule: string) =>
  z.string().refine((value) => pattern.test(value), { params: { rule } })

/** Fields that are required to submit the application. */
export const completeForm = {
  tenantName: text({ min: 1, max: tenantNameLength }),
  applicantType,
  legalName: text({ min: 1, max: 100 }),
  legalNameKana: text({ min: 1, max: 100 }).refine((value) => /^[ァ-ヶー・\s　A-Za-z0-9().-]*$/u.test(value), {
    params: { rule: 'kana' },
  }),
  representativeName: text({ max: 100 }),
  postalCode: digitsOf(/^\d{7}$/, 'postalCode'),
  address: text({ min: 1, max: 200, lines: true }),
  phone: digitsOf(/^0\d{9,10}$/, 'phone'),
  email,
  brandName: text({ min: 1, max: 50 }),
  slugChoices: z.tuple([slug, slug]),
  category: z.enum(categories),
  description: text({ min: 1, max: 1000, lines: true }),
  snsUrls: z.array(httpsUrl).max(5),
  expectedPlanPrice: yen.nullable(),
}
type Complete = { applicantType: string; representativeName: string; slugChoices: readonly string[] }
/** Rules across fields, used by both the form's steps and the operation. */
export const checkForm = (form: Complete, issue: (field: string, rule: string) => void) => {
  different(form.slugChoices, issue, 'slugChoices')
  if (form.applicantType === 'corporation' && form.representativeName.trim() === '')
    issue('representativeName', 'required')
}

const applicationStatus = z.enum(applicationStatuses)
const message = z.object({
  messageId: id,
  author: z.enum(['applicant', 'operator']),
  visibility: z.enum(['public', 'internal']),
  body: z.string(),
  at: instant,
})
const decision = z.object({ at: instant, reasonCode: z.string().optional(), message: z.string().optional() })
const application = z.object({
  applicationId: id,
  status: applicationStatus,
  form: draftForm,
  thread: z.array(message),
  decision: decision.nullable(),
  tenantId: id.nullable(),
  brandId: id.nullable(),
  expiresAt: instant.nullable(),
  submittedAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
  /** Every state that it has come to, oldest first. */
  history: z.array(z.object({ status: applicationStatus, at: instant })),
})
export type Application = z.infer<typeof application>

const pendingItem = z.object({
  applicationId: id,
  status: applicationStatus,
  tenantName: z.string(),
  brandName: z.string(),
  applicantEmail: z.string(),
  slugChoices: z.array(z.string()),
  submittedAt: instant.nullable(),
  updatedAt: instant,
})
const changed = z.object({ applicationId: id, status: applicationStatus, updatedAt: instant })
/** The specification returns a refused decision as data: `ok` false with the message for the operator. */
const decided = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), tenantId: id.optional(), brandId: id.optional() }),
  z.object({
    ok: z.literal(false),
    message: z.string(),
    code: z.enum(['applicationNotFound', 'notPending', 'slugTaken']),
  }),
])
const messageBody = text({ min: 1, max: messageLength, lines: true })

/** Settings that an operator confirms when opening a club. */
export const decisionForm = {
  tenantName: text({ min: 1, max: tenantNameLength }),
  /** In order of preference: the first that is free becomes the brand's. */
  brandSlugs: z.tuple([slug, slug]),
  email,
}

export const applications = contract({
  checkBrandSlug: fanRead({
    payload: { slug: z.string().max(100), applicationId: id.optional() },
    result: z.object({ status: z.enum(['available', 'reserved', 'taken', 'invalid']) }),
    limit: { points: 60, seconds: 60 },
  }),
  getMyTenantApplications: fanRead({ payload: {}, result: z.object({ applications: z.array(application) }) }),
  saveTenantApplicationDraft: fanWrite({
    payload: { applicationId: id.optional(), form: draftForm, expectedUpdatedAt: instant.optional() },
    result: changed,
    refusals: ['applicationNotFound', 'notEditable', 'conflict', 'tooManyApplications'],
  }),
  submitTenantApplication: fanWrite({
    payload: {
      applicationId: id,
      form: z.object(completeForm),
      agreedTermsVersion: z.string().max(20),
      expectedUpdatedAt: instant.optional(),
    },
    check: ({ form }, issue) => checkForm(form, (field, rule) => issue(`form.${field}`, rule)),
    result: changed,
    refusals: ['applicationNotFound', 'notEditable', 'slugTaken', 'slugReserved', 'termsChanged', 'conflict'],
    limit: { points: 10, seconds: 60 },
  }),
  withdrawTenantApplication: fanWrite({
    payload: { applicationId: id },
    result: changed,
    refusals: ['applicationNotFound', 'notPending'],
  }),
  replyToApplication: fanWrite({
    payload: { applicationId: id, body: messageBody },
    result: z.object({ messageId: id }),
    refusals: ['applicationNotFound', 'notPending'],
    limit: { points: 20, seconds: 60 },
  }),

  getPendingTenants: operatorRead({
    payload: {
      status: applicationStatus.optional(),
      q: searchText.optional(),
      sort: sortOf(['club', 'submittedAt']).optional(),
      pagination: paginationRequest.optional(),
    },
    result: z.object({
      items: z.array(pendingItem),
      pagination,
      counts: z.record(applicationStatus, z.int()),
    }),
  }),
  getPendingTenant: operatorRead({
    payload: { applicationId: id },
    result: z.object({
      application: application.extend({
        applicantEmail: z.string(),
        /** What the mails to the applicant are written in. */
        locale: z.enum(['ja', 'en']),
      }),
      /** The form when changes were last requested; null if it was submitted only once. */
      previousForm: draftForm.nullable(),
      /** Other applications with the same phone, e-mail or legal name. */
      duplicates: z.array(
        z.object({
          applicationId: id,
          tenantName: z.string(),
          status: applicationStatus,
          same: z.array(z.enum(['phone', 'email', 'legalName'])),
        }),
      ),
      slugs: z.array(z.object({ slug: z.string(), available: z.boolean() })),
    }),
    refusals: ['applicationNotFound'],
  }),
  startApplicationReview: operatorWrite({
    audit: ['applicationId'],
    payload: { applicationId: id },
    result: changed,
    refusals: ['applicationNotFound', 'notPending'],
  }),
  requestApplicationChanges: operatorWrite({
    audit: ['applicationId'],
    limit: { points: 30, seconds: 60 },
    payload: { applicationId: id, message: messageBody },
    result: changed,
    refusals: ['applicationNotFound', 'notPending'],
  }),
  messageApplicant: operatorWrite({
    audit: ['applicationId', 'visibility'],
    limit: { points: 30, seconds: 60 },
    payload: { applicationId: id, body: messageBody, visibility: z.enum(['public', 'internal']) },
    result: z.object({ messageId: id }),
    refusals: ['applicationNotFound', 'notPending'],
  }),
  approvePendingTenant: operatorWrite({
    audit: ['applicationId', 'tenantName', 'brandSlugs'],
    payload: { applicationId: id, ...decisionForm },
    check: ({ brandSlugs }, issue) => different(brandSlugs, issue, 'brandSlugs'),
    result: decided,
    limit: { points: 30, seconds: 60 },
  }),
  rejectPendingTenant: operatorWrite({
    audit: ['applicationId', 'reasonCode'],
    payload: { applicationId: id, reasonCode: z.enum(rejectionReasons), message: messageBody },
    result: decided,
    limit: { points: 30, seconds: 60 },
  }),
})
