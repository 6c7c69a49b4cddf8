import { type Mocks, mockFound, mockNames, mockNow, nth, refused } from '#kit/mock.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { day, type Instant } from '#kit/time.ts'
import { slugProblem } from '../brands/brand'
import {
  type ApplicationForm,
  type ApplicationStatus,
  applicationStatuses,
  emptyForm,
  termsVersion,
} from './application'
import type { Application, applications } from './contract'

/** A form that can be submitted. */
export const exampleForm = (slugChoices: [string, string]) => ({
  ...emptyForm,
  tenantName: 'Hidamari Club',
  legalName: '佐藤 葵',
  legalNameKana: 'サトウ アオイ',
  postalCode: '1500041',
  address: '東京都渋谷区神南 1-2-3',
  phone: '09012345678',
  email: 'aoi@example.test',
  brandName: 'ひだまり',
  slugChoices,
  description: '月に二度の動画を届けます。',
})

const clubNames = ['ひだまり', 'あさがお', 'みなと', 'こもれび', 'ゆうなぎ', 'はなうた', 'そらいろ', 'つむぎ'] as const
const categories = ['music', 'comic', 'voice', 'video'] as const

const formOf = (n: number): ApplicationForm => ({
  ...emptyForm,
  tenantName: `${nth(clubNames, n)}クラブ`,
  legalName: nth(mockNames, n),
  legalNameKana: 'サトウ アオイ',
  postalCode: '1500041',
  address: '東京都渋谷区神南 1-2-3',
  phone: '09012345678',
  email: `applicant${n + 1}@example.test`,
  brandName: nth(clubNames, n),
  slugChoices: [`demo-club-${n + 1}`, `demo-club-${n + 1}-jp`],
  category: nth(categories, n),
  description: '月に二度の動画と、季節ごとの配信を届けたいと考えています。',
  snsUrls: ['https://example.com/club'],
  expectedPlanPrice: 500 + (n % 6) * 300,
})

type Message = Application['thread'][number]
const message = (n: number, author: Message['author'], at: Instant, body: string, isInternal = false): Message => ({
  messageId: `message_${n}`,
  author,
  visibility: isInternal ? 'internal' : 'public',
  body,
  at,
})
const hour = day / 24

const historyOf = (status: ApplicationStatus, at: Instant): Application['history'] => {
  const step = (name: ApplicationStatus, when: Instant) => ({ status: name, at: when })
  const begun = [step('draft', at - day)]
  if (status === 'draft') return begun
  const sent = [...begun, step('submitted', at)]
  if (status === 'submitted') return sent
  if (status === 'withdrawn') return [...sent, step('withdrawn', at + hour)]
  if (status === 'changesRequested' || status === 'expired') return [...sent, step('changesRequested', at + hour)]
  const read = [
    ...sent,
    step('changesRequested', at + hour),
    step('submitted', at + 4 * hour),
    step('inReview', at + 5 * hour),
  ]
  return status === 'inReview' ? read : [...read, step(status, at + day)]
}

const applicationOf = (n: number, status: ApplicationStatus, at: Instant): Application => {
  const isSent = status !== 'draft'
  const wantsChanges = status === 'changesRequested' || status === 'expired'
  return {
    applicationId: `application_${n}`,
    status,
    form: status === 'draft' ? { ...emptyForm, tenantName: 'ひだまりクラブ', brandName: 'ひだまり' } : formOf(n),
    thread: wantsChanges
      ? [
          message(1, 'operator', at + hour, '活動が分かるページのリンクを追加してください。'),
          message(2, 'applicant', at + 3 * hour, '承知しました。今週中に追加します。'),
        ]
      : [],
    decision:
      status === 'rejected'
        ? { at: at + day, reasonCode: 'incompleteProfile', message: '活動の内容が分かるリンクを加えてください。' }
        : status === 'approved'
          ? { at: at + day }
          : null,
    tenantId: status === 'approved' ? 'tenant_hoshi' : null,
    brandId: status === 'approved' ? 'brand_aoi' : null,
    expiresAt: wantsChanges ? at + 30 * day : null,
    submittedAt: isSent ? at : null,
    createdAt: at - day,
    updatedAt: at,
    history: historyOf(status, at),
  }
}

const mine = applicationStatuses.map((status, n) => applicationOf(n, status, mockNow - (n + 1) * 2 * day))

const sent = applicationStatuses.filter((status) => status !== 'draft')
const queue = Array.from({ length: 64 }, (_, n) =>
  applicationOf(100 + n, n < 44 ? 'submitted' : (sent[n % sent.length] ?? 'inReview'), mockNow - (n + 1) * 9 * hour),
)
const countsOf = (all: readonly Application[]) =>
  Object.fromEntries(
    applicationStatuses.map((status) => [status, all.filter((one) => one.status === status).length]),
  ) as Record<ApplicationStatus, number>

const itemOf = ({ applicationId, status, form, submittedAt, updatedAt }: Application) => ({
  applicationId,
  status,
  tenantName: form.tenantName,
  brandName: form.brandName,
  applicantEmail: form.email,
  slugChoices: form.slugChoices,
  submittedAt,
  updatedAt,
})
const changed = (applicationId: string, status: ApplicationStatus) => ({ applicationId, status, updatedAt: mockNow })

