import type { Letter } from '#kit/letter.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import type { Handlers } from '#server/context.ts'
import type { Enqueue } from '#server/jobDefinition.ts'
import { mailJobs } from '#server/mail/jobs.server.ts'
import { slugProblem } from '../brands/brand'
import {
  approve,
  edit,
  emptyForm,
  isDiscussed,
  isEditable,
  isOpen,
  isPending,
  isSubmitted,
  isWithdrawable,
  openApplicationsLimit,
  reject,
  requestChanges,
  review,
  statusAt,
  submit,
  termsVersion,
  withdraw,
} from './application'
import type { applications } from './contract'
import { applicationApproved, applicationReceived, applicationRejected, changesRequested, operatorWrote } from './mails'
import {
  addMessage,
  alikeOf,
  applicationOf,
  findSubmitted,
  insertApplication,
  lockMine,
  lockMyStates,
  lockSubmitted,
  myApplications,
  openClub,
  queueCounts,
  queueOf,
  type Row,
  release,
  releaseLapsed,
  reserve,
  saveApplication,
  takenSlugs,
  threadsOf,
} from './queries.server'

const readerOf = ({ locale }: Row, origin: string) => ({ origin, locale })

/** Some sign-in methods provide no address; those applicants read the same message on the application's page. */
const mailTo = async (enqueue: Enqueue, to: string, locale: Row['locale'], letter: Letter) => {
  if (to) await enqueue(mailJobs.sendMail, { to, locale, ...letter })
}

