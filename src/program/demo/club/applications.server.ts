import { type ApplicationForm, type ApplicationStatus, emptyForm } from '#club/applications/application.ts'
import { applicationMessages, slugReservations, tenantApplications } from '#club/applications/tables.server.ts'
import { day } from '#kit/time.ts'
import { insertAll } from '../insertAll'
import { type Demo, pad, personName } from '../parts'

/** The operator's queue: applications in every state, enough for three pages. */
export const demoApplications = async ({ db, at }: Demo) => {
  const clubNames = ['ひだまり', 'あさがお', 'みなと', 'こもれび', 'ゆうなぎ', 'はなうた', 'そらいろ', 'つむぎ']
  const states: Exclude<ApplicationStatus, 'draft' | 'expired'>[] = [
    'submitted',
    'inReview',
    'changesRequested',
    'approved',
    'rejected',
    'withdrawn',
  ]
  const rows = Array.from({ length: 64 }, (_, n) => {
    const status = n < 24 ? 'submitted' : (states[n % states.length] ?? 'submitted')
    const club = `${clubNames[n % clubNames.length]}クラブ${Math.floor(n / clubNames.length) + 1}`
    const submittedAt = at - (n + 1) * 9 * 3_600_000
    const form: ApplicationForm = {
      ...emptyForm,
      tenantName: club,
      legalName: personName(n),
      legalNameKana: 'サトウ アオイ',
      postalCode: `15000${String(n % 90).padStart(2, '0')}`,
      address: '東京都渋谷区神南 1-2-3',
      phone: `0901234${pad(n < 50 ? n : 1)}`,
      email: `applicant${n + 1}@example.test`,
      brandName: club.replace('クラブ', ''),
      slugChoices: [`demo-club-${n + 1}`, `demo-club-${n + 1}-jp`],
      category: (['music', 'comic', 'voice', 'video'] as const)[n % 4] ?? 'music',
      description: '月に二度の動画と、季節ごとの配信を届けたいと考えています。',
      snsUrls: ['https://example.com/club'],
      expectedPlanPrice: 500 + (n % 6) * 300,
    }
    return {
      applicationId: `application_demo_${pad(n)}`,
      applicantUid: `demo_applicant_${pad(n)}`,
      applicantEmail: form.email,
      locale: 'ja' as const,
      status,
      form,
      decision:
        status === 'rejected'
          ? {
              by: 'demo_operator',
              at: submittedAt + day,
              reasonCode: 'incompleteProfile',
              message: '活動の内容が分かるリンクを加えてください。',
            }
          : status === 'approved'
            ? { by: 'demo_operator', at: submittedAt + day }
            : null,
      expiresAt: status === 'changesRequested' ? at + (n - 30) * day : null,
      createdAt: submittedAt - day,
      submittedAt,
      updatedAt: submittedAt,
    }
  })
  insertAll(db, tenantApplications, rows)
  const open = rows.filter(({ status }) => status === 'submitted' || status === 'inReview')
  insertAll(
    db,
    slugReservations,
    open.flatMap(({ applicationId, form }) => form.slugChoices.map((slug) => ({ slug, applicationId }))),
  )
  insertAll(
    db,
    applicationMessages,
    rows
      .filter(({ status }) => status === 'changesRequested')
      .map(({ applicationId, submittedAt }, n) => ({
        applicationId,
        messageId: `message_demo_${pad(n)}`,
        author: 'operator',
        authorUid: 'demo_operator',
        visibility: 'public',
        body: '活動が分かるページのリンクを追加してください。',
        at: submittedAt + 3_600_000,
      })),
  )
}
