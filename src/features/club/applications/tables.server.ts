import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instantColumn } from '#server/db/columns.ts'
import type { ApplicationForm } from './application'

/** An application to open a club. The form is stored as last saved, and is complete only from `submitted` on. */
export const tenantApplications = pgTable(
  'tenant_applications',
  {
    applicationId: text('application_id').primaryKey(),
    applicantUid: text('applicant_uid').notNull(),
    applicantEmail: text('applicant_email').notNull(),
    /** The account's display name; the legal name is in the form. */
    applicantName: text('applicant_name').notNull().default(''),
    locale: text('locale').$type<'ja' | 'en'>().notNull(),
    status: text('status').notNull(),
    form: jsonb('form').$type<ApplicationForm>().notNull(),
    decision: jsonb('decision').$type<{ by: string; at: number; reasonCode?: string; message?: string }>(),
    /** When requested changes expire; to be compared with the clock on read. */
    expiresAt: instantColumn('expires_at'),
    /** The club that came of it. */
    tenantId: text('tenant_id'),
    brandId: text('brand_id'),
    createdAt: instantColumn('created_at').notNull(),
    submittedAt: instantColumn('submitted_at'),
    /** Version of the terms that the last submission agreed to, at `submittedAt`. */
    agreedTermsVersion: text('agreed_terms_version'),
    updatedAt: instantColumn('updated_at').notNull(),
    /** Every state that it has come to, oldest first. */
    history: jsonb('history').$type<{ status: string; at: number }[]>().notNull().default([]),
    /** The form when an operator last requested changes. */
    reviewedForm: jsonb('reviewed_form').$type<ApplicationForm>(),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    index('tenant_applications_applicant').on(table.applicantUid, table.createdAt),
    index('tenant_applications_queue').on(table.submittedAt, table.applicationId).where(sql`submitted_at is not null`),
    index('tenant_applications_tenant').on(table.tenantId).where(sql`tenant_id is not null`),
    index('tenant_applications_status').on(table.status, table.submittedAt, table.applicationId),
    // To find earlier applications with the same phone, address or name.
    index('tenant_applications_phone').on(sql`(form->>'phone')`, table.createdAt.desc().nullsFirst()),
    index('tenant_applications_email').on(sql`(form->>'email')`, table.createdAt.desc().nullsFirst()),
    index('tenant_applications_legal_name').on(sql`(form->>'legalName')`, table.createdAt.desc().nullsFirst()),
    check(
      'tenant_applications_status',
      sql`status in ('draft', 'submitted', 'inReview', 'changesRequested', 'approved', 'rejected', 'withdrawn')`,
    ),
  ],
)

export const applicationMessages = pgTable(
  'application_messages',
  {
    applicationId: text('application_id').notNull(),
    messageId: text('message_id').notNull(),
    author: text('author').notNull(),
    authorUid: text('author_uid').notNull(),
    visibility: text('visibility').notNull(),
    body: text('body').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.applicationId, table.messageId] }),
    foreignKey({
      name: 'application_messages_application',
      columns: [table.applicationId],
      foreignColumns: [tenantApplications.applicationId],
    }),
    check('application_messages_author', sql`author in ('applicant', 'operator')`),
    check('application_messages_visibility', sql`visibility in ('public', 'internal')`),
  ],
)

/** Slugs reserved for an application from its submission until the decision; each slug for one application. */
export const slugReservations = pgTable(
  'slug_reservations',
  {
    slug: text('slug').primaryKey(),
    applicationId: text('application_id').notNull(),
  },
  (table) => [
    foreignKey({
      name: 'slug_reservations_application',
      columns: [table.applicationId],
      foreignColumns: [tenantApplications.applicationId],
    }),
    index('slug_reservations_application').on(table.applicationId),
  ],
)
