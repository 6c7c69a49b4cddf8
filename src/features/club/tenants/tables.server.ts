import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instantColumn } from '#server/db/columns.ts'
import type { SuspensionReason } from './suspension'

export const tenants = pgTable(
  'tenants',
  {
    tenantId: text('tenant_id').primaryKey(),
    name: text('name').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    /** Set once by its owner or the platform; `closesAt` is when the last paid term of its brands ends. */
    closingAt: instantColumn('closing_at'),
    closesAt: instantColumn('closes_at'),
    /** Why the platform closed it; null where its owner did. */
    closingReason: text('closing_reason').$type<SuspensionReason>(),
    /** Set and emptied together by the platform's operators (rule: club.suspended); the message is theirs to the club. */
    suspendedAt: instantColumn('suspended_at'),
    suspensionReason: text('suspension_reason').$type<SuspensionReason>(),
    suspensionMessage: text('suspension_message').notNull().default(''),
  },
  () => [check('tenants_closing', sql`(closing_at is null) = (closes_at is null)`)],
)

/** Members of a club. `brandIds` null means all brands; an invited row has no uid until it is accepted. */
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
    /** Null where nobody has invited: the first owner. */
    invitedBy: text('invited_by'),
    /** When whoever was invited did not want to join; the row is removed with it. */
    declinedAt: instantColumn('declined_at'),
    joinedAt: instantColumn('joined_at'),
    removedAt: instantColumn('removed_at'),
    /** Kinds of notifications that this member gets by mail (notifications/notification.ts). */
    mailKinds: jsonb('mail_kinds').$type<string[]>().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.memberId] }),
    // One living membership per person, and one open invitation per address.
    index('tenant_members_uid').on(table.uid, table.tenantId),
    uniqueIndex('tenant_members_active').on(table.uid, table.tenantId).where(sql`status = 'active'`),
    uniqueIndex('tenant_members_invited').on(table.tenantId, table.email).where(sql`status = 'invited'`),
    uniqueIndex('tenant_members_by_invitation').on(table.invitationHash, table.tenantId).concurrently(),
    index('tenant_members_role').on(table.tenantId, table.role, table.joinedAt).where(sql`status = 'active'`),
    // Order of the club's list: open invitations first.
    index('tenant_members_list')
      .on(table.tenantId, table.status.desc().nullsFirst(), table.invitedAt, table.memberId)
      .where(sql`status <> 'removed'`),
    index('tenant_members_mailed')
      .on(table.tenantId, table.memberId)
      .where(sql`status = 'active' and mail_kinds <> '[]'::jsonb`),
    // What the bell tells of.
    index('tenant_members_declined')
      .on(table.tenantId, table.declinedAt)
      .where(sql`declined_at is not null`)
      .concurrently(),
    check('tenant_members_status', sql`status in ('invited', 'active', 'removed')`),
    check('tenant_members_uid', sql`status <> 'active' or uid is not null`),
  ],
)
