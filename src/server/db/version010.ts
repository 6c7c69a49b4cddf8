import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { StartProblem } from '../machine/processes'

/*
 * Version 0.1.0 had twelve migrations, which 0000_first replaces. A database that has all twelve has the schema of
 * 0000_first apart from some names, so it is renamed instead of made again.
 */

/** In their order. */
const hashes = [
  '2cab6c30c66ec728cc42747997cfa64f89b064fe51f2078ce22c7f1980006395',
  'b8b57d78d531e9af854d4bbffa3b47d74748746272ea1440a30b16553e6dc724',
  'aa0c088cba02731c1c2addcd89f39bfb9dcb7ae5b571e9ca2a8993ac9c541e5c',
  '3318afbcf7e9044dd2402cba6de2f09f98df72e2e8482a8a57ffc77fe8187edf',
  '9dccd35bf44d57b4a1c26d09bf30a4a67e17369798a0bf087a15bf95bf93bad4',
  '5ffb9b29bc5a0beb1e6b42695c815aec4b501ed67ae072fe4575af5bc912e36f',
  '79035f0f0f5666582fe62637922d9f3d3d13d29bcaa69ff7d264271d221a383a',
  'cb84fb1c9c8cf0b142d2b0d7c3da96901f72fecd0bdd755d948e3cfc441e26fe',
  'f30ffe0fb506adc1f9cfb137b2c0ec0ab60f0ace8b5aeeb93a9eb2bf03fd45aa',
  'b78d192abae437e097cee8aa782cac4246d4f24e26fe5ab5f18f0ee94ef07980',
  '037faaef414c6c3c63fa8911dc29460f1f312f086e0485eb2473c0d68342bff1',
  '17e48bc416efc3e3c576177da7e8a083f26bc0011bc8435d2e52ef65d5a6172f',
]

/** Table, name that PostgreSQL had cut after 63 characters, name since then. */
const renamed = [
  [
    'application_messages',
    'application_messages_application_id_tenant_applications_applica',
    'application_messages_application',
  ],
  [
    'back_number_purchases',
    'back_number_purchases_tenant_id_plan_id_plans_tenant_id_plan_id',
    'back_number_purchases_plan',
  ],
  ['comment_reports', 'comment_reports_tenant_id_comment_id_comments_tenant_id_comment', 'comment_reports_comment'],
  ['comments', 'comments_tenant_id_plan_content_id_contents_tenant_id_plan_cont', 'comments_content'],
  ['content_counts', 'content_counts_tenant_id_plan_content_id_contents_tenant_id_pla', 'content_counts_content'],
  ['content_loves', 'content_loves_tenant_id_plan_content_id_contents_tenant_id_plan', 'content_loves_content'],
  ['content_views', 'content_views_tenant_id_plan_content_id_contents_tenant_id_plan', 'content_views_content'],
  [
    'fulfillment_lines',
    'fulfillment_lines_tenant_id_fulfillment_id_fulfillments_tenant_',
    'fulfillment_lines_fulfillment',
  ],
  ['fulfillment_lines', 'fulfillment_lines_tenant_id_line_id_order_lines_tenant_id_line_', 'fulfillment_lines_line'],
  ['inquiry_messages', 'inquiry_messages_tenant_id_inquiry_id_inquiries_tenant_id_inqui', 'inquiry_messages_inquiry'],
  ['konbini_payments', 'konbini_payments_tenant_id_order_id_orders_tenant_id_order_id_f', 'konbini_payments_order'],
  ['notifications_seen', 'notifications_seen_tenant_id_brand_id_brands_tenant_id_brand_id', 'notifications_seen_brand'],
  ['notifications_told', 'notifications_told_tenant_id_brand_id_brands_tenant_id_brand_id', 'notifications_told_brand'],
  ['oauth_connections', 'oauth_connections_tenant_id_brand_id_brands_tenant_id_brand_id_', 'oauth_connections_brand'],
  [
    'slug_reservations',
    'slug_reservations_application_id_tenant_applications_applicatio',
    'slug_reservations_application',
  ],
  [
    'streaming_viewers',
    'streaming_viewers_tenant_id_streaming_id_streamings_tenant_id_s',
    'streaming_viewers_streaming',
  ],
  ['tracking_imports', 'tracking_imports_tenant_id_brand_id_brands_tenant_id_brand_id_f', 'tracking_imports_brand'],
] as const

const rename = ([table, cut, name]: (typeof renamed)[number]) =>
  `alter table ${table} rename constraint "${cut}" to "${name}"`

/** Whether these are the migrations of version 0.1.0, or of one before it. */
export const isVersion010 = (applied: readonly string[]): boolean =>
  applied.length > 0 && applied.every((hash) => hashes.includes(hash))

/**
 * Makes a database of version 0.1.0 one of this program's first migration. Its rows stay where they are. Other databases
 * are left alone; one of a version before it is refused.
 */
export const adoptVersion010 = async (client: pg.Client, applied: readonly string[], migrationsFolder: string) => {
  if (!isVersion010(applied)) return
  if (applied.length < hashes.length)
    throw new StartProblem(
      'The database was last used by a version before 0.1.0, which this version cannot bring up to date. ' +
        'Start version 0.1.0 with it once, then this version.',
    )
  const [first] = readMigrationFiles({ migrationsFolder })
  if (!first) throw new Error('there is no first migration')
  await client.query(`begin; ${renamed.map(rename).join('; ')}; delete from drizzle.__drizzle_migrations`)
  await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    first.hash,
    first.folderMillis,
  ])
  await client.query('commit')
}
