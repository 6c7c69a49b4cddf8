import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../server/columns'
import type { ApplicationForm } from './application'

export const tenants = pgTable('tenants', {
  tenantId: text('tenant_id').primaryKey(),
  name: text('name').notNull(),
  createdAt: instantColumn('created_at').notNull(),
})

/** Who works for a club. `brandIds` null means all brands; an invited row has no uid until it is accepted. */
export const tenantMembers = pgTable(
  'tenant_members',
  {
    tenantId: text('tenant_id')
      .notNull()
      .references(() => tenants.tenantId),
    memberId: text('member_id').notNull(),
    uid: text('uid'),
    role: text('role').notNull(),
    brandIds: text('brand_ids').array(),
    email: text('email').notNull(),
    displayName: text('display_name').notNull(),
    status: text('status').notNull(),
    /** SHA-256 of the secret in the invitation mail; null once it was used. */
    invitationHash: text('invitation_hash'),
    invitedAt: instantColumn('invited_at').notNull(),
    joinedAt: instantColumn('joined_at'),
    removedAt: instantColumn('removed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.memberId] }),
    // One living membership per person, and one open invitation per address.
    uniqueIndex('tenant_members_active').on(table.uid, table.tenantId).where(sql`status = 'active'`),
    uniqueIndex('tenant_members_invited').on(table.tenantId, table.email).where(sql`status = 'invited'`),
    uniqueIndex('tenant_members_invitation').on(table.invitationHash),
    check('tenant_members_status', sql`status in ('invited', 'active', 'removed')`),
    check('tenant_members_uid', sql`status <> 'active' or uid is not null`),
  ],
)

/** An application to open a club; its form is kept as it was last saved, complete only from `submitted` on. */
export const tenantApplications = pgTable(
  'tenant_applications',
  {
    applicationId: text('application_id').primaryKey(),
    applicantUid: text('applicant_uid').notNull(),
    applicantEmail: text('applicant_email').notNull(),
    locale: text('locale').notNull(),
    status: text('status').notNull(),
    form: jsonb('form').$type<ApplicationForm>().notNull(),
    decision: jsonb('decision').$type<{ by: string; at: number; reasonCode?: string; message?: string }>(),
    /** When requested changes lapse; read together with the clock. */
    expiresAt: instantColumn('expires_at'),
    tenantId: text('tenant_id').references(() => tenants.tenantId),
    brandId: text('brand_id'),
    createdAt: instantColumn('created_at').notNull(),
    submittedAt: instantColumn('submitted_at'),
    updatedAt: instantColumn('updated_at').notNull(),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    index('tenant_applications_applicant').on(table.applicantUid, table.createdAt),
    index('tenant_applications_queue').on(table.status, table.submittedAt),
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
    foreignKey({ columns: [table.applicationId], foreignColumns: [tenantApplications.applicationId] }),
    check('application_messages_author', sql`author in ('applicant', 'operator')`),
    check('application_messages_visibility', sql`visibility in ('public', 'internal')`),
  ],
)

/** Slugs held for an application from its submission until the decision; one application per slug. */
export const slugReservations = pgTable(
  'slug_reservations',
  {
    slug: text('slug').primaryKey(),
    applicationId: text('application_id')
      .notNull()
      .references(() => tenantApplications.applicationId),
  },
  (table) => [index('slug_reservations_application').on(table.applicationId)],
)