export const applicationMocks: Mocks<typeof applications> = {
  examples: ({ draftedApplication, submittedApplication, draftedSlugs, submittedSlugs }) => ({
    checkBrandSlug: { slug: 'hidamari', applicationId: draftedApplication },
    getMyTenantApplications: {},
    saveTenantApplicationDraft: { applicationId: draftedApplication, form: exampleForm(draftedSlugs) },
    submitTenantApplication: {
      applicationId: draftedApplication,
      form: exampleForm(draftedSlugs),
      agreedTermsVersion: termsVersion,
    },
    withdrawTenantApplication: { applicationId: submittedApplication },
    replyToApplication: { applicationId: submittedApplication, body: 'Hello.' },
    getPendingTenants: { status: 'submitted', pagination: { limit: 20, offset: 0 } },
    getPendingTenant: { applicationId: submittedApplication },
    startApplicationReview: { applicationId: submittedApplication },
    requestApplicationChanges: { applicationId: submittedApplication, message: 'Please add a link.' },
    messageApplicant: { applicationId: submittedApplication, body: 'Hello.', visibility: 'internal' },
    approvePendingTenant: {
      applicationId: submittedApplication,
      tenantName: 'Hidamari Club',
      brandSlugs: submittedSlugs,
      email: 'aoi@example.test',
    },
    rejectPendingTenant: { applicationId: submittedApplication, reasonCode: 'other', message: 'Not now.' },
  }),
  answers: {
    checkBrandSlug: ({ slug }) => ({ status: slug === 'aoi' ? 'taken' : (slugProblem(slug) ?? 'available') }),
    getMyTenantApplications: () => ({ applications: mine }),
    saveTenantApplicationDraft: ({ applicationId }) => changed(applicationId ?? 'application_0', 'draft'),
    submitTenantApplication: ({ applicationId }) => changed(applicationId, 'submitted'),
    withdrawTenantApplication: ({ applicationId }) => changed(applicationId, 'withdrawn'),
    replyToApplication: () => ({ messageId: 'message_new' }),
    getPendingTenants: ({ status, q, sort, pagination = everything }) => {
      const found = mockFound(
        queue,
        { q, sort },
        {
          texts: ({ form }) => [form.tenantName, form.brandName, form.email],
          by: { club: ({ form }) => form.tenantName, submittedAt: ({ submittedAt }) => submittedAt ?? 0 },
        },
      )
      const chosen = status ? found.filter((one) => one.status === status) : found
      return {
        items: chosen.slice(pagination.offset, pagination.offset + pagination.limit).map(itemOf),
        pagination: paginationOf(chosen.length, pagination),
        counts: countsOf(found),
      }
    },
    getPendingTenant: ({ applicationId }) => {
      const found = queue.find((one) => one.applicationId === applicationId)
      if (!found) return refused('applicationNotFound')
      const [first, second] = found.form.slugChoices
      return {
        application: {
          ...found,
          applicantEmail: found.form.email,
          locale: 'ja',
          thread: [
            message(1, 'applicant', mockNow - 2 * day, 'はじめまして。どうぞよろしくお願いします。'),
            message(2, 'operator', mockNow - day, '活動歴が分かるリンクがあると、審査が早く進みます。'),
            message(3, 'operator', mockNow - day + hour, '過去の申請と電話番号が同じです。', true),
          ],
        },
        previousForm: { ...found.form, description: '月に一度の動画を届けたいと考えています。', snsUrls: [] },
        duplicates: [
          {
            applicationId: 'application_110',
            tenantName: 'こもれびクラブ',
            status: 'rejected',
            same: ['phone', 'legalName'],
          },
        ],
        slugs: [
          { slug: first, available: true },
          { slug: second, available: false },
        ],
      }
    },
    startApplicationReview: ({ applicationId }) => changed(applicationId, 'inReview'),
    requestApplicationChanges: ({ applicationId }) => changed(applicationId, 'changesRequested'),
    messageApplicant: () => ({ messageId: 'message_new' }),
    approvePendingTenant: () => ({ ok: true, tenantId: 'tenant_new', brandId: 'brand_new' }),
    rejectPendingTenant: () => ({ ok: true }),
  },
  scenarios: {
    empty: {
      getMyTenantApplications: () => ({ applications: [] }),
      getPendingTenants: ({ pagination = everything }) => ({
        items: [],
        pagination: paginationOf(0, pagination),
        counts: countsOf([]),
      }),
    },
    asked: {
      getMyTenantApplications: () => ({ applications: [applicationOf(3, 'changesRequested', mockNow - 2 * day)] }),
    },
    approved: {
      getMyTenantApplications: () => ({ applications: [applicationOf(4, 'approved', mockNow - 2 * day)] }),
    },
    slugTaken: {
      checkBrandSlug: () => ({ status: 'taken' }),
      submitTenantApplication: () => refused('slugTaken'),
      approvePendingTenant: () => ({ ok: false, message: 'Both addresses are taken.', code: 'slugTaken' }),
    },
  },
}
