ALTER TABLE "ledger_entries" ADD COLUMN "reduced" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_month_slots" ADD COLUMN "reduced" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_months" ADD COLUMN "reduced" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "is_reduced_tax" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "goods" ADD COLUMN "is_reduced_tax" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE OR REPLACE VIEW "public"."ledger_sums" AS (
  select m.tenant_id, m.brand_id, m.month, m.kind, m.component, m.amount, m.entries, m.reduced from ledger_months m
  union all
  select s.tenant_id, s.brand_id, s.month, s.kind, s.component, s.amount, s.entries, s.reduced from ledger_month_slots s);--> statement-breakpoint
-- As in 0013, with the part of an amount that is of goods at the reduced rate; the last version says nothing of it.
CREATE OR REPLACE FUNCTION "book_movements"("of_tenant" text, "movements" jsonb) RETURNS SETOF text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
declare
  wrong text;
begin
  select m.fact || ': ' || coalesce(s.rest::text, 'no entries') into wrong
  from jsonb_to_recordset(movements) as m(fact text, entries jsonb)
  cross join lateral (select sum(e.amount) as rest from jsonb_to_recordset(m.entries) as e(amount bigint)) s
  where s.rest is distinct from 0 limit 1;
  if found then
    raise exception 'ledger movement does not balance: %', wrong using errcode = 'check_violation';
  end if;
  return query
    with given as (
      select m.* from jsonb_to_recordset(movements)
        as m(movement_id text, kind text, fact text, occurred_at timestamptz, entries jsonb)
    ), booked as (
      insert into public.ledger_movements (tenant_id, movement_id, kind, fact, occurred_at)
      select of_tenant, g.movement_id, g.kind, g.fact, g.occurred_at from given g
      on conflict (tenant_id, fact) do nothing
      returning ledger_movements.movement_id
    ), written as (
      insert into public.ledger_entries (tenant_id, movement_id, position, account, component, amount, reduced, brand_id, order_id,
        recognized_month, kind, occurred_at)
      select of_tenant, g.movement_id, e.position, e.account, e.component, e.amount, coalesce(e.reduced, 0), e.brand_id, e.order_id,
        e.recognized_month, e.kind, g.occurred_at
      from given g join booked b on b.movement_id = g.movement_id
      cross join lateral jsonb_to_recordset(g.entries) as e(position integer, account text, component text, amount bigint,
        reduced bigint, brand_id text, order_id text, recognized_month text, kind text)
    )
    select b.movement_id from booked b;
end
$$;