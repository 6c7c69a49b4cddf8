import { and, asc, count, desc, eq, ne, or, sql } from 'drizzle-orm'
import { everything, paginationOf } from '../../kit/pagination'
import type { Handlers, Locale } from '../../server/context'
import { contains } from '../../server/db/search'
import { defaultAccentColor, slugProblem } from '../brands/brand'
import { brands } from '../brands/tables.server'
import { tenantMembers, tenants } from '../tenants/tables.server'
import {
  type ApplicationStatus,
  applicationStatuses,
  changesLapseAfter,
  emptyForm,
  isOpen,
  may,
  openApplicationsLimit,
  statusAt,
  termsVersion,
} from './application'
import type { applications } from './contract'
import { applicationApproved, applicationReceived, applicationRejected, changesRequested, operatorWrote } from './mails'
import {
  addMessage,
  applicationOf,
  hasStatus,
  lapses,
  lockApplication,
  type Row,
  release,
  releaseLapsed,
  reserve,
  save,
  takenSlugs,
  threadsOf,
  wasSubmitted,
} from './queries.server'
import { tenantApplications } from './tables.server'

const clubName = sql`${tenantApplications.form}->>'tenantName'`

const mailTo = (row: Row, origin: string) => ({
  to: { origin, locale: row.locale as Locale },
  address: row.applicantEmail,
})

