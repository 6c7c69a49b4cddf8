import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { instantColumn } from '#server/db/columns.ts'
import { fans } from '../fans/tables.server'
import type { NoticeKind } from './notice'

/** Browsers in which somebody has allowed messages (Web Push). */
export const pushDevices = pgTable(
  'push_devices',
  {
    deviceId: text('device_id').primaryKey(),
    uid: text('uid').notNull(),
    /** Where the browser's push service takes messages, and its SHA-256: an address is one device's, whoever uses it. */
    endpoint: text('endpoint').notNull(),
    endpointHash: text('endpoint_hash').notNull(),
    /** What messages are encrypted for, in base64url. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** What the fan knows it by, as "Chrome, Android". */
    name: text('name').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    /** Messages in a row that did not arrive. */
    failures: integer('failures').notNull().default(0),
  },
  (table) => [unique('push_devices_endpoint').on(table.endpointHash), index('push_devices_uid').on(table.uid)],
)

/** Hours of the day in which no message is shown to a person. */
export const quietHours = pgTable(
  'quiet_hours',
  {
    uid: text('uid').primaryKey(),
    fromMinute: integer('from_minute').notNull(),
    toMinute: integer('to_minute').notNull(),
    timeZone: text('time_zone').notNull(),
    editedAt: instantColumn('edited_at').notNull(),
  },
  () => [check('quiet_hours_minutes', sql`from_minute between 0 and 1439 and to_minute between 0 and 1439`)],
)

/** What a fan has chosen to be told of one brand; a kind without a row, and null, is as `byDefault` (notice.ts). */
export const fanNotices = pgTable(
  'fan_notices',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    uid: text('uid').notNull(),
    kind: text('kind').$type<NoticeKind>().notNull(),
    byMail: boolean('by_mail'),
    byPush: boolean('by_push'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.brandId, table.uid, table.kind] }),
    foreignKey({
      name: 'fan_notices_fan',
      columns: [table.tenantId, table.brandId, table.uid],
      foreignColumns: [fans.tenantId, fans.brandId, fans.uid],
    }),
    index('fan_notices_uid').on(table.uid),
    check('fan_notices_kind', sql`kind in ('content', 'live', 'archive', 'answer', 'order', 'event', 'goods')`),
  ],
)
