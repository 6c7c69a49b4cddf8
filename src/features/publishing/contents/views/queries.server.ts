import { sql } from 'drizzle-orm'
import { type Clubs, isOfClubs } from '#club/tenants/clubs.queries.server.ts'
import { worksFor } from '#club/tenants/queries.server.ts'
import type { Instant } from '#kit/time.ts'
import { toTimestamp } from '#server/db/columns.ts'
import type { Db, PublicBrand } from '#server/proven.ts'

/** Maximum number of viewers counted per content and day. */
export const mostViewers = 10_000

/** Counts a viewer of a published content once a day, in one statement; none who works for the brand. */
export const countView = (
  db: Db,
  { tenantId, brandId }: PublicBrand,
  {
    planContentId,
    uid,
    day,
    viewer,
    now,
  }: { planContentId: string; uid: string | undefined; day: string; viewer: string; now: Instant },
) =>
  db.execute(sql`
    with viewed as (
      select c.tenant_id, c.plan_content_id from contents c
      where c.tenant_id = ${tenantId} and c.brand_id = ${brandId} and c.plan_content_id = ${planContentId}
        and c.visible_from <= ${toTimestamp(now)}::timestamptz
        ${uid === undefined ? sql`` : sql`and not ${worksFor(sql`${uid}`, sql`c.tenant_id`, sql`c.brand_id`)}`}
        and coalesce((select v.viewers from content_views v where v.tenant_id = c.tenant_id
          and v.plan_content_id = c.plan_content_id and v.day = ${day}::date), 0) < ${mostViewers}::int),
    first as (
      insert into content_viewers (tenant_id, plan_content_id, day, viewer)
      select tenant_id, plan_content_id, ${day}::date, ${viewer}::text from viewed
      on conflict do nothing returning tenant_id, plan_content_id, day),
    summed as (
      insert into content_view_totals (tenant_id, plan_content_id, viewers)
      select tenant_id, plan_content_id, 1 from first
      on conflict (tenant_id, plan_content_id) do update set viewers = content_view_totals.viewers + 1)
    insert into content_views (tenant_id, plan_content_id, day, viewers)
    select tenant_id, plan_content_id, day, 1 from first
    on conflict (tenant_id, plan_content_id, day) do update set viewers = content_views.viewers + 1`)

/**
 * Deletes the viewer hashes of days before this one; their counts stay. The sums of what was seen on those days are made anew:
 * during an upgrade the last version counts the days alone.
 */
export const forgetViewers = (db: Db, clubs: Clubs, before: string) =>
  db.execute(sql`
    with gone as (
      delete from content_viewers where ${isOfClubs(sql`tenant_id`, clubs)} and day < ${before}::date returning tenant_id, plan_content_id),
    seen as (
      select v.tenant_id, v.plan_content_id, sum(v.viewers)::integer as viewers from content_views v
      join (select distinct g.tenant_id, g.plan_content_id from gone g) g
        on g.tenant_id = v.tenant_id and g.plan_content_id = v.plan_content_id
      group by v.tenant_id, v.plan_content_id)
    insert into content_view_totals (tenant_id, plan_content_id, viewers)
    select s.tenant_id, s.plan_content_id, s.viewers from seen s
    on conflict (tenant_id, plan_content_id) do update set viewers = excluded.viewers
    where content_view_totals.viewers < excluded.viewers`)
