import { sql } from 'drizzle-orm'
import type { Instant } from '#kit/time.ts'
import { toTimestamp } from '#server/db/columns.ts'
import type { Db, PublicBrand } from '#server/proven.ts'

/** Maximum number of viewers counted per content and day. */
export const mostViewers = 10_000

/** Counts a viewer of a published content once a day, in one statement. */
export const countView = (
  db: Db,
  { tenantId, brandId }: PublicBrand,
  { planContentId, day, viewer, now }: { planContentId: string; day: string; viewer: string; now: Instant },
) =>
  db.execute(sql`
    with viewed as (
      select c.tenant_id, c.plan_content_id from contents c
      where c.tenant_id = ${tenantId} and c.brand_id = ${brandId} and c.plan_content_id = ${planContentId}
        and c.visible_from <= ${toTimestamp(now)}::timestamptz
        and coalesce((select v.viewers from content_views v where v.tenant_id = c.tenant_id
          and v.plan_content_id = c.plan_content_id and v.day = ${day}::date), 0) < ${mostViewers}::int),
    first as (
      insert into content_viewers (tenant_id, plan_content_id, day, viewer)
      select tenant_id, plan_content_id, ${day}::date, ${viewer}::text from viewed
      on conflict do nothing returning tenant_id, plan_content_id, day)
    insert into content_views (tenant_id, plan_content_id, day, viewers)
    select tenant_id, plan_content_id, day, 1 from first
    on conflict (tenant_id, plan_content_id, day) do update set viewers = content_views.viewers + 1`)

/** Deletes the viewer hashes of days before this one; their counts stay. */
export const forgetViewers = (db: Db, before: string) =>
  db.execute(sql`delete from content_viewers where day < ${before}::date`)
