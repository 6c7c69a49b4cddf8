import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { brands } from '#club/brands/tables.server.ts'
import { instantColumn } from '#server/db/columns.ts'
import { platformTenantId } from '#server/db/tableKinds.ts'
import type { Area, Outcome } from './failedJob'

/** Jobs whose last try failed, to be restarted or dismissed by an operator. */
export const failedJobs = pgTable(
  'failed_jobs',
  {
    failedJobId: text('failed_job_id').notNull(),
    job: text('job').notNull(),
    area: text('area').$type<Area>().notNull(),
    /** Club and brand that the job was about (`about` in its definition); the platform's own where it was about none. */
    tenantId: text('tenant_id').notNull().default(platformTenantId),
    brandId: text('brand_id'),
    itemId: text('item_id').notNull().default(''),
    /** The job's data; emptied once it is restarted or dismissed. */
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    cause: text('cause').notNull(),
    tries: integer('tries').notNull(),
    failedAt: instantColumn('failed_at').notNull(),
    outcome: text('outcome').$type<Outcome>(),
    settledAt: instantColumn('settled_at'),
    settledBy: text('settled_by'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.failedJobId] }),
    foreignKey({ columns: [table.tenantId, table.brandId], foreignColumns: [brands.tenantId, brands.brandId] }),
    index('failed_jobs_id').on(table.failedJobId),
    index('failed_jobs_newest').on(table.failedAt, table.failedJobId),
    index('failed_jobs_waiting').on(table.failedAt, table.failedJobId).where(sql`outcome is null`),
    index('failed_jobs_brand').on(table.tenantId, table.brandId, table.failedAt).where(sql`brand_id is not null`),
    check('failed_jobs_settled', sql`(outcome is null) = (settled_at is null)`),
  ],
)
