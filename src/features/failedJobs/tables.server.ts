import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../server/db/columns'
import { brands } from '../brands/tables.server'
import type { Area, Outcome } from './failedJob'

/** Jobs that failed in every try, for people to look at: begun again, or left. */
export const failedJobs = pgTable(
  'failed_jobs',
  {
    failedJobId: text('failed_job_id').primaryKey(),
    job: text('job').notNull(),
    area: text('area').$type<Area>().notNull(),
    /** Whose it was, where its data says so. */
    tenantId: text('tenant_id'),
    brandId: text('brand_id'),
    itemId: text('item_id').notNull().default(''),
    /** What the job was given; nothing any more once it was begun again or left. */
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    cause: text('cause').notNull(),
    tries: integer('tries').notNull(),
    failedAt: instantColumn('failed_at').notNull(),
    outcome: text('outcome').$type<Outcome>(),
    settledAt: instantColumn('settled_at'),
    settledBy: text('settled_by'),
  },
  (table) => [
    foreignKey({ columns: [table.tenantId, table.brandId], foreignColumns: [brands.tenantId, brands.brandId] }),
    index('failed_jobs_newest').on(table.failedAt, table.failedJobId),
    index('failed_jobs_waiting').on(table.failedAt, table.failedJobId).where(sql`outcome is null`),
    index('failed_jobs_brand').on(table.tenantId, table.brandId, table.failedAt).where(sql`brand_id is not null`),
    check('failed_jobs_settled', sql`(outcome is null) = (settled_at is null)`),
  ],
)
