import { sql } from 'drizzle-orm'
import { check, foreignKey, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { brands } from '#club/brands/tables.server.ts'
import type { English } from '#kit/english.ts'
import { instantColumn, pictureColumn } from '#server/db/columns.ts'
import type {
  Cancellation,
  EventAudience,
  EventType,
  EventVisibility,
  Performer,
  Postponement,
  Schedule,
} from './event'

/** Stores what staff set; the current status is computed by `statusAt` of event.ts. */
export const events = pgTable(
  'events',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    eventId: text('event_id').notNull(),
    visibility: text('visibility').$type<EventVisibility>().notNull(),
    publishAt: instantColumn('publish_at'),
    title: text('title').notNull(),
    catchCopy: text('catch_copy').notNull(),
    description: text('description').notNull(),
    /** What of it the creator gave in English too. */
    english: jsonb('english').$type<English<'title' | 'catchCopy' | 'description'>>().notNull().default({}),
    keyVisualUrl: pictureColumn('key_visual_url').notNull(),
    eventType: text('event_type').$type<EventType>().notNull(),
    performers: jsonb('performers').$type<Performer[]>().notNull(),
    performerLine: text('performer_line').notNull(),
    /** With venues, sorted by start. */
    schedules: jsonb('schedules').$type<Schedule[]>().notNull(),
    /** `periodOf` the schedules: stored to sort lists and to find past events. */
    startAt: instantColumn('start_at'),
    endAt: instantColumn('end_at'),
    audience: text('audience').$type<EventAudience>().notNull(),
    planIds: jsonb('plan_ids').$type<string[]>().notNull(),
    contact: text('contact').notNull(),
    notes: text('notes').notNull(),
    cancellation: jsonb('cancellation').$type<Cancellation>(),
    postponement: jsonb('postponement').$type<Postponement>(),
    createdAt: instantColumn('created_at').notNull(),
    editedAt: instantColumn('edited_at').notNull(),
    /** uid of the last editor. */
    editedBy: text('edited_by'),
    /** In the bin since then, and in no list; see club/bin. */
    deletedAt: instantColumn('deleted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.eventId] }),
    foreignKey({ columns: [table.tenantId, table.brandId], foreignColumns: [brands.tenantId, brands.brandId] }),
    index('events_by_id').on(table.eventId).concurrently(),
    index('events_start').on(table.tenantId, table.brandId, table.startAt.desc().nullsFirst(), table.eventId),
    index('events_end').on(table.tenantId, table.brandId, table.endAt),
    index('events_publish').on(table.tenantId, table.brandId, table.publishAt),
    check('events_visibility', sql`visibility in ('draft', 'scheduled', 'published', 'unlisted')`),
    check('events_published_has_time', sql`(visibility = 'draft') = (publish_at is null)`),
    check('events_published_has_title', sql`visibility = 'draft' or title <> ''`),
  ],
)
