import type { program } from '../tests/support/program'

type Program = Awaited<ReturnType<typeof program>>

/** `--large`: the demo's brand with 300 plans and 20,000 contents, each of which three plans open. */
export const fillLarge = async (house: Program) => {
  await house.query(
    `insert into plans (tenant_id, brand_id, plan_id, status, name, description, thumbnail, price, subscription_interval, created_at, activated_at, edited_at)
     select 'tenant_hoshi', 'brand_aoi', 'plan_large_' || n, 'active', 'Plan ' || n, repeat('Text. ', 20), '', 500 + n, 'month', t, t, t
     from generate_series(1, 300) n, (values (timestamptz '2026-01-01')) at (t)`,
  )
  await house.query(
    `insert into contents (tenant_id, brand_id, plan_content_id, type, status, name, description, thumbnail, viewable_by, publishing_at, created_at, edited_at)
     select 'tenant_hoshi', 'brand_aoi', 'content_large_' || n, 'news', 'active', 'News ' || n, 'Text.', '', 'paidUsers', t, t, t
     from generate_series(1, 20000) n, lateral (select timestamptz '2024-01-01' + n * interval '1 hour' as t) at`,
  )
  await house.query(
    `insert into content_plans (tenant_id, plan_content_id, plan_id, visible_from, edited_at)
     select 'tenant_hoshi', plan_content_id, 'plan_large_' || (1 + (n + more * 37) % 300), visible_from, edited_at
     from (select *, row_number() over () as n from contents where plan_content_id like 'content_large_%') c, generate_series(0, 2) more`,
  )
}