export const applicationHandlers: Handlers<typeof applications> = {
  async checkBrandSlug({ db, now }, { slug, applicationId }) {
    const problem = slugProblem(slug)
    if (problem) return { status: problem }
    return { status: (await takenSlugs(db, [slug], applicationId, now)).has(slug) ? 'taken' : 'available' }
  },

  async getMyTenantApplications({ db, fan, now }) {
    const rows = await myApplications(db, fan)
    const ids = rows.map((row) => row.applicationId)
    const thread = await threadsOf(db, ids, 'public')
    return { applications: rows.map((row) => applicationOf(row, thread(row.applicationId), now)) }
  },

  async saveTenantApplicationDraft({ db, user, fan, now, newId, locale, refuse }, payload) {
    const { applicationId, form, expectedUpdatedAt } = payload
    if (applicationId === undefined) {
      const mine = await lockMyStates(db, fan)
      if (mine.filter((row) => isOpen(statusAt(row, now))).length >= openApplicationsLimit)
        return refuse('tooManyApplications')
      const row = {
        applicationId: newId('application'),
        applicantEmail: user.email,
        applicantName: user.displayName,
        locale,
        status: 'draft' as const,
        form,
        createdAt: now,
        updatedAt: now,
        history: [{ status: 'draft' as const, at: now }],
      }
      await insertApplication(db, fan, row)
      return { applicationId: row.applicationId, status: row.status, updatedAt: now }
    }
    const row = (await lockMine(db, fan, applicationId)) ?? refuse('applicationNotFound')
    if (!isEditable(row, now)) return refuse('notEditable')
    if (expectedUpdatedAt !== undefined && expectedUpdatedAt !== row.updatedAt) return refuse('conflict')
    return saveApplication(db, row, edit(row, { form, locale }, now), now)
  },

  async submitTenantApplication({ db, user, fan, now, locale, origin, enqueue, refuse }, payload) {
    const { applicationId, form, agreedTermsVersion, expectedUpdatedAt } = payload
    const row = (await lockMine(db, fan, applicationId)) ?? refuse('applicationNotFound')
    if (!isEditable(row, now)) return refuse('notEditable')
    if (expectedUpdatedAt !== undefined && expectedUpdatedAt !== row.updatedAt) return refuse('conflict')
    if (agreedTermsVersion !== termsVersion) return refuse('termsChanged')
    const reserved = form.slugChoices.findIndex((slug) => slugProblem(slug) === 'reserved')
    if (reserved >= 0) return refuse('slugReserved', [{ field: `form.slugChoices.${reserved}`, rule: 'slugReserved' }])
    await release(db, applicationId)
    await releaseLapsed(db, form.slugChoices, now)
    const used = await takenSlugs(db, form.slugChoices, applicationId, now)
    // Reserved in alphabetical order, so that two applications for the same two names cannot deadlock.
    for (const slug of [...form.slugChoices].sort()) {
      if (used.has(slug) || !(await reserve(db, slug, applicationId))) {
        const field = `form.slugChoices.${form.slugChoices.indexOf(slug)}`
        return refuse('slugTaken', [{ field, rule: 'slugTaken' }])
      }
    }
    const applicant = { applicantEmail: user.email, applicantName: user.displayName }
    const changed = await saveApplication(db, row, submit(row, { form, locale }, applicant, now), now)
    await mailTo(enqueue, user.email, locale, applicationReceived({ origin, locale }))
    return changed
  },

  async withdrawTenantApplication({ db, fan, now, refuse }, { applicationId }) {
    const row = (await lockMine(db, fan, applicationId)) ?? refuse('applicationNotFound')
    if (!isWithdrawable(row, now)) return refuse('notPending')
    await release(db, applicationId)
    return saveApplication(db, row, withdraw(row, now), now)
  },

  async replyToApplication({ db, fan, now, newId, refuse }, { applicationId, body }) {
    const row = (await lockMine(db, fan, applicationId)) ?? refuse('applicationNotFound')
    if (!isDiscussed(row, now)) return refuse('notPending')
    const message = { applicationId, messageId: newId('message'), authorUid: fan.uid, body, at: now }
    return addMessage(db, { ...message, author: 'applicant', visibility: 'public' })
  },

  async getPendingTenants({ db, operator, now }, { status, q, sort, pagination: page = everything }) {
    const [rows, counts] = await Promise.all([
      queueOf(db, operator, { status, q, sort, page, now }),
      queueCounts(db, operator, q, now),
    ])
    const total = status ? counts[status] : Object.values(counts).reduce((sum, one) => sum + one, 0)
    return {
      items: rows.map((row) => ({
        applicationId: row.applicationId,
        status: statusAt(row, now),
        tenantName: row.form.tenantName,
        brandName: row.form.brandName,
        applicantEmail: row.applicantEmail,
        slugChoices: row.form.slugChoices,
        submittedAt: row.submittedAt,
        updatedAt: row.updatedAt,
      })),
      pagination: paginationOf(total, page),
      counts,
    }
  },

  async getPendingTenant({ db, operator, now, refuse }, { applicationId }) {
    const row = (await findSubmitted(db, operator, applicationId)) ?? refuse('applicationNotFound')
    const slugs = row.form.slugChoices
    const [thread, alike, taken] = await Promise.all([
      threadsOf(db, [applicationId]),
      alikeOf(db, operator, row),
      takenSlugs(db, slugs, applicationId, now),
    ])
    return {
      application: {
        ...applicationOf(row, thread(applicationId), now),
        applicantEmail: row.applicantEmail,
        locale: row.locale,
      },
      previousForm: row.reviewedForm && { ...emptyForm, ...row.reviewedForm },
      duplicates: alike.map((other) => ({
        applicationId: other.applicationId,
        tenantName: other.form.tenantName,
        status: statusAt(other, now),
        same: (['phone', 'email', 'legalName'] as const).filter((name) => other.form[name] === row.form[name]),
      })),
      slugs: slugs.map((slug) => ({ slug, available: slugProblem(slug) === null && !taken.has(slug) })),
    }
  },

  async startApplicationReview({ db, operator, now, refuse }, { applicationId }) {
    const row = (await lockSubmitted(db, operator, applicationId)) ?? refuse('applicationNotFound')
    if (!isSubmitted(row, now)) return refuse('notPending')
    return saveApplication(db, row, review(row, now), now)
  },

  async requestApplicationChanges(context, { applicationId, message }) {
    const { db, operator, now, newId, origin, enqueue, refuse } = context
    const row = (await lockSubmitted(db, operator, applicationId)) ?? refuse('applicationNotFound')
    if (!isPending(row, now)) return refuse('notPending')
    const added = { applicationId, messageId: newId('message'), authorUid: operator.uid, body: message, at: now }
    await addMessage(db, { ...added, author: 'operator', visibility: 'public' })
    const letter = changesRequested(readerOf(row, origin))
    await mailTo(enqueue, row.applicantEmail, row.locale, letter)
    return saveApplication(db, row, requestChanges(row, now), now)
  },

  async messageApplicant(context, { applicationId, body, visibility }) {
    const { db, operator, now, newId, origin, enqueue, refuse } = context
    const row = (await lockSubmitted(db, operator, applicationId)) ?? refuse('applicationNotFound')
    if (!isDiscussed(row, now)) return refuse('notPending')
    if (visibility === 'public') {
      const letter = operatorWrote(readerOf(row, origin))
      await mailTo(enqueue, row.applicantEmail, row.locale, letter)
    }
    const message = { applicationId, messageId: newId('message'), authorUid: operator.uid, body, at: now }
    return addMessage(db, { ...message, author: 'operator', visibility })
  },

  async approvePendingTenant({ db, operator, now, newId, origin, enqueue }, payload) {
    const { applicationId, tenantName, brandSlugs, email } = payload
    const no = (code: 'applicationNotFound' | 'notPending' | 'slugTaken', message: string) =>
      ({ ok: false, code, message }) as const
    const row = await lockSubmitted(db, operator, applicationId)
    if (!row) return no('applicationNotFound', 'There is no such application.')
    if (!isPending(row, now)) return no('notPending', 'This application has already been decided.')
    await releaseLapsed(db, brandSlugs, now)
    const used = await takenSlugs(db, brandSlugs, applicationId, now)
    let slug: string | undefined
    for (const choice of brandSlugs) {
      if (slugProblem(choice) === null && !used.has(choice) && (await reserve(db, choice, applicationId))) {
        slug = choice
        break
      }
    }
    if (slug === undefined) return no('slugTaken', 'Neither of the two slugs is free.')
    await release(db, applicationId, slug)
    const ids = { tenantId: newId('tenant'), brandId: newId('brand') }
    await openClub(db, operator, row, { ...ids, memberId: newId('member'), name: tenantName, slug, email }, now)
    await saveApplication(db, row, approve(row, { by: operator.uid, ...ids }, now), now)
    const letter = applicationApproved(readerOf(row, origin), ids.tenantId)
    await enqueue(mailJobs.sendMail, { to: email, locale: row.locale, ...letter })
    return { ok: true, ...ids }
  },

  async rejectPendingTenant({ db, operator, now, origin, enqueue }, { applicationId, reasonCode, message }) {
    const row = await lockSubmitted(db, operator, applicationId)
    if (!row) return { ok: false, code: 'applicationNotFound', message: 'There is no such application.' }
    if (!isPending(row, now))
      return { ok: false, code: 'notPending', message: 'This application has already been decided.' }
    await release(db, applicationId)
    await saveApplication(db, row, reject(row, { by: operator.uid, reasonCode, message }, now), now)
    const letter = applicationRejected(readerOf(row, origin))
    await mailTo(enqueue, row.applicantEmail, row.locale, letter)
    return { ok: true }
  },
}