export const applicationHandlers: Handlers<typeof applications> = {
  async checkBrandSlug({ db, now }, { slug, applicationId }) {
    const problem = slugProblem(slug)
    if (problem) return { status: problem }
    return { status: (await takenSlugs(db, [slug], applicationId, now)).has(slug) ? 'taken' : 'available' }
  },

  async getMyTenantApplications({ db, user, now }) {
    const rows = (await db
      .select()
      .from(tenantApplications)
      .where(eq(tenantApplications.applicantUid, user.uid))
      .orderBy(desc(tenantApplications.createdAt), desc(tenantApplications.applicationId))
      .limit(100)) as Row[]
    const thread = await threadsOf(
      db,
      rows.map((row) => row.applicationId),
      'public',
    )
    return { applications: rows.map((row) => applicationOf(row, thread(row.applicationId), now)) }
  },

  async saveTenantApplicationDraft({ db, user, now, newId, locale, refuse }, payload) {
    const { applicationId, form, expectedUpdatedAt } = payload
    if (applicationId === undefined) {
      // One person's drafts are counted one after the other, so that parallel calls cannot pass the limit together.
      await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`applications ${user.uid}`}, 0))`)
      const mine = (await db
        .select({ status: tenantApplications.status, expiresAt: tenantApplications.expiresAt })
        .from(tenantApplications)
        .where(eq(tenantApplications.applicantUid, user.uid))) as Pick<Row, 'status' | 'expiresAt'>[]
      if (mine.filter((row) => isOpen(statusAt(row, now))).length >= openApplicationsLimit)
        return refuse('tooManyApplications')
      const row = {
        applicationId: newId('application'),
        applicantUid: user.uid,
        applicantEmail: user.email,
        applicantName: user.displayName,
        locale,
        status: 'draft' as const,
        form,
        createdAt: now,
        updatedAt: now,
        history: [{ status: 'draft' as const, at: now }],
      }
      await db.insert(tenantApplications).values(row)
      return { applicationId: row.applicationId, status: row.status, updatedAt: now }
    }
    const row = (await lockApplication(db, applicationId, user.uid)) ?? refuse('applicationNotFound')
    if (!may('edit', row, now)) return refuse('notEditable')
    if (expectedUpdatedAt !== undefined && expectedUpdatedAt !== row.updatedAt) return refuse('conflict')
    return save(db, row, { form, locale }, now)
  },

  async submitTenantApplication({ db, user, now, locale, origin, enqueue, refuse }, payload) {
    const { applicationId, form, agreedTermsVersion } = payload
    const row = (await lockApplication(db, applicationId, user.uid)) ?? refuse('applicationNotFound')
    if (!may('submit', row, now)) return refuse('notEditable')
    if (agreedTermsVersion !== termsVersion) return refuse('termsChanged')
    const reserved = form.slugChoices.findIndex((slug) => slugProblem(slug) === 'reserved')
    if (reserved >= 0) return refuse('slugReserved', [{ field: `form.slugChoices.${reserved}`, rule: 'slugReserved' }])
    await release(db, applicationId)
    await releaseLapsed(db, form.slugChoices, now)
    const used = await takenSlugs(db, form.slugChoices, applicationId, now)
    // In the order of the alphabet: two applications that want the same two names never wait for each other.
    for (const slug of [...form.slugChoices].sort()) {
      if (used.has(slug) || !(await reserve(db, slug, applicationId))) {
        const field = `form.slugChoices.${form.slugChoices.indexOf(slug)}`
        return refuse('slugTaken', [{ field, rule: 'slugTaken' }])
      }
    }
    const changed = await save(
      db,
      row,
      {
        form,
        locale,
        status: 'submitted',
        submittedAt: now,
        expiresAt: null,
        applicantEmail: user.email,
        applicantName: user.displayName,
        agreedTermsVersion,
      },
      now,
    )
    const mail = { to: user.email, locale, ...applicationReceived({ origin, locale }, form.tenantName) }
    await enqueue({ name: 'sendMail', data: mail })
    return changed
  },

  async withdrawTenantApplication({ db, user, now, refuse }, { applicationId }) {
    const row = (await lockApplication(db, applicationId, user.uid)) ?? refuse('applicationNotFound')
    if (!may('withdraw', row, now)) return refuse('notPending')
    await release(db, applicationId)
    return save(db, row, { status: 'withdrawn' }, now)
  },

  async replyToApplication({ db, user, now, newId, refuse }, { applicationId, body }) {
    const row = (await lockApplication(db, applicationId, user.uid)) ?? refuse('applicationNotFound')
    if (!may('message', row, now)) return refuse('notPending')
    const messageId = newId('message')
    return addMessage(db, {
      applicationId,
      messageId,
      author: 'applicant',
      authorUid: user.uid,
      visibility: 'public',
      body,
      at: now,
    })
  },

  async getPendingTenants({ db, now }, { status, q, sort = 'submittedAt', pagination: page = everything }) {
    const isAsked = and(
      wasSubmitted,
      contains([clubName, sql`${tenantApplications.form}->>'brandName'`, tenantApplications.applicantEmail], q),
    )
    const direction = sort.startsWith('-') ? desc : asc
    const rows = (await db
      .select()
      .from(tenantApplications)
      .where(and(isAsked, status && hasStatus(status, now)))
      .orderBy(
        direction(sort.endsWith('club') ? clubName : tenantApplications.submittedAt),
        asc(tenantApplications.applicationId),
      )
      .limit(page.limit)
      .offset(page.offset)) as Row[]
    const counted = await db
      .select({
        status:
          sql<ApplicationStatus>`case when ${lapses(now)} then 'expired' else ${tenantApplications.status} end`.as(
            'state',
          ),
        count: count(),
      })
      .from(tenantApplications)
      .where(isAsked)
      .groupBy(sql`state`)
    const counts = Object.fromEntries(
      applicationStatuses.map((name) => [name, counted.find((row) => row.status === name)?.count ?? 0]),
    ) as Record<ApplicationStatus, number>
    const total = status ? counts[status] : counted.reduce((sum, row) => sum + row.count, 0)
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

  async getPendingTenant({ db, now, refuse }, { applicationId }) {
    const [found] = (await db
      .select()
      .from(tenantApplications)
      .where(and(eq(tenantApplications.applicationId, applicationId), wasSubmitted))) as Row[]
    const row = found ?? refuse('applicationNotFound')
    const thread = await threadsOf(db, [applicationId])
    const field = (name: 'phone' | 'email' | 'legalName') => sql`${tenantApplications.form}->>${name}`
    const alike = (await db
      .select()
      .from(tenantApplications)
      .where(
        and(
          wasSubmitted,
          ne(tenantApplications.applicationId, applicationId),
          or(
            sql`${field('phone')} = ${row.form.phone}`,
            sql`${field('email')} = ${row.form.email}`,
            sql`${field('legalName')} = ${row.form.legalName}`,
          ),
        ),
      )
      .orderBy(desc(tenantApplications.createdAt))
      .limit(20)) as Row[]
    const slugs = row.form.slugChoices
    const taken = await takenSlugs(db, slugs, applicationId, now)
    return {
      application: { ...applicationOf(row, thread(applicationId), now), applicantEmail: row.applicantEmail },
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

  async startApplicationReview({ db, now, refuse }, { applicationId }) {
    const row = (await lockApplication(db, applicationId)) ?? refuse('applicationNotFound')
    if (!may('review', row, now)) return refuse('notPending')
    return save(db, row, { status: 'inReview' }, now)
  },

  async requestApplicationChanges({ db, user, now, newId, origin, enqueue, refuse }, { applicationId, message }) {
    const row = (await lockApplication(db, applicationId)) ?? refuse('applicationNotFound')
    if (!may('requestChanges', row, now)) return refuse('notPending')
    const messageId = newId('message')
    const added = { applicationId, messageId, authorUid: user.uid, body: message, at: now }
    await addMessage(db, { ...added, author: 'operator', visibility: 'public' })
    const { to, address } = mailTo(row, origin)
    await enqueue({
      name: 'sendMail',
      data: { to: address, locale: to.locale, ...changesRequested(to, row.form.tenantName, message) },
    })
    const changes = { status: 'changesRequested', expiresAt: now + changesLapseAfter, reviewedForm: row.form } as const
    return save(db, row, changes, now)
  },

  async messageApplicant({ db, user, now, newId, origin, enqueue, refuse }, { applicationId, body, visibility }) {
    const row = (await lockApplication(db, applicationId)) ?? refuse('applicationNotFound')
    if (!may('message', row, now)) return refuse('notPending')
    if (visibility === 'public') {
      const { to, address } = mailTo(row, origin)
      await enqueue({
        name: 'sendMail',
        data: { to: address, locale: to.locale, ...operatorWrote(to, row.form.tenantName, body) },
      })
    }
    const messageId = newId('message')
    return addMessage(db, {
      applicationId,
      messageId,
      author: 'operator',
      authorUid: user.uid,
      visibility,
      body,
      at: now,
    })
  },

  async approvePendingTenant({ db, user, now, newId, origin, enqueue }, payload) {
    const { applicationId, tenantName, brandSlugs, email } = payload
    const no = (code: 'applicationNotFound' | 'notPending' | 'slugTaken', message: string) =>
      ({ ok: false, code, message }) as const
    const row = await lockApplication(db, applicationId)
    if (!row?.submittedAt) return no('applicationNotFound', 'There is no such application.')
    if (!may('approve', row, now)) return no('notPending', 'This application has already been decided.')
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

    const tenantId = newId('tenant')
    const brandId = newId('brand')
    await db.insert(tenants).values({ tenantId, name: tenantName, createdAt: now })
    await db.insert(brands).values({
      tenantId,
      brandId,
      slug,
      name: row.form.brandName,
      thumbnail: '',
      icon: '',
      description: row.form.description,
      accentColor: defaultAccentColor,
      links: row.form.snsUrls,
      createdAt: now,
      editedAt: now,
    })
    await db.insert(tenantMembers).values({
      tenantId,
      memberId: newId('member'),
      uid: row.applicantUid,
      role: 'owner',
      email: email.toLowerCase(),
      displayName: row.applicantName,
      status: 'active',
      invitedAt: now,
      joinedAt: now,
    })
    await save(db, row, { status: 'approved', decision: { by: user.uid, at: now }, tenantId, brandId }, now)
    const { to } = mailTo(row, origin)
    await enqueue({
      name: 'sendMail',
      data: { to: email, locale: to.locale, ...applicationApproved(to, tenantName, tenantId) },
    })
    return { ok: true, tenantId, brandId }
  },

  async rejectPendingTenant({ db, user, now, origin, enqueue }, { applicationId, reasonCode, message }) {
    const row = await lockApplication(db, applicationId)
    if (!row?.submittedAt) return { ok: false, code: 'applicationNotFound', message: 'There is no such application.' }
    if (!may('reject', row, now))
      return { ok: false, code: 'notPending', message: 'This application has already been decided.' }
    await release(db, applicationId)
    await save(db, row, { status: 'rejected', decision: { by: user.uid, at: now, reasonCode, message } }, now)
    const { to, address } = mailTo(row, origin)
    await enqueue({
      name: 'sendMail',
      data: { to: address, locale: to.locale, ...applicationRejected(to, row.form.tenantName, message) },
    })
    return { ok: true }
  },
}
