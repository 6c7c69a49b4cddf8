-- Rows of the platform itself have a tenant of their own.
UPDATE "audit_log" SET "tenant_id" = 'platform' WHERE "tenant_id" IS NULL;--> statement-breakpoint
UPDATE "failed_jobs" SET "tenant_id" = 'platform' WHERE "tenant_id" IS NULL;--> statement-breakpoint
ALTER TABLE "uploads" DROP CONSTRAINT "uploads_owner";--> statement-breakpoint
ALTER TABLE "uploads" DROP CONSTRAINT "uploads_application_id_tenant_applications_application_id_fk";--> statement-breakpoint
UPDATE "uploads" SET "tenant_id" = 'platform' WHERE "tenant_id" IS NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ALTER COLUMN "tenant_id" SET DEFAULT 'platform';--> statement-breakpoint
ALTER TABLE "audit_log" ALTER COLUMN "tenant_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_pkey";--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_tenant_id_audit_id_pk" PRIMARY KEY("tenant_id","audit_id");--> statement-breakpoint
ALTER TABLE "failed_jobs" ALTER COLUMN "tenant_id" SET DEFAULT 'platform';--> statement-breakpoint
ALTER TABLE "failed_jobs" ALTER COLUMN "tenant_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "failed_jobs" DROP CONSTRAINT "failed_jobs_pkey";--> statement-breakpoint
ALTER TABLE "failed_jobs" ADD CONSTRAINT "failed_jobs_tenant_id_failed_job_id_pk" PRIMARY KEY("tenant_id","failed_job_id");--> statement-breakpoint
CREATE INDEX "failed_jobs_id" ON "failed_jobs" USING btree ("failed_job_id");--> statement-breakpoint
ALTER TABLE "uploads" ALTER COLUMN "tenant_id" SET DEFAULT 'platform';--> statement-breakpoint
ALTER TABLE "uploads" ALTER COLUMN "tenant_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_owner" CHECK ((tenant_id = 'platform') = (brand_id is null) and (tenant_id = 'platform') <> (application_id is null));--> statement-breakpoint
-- A movement is of the club that all of its entries are of.
ALTER TABLE "ledger_movements" ADD COLUMN "tenant_id" text;--> statement-breakpoint
UPDATE "ledger_movements" SET "tenant_id" = "e"."tenant_id" FROM "ledger_entries" "e" WHERE "e"."movement_id" = "ledger_movements"."movement_id";--> statement-breakpoint
ALTER TABLE "ledger_movements" ALTER COLUMN "tenant_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_movement_id_ledger_movements_movement_id_fk";--> statement-breakpoint
ALTER TABLE "ledger_movements" DROP CONSTRAINT "ledger_movements_pkey";--> statement-breakpoint
ALTER TABLE "ledger_movements" ADD CONSTRAINT "ledger_movements_tenant_id_movement_id_pk" PRIMARY KEY("tenant_id","movement_id");--> statement-breakpoint
ALTER TABLE "ledger_movements" DROP CONSTRAINT "ledger_movements_fact";--> statement-breakpoint
ALTER TABLE "ledger_movements" ADD CONSTRAINT "ledger_movements_fact" UNIQUE("tenant_id","fact");--> statement-breakpoint
DROP INDEX "ledger_entries_movement";--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_movement" FOREIGN KEY ("tenant_id","movement_id") REFERENCES "public"."ledger_movements"("tenant_id","movement_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- What an open key names is of one club: the club beside it changes nothing of what is unique.
DROP INDEX "orders_open";--> statement-breakpoint
CREATE UNIQUE INDEX "orders_open" ON "orders" USING btree ("uid","open_key","tenant_id") WHERE payment_state = 'awaitingPayment';--> statement-breakpoint
-- Movements are written here alone (db/migrate.ts: writtenByFunction), each with all of its entries; what has been booked is left out.
CREATE FUNCTION "book_movements"("of_tenant" text, "movements" jsonb) RETURNS SETOF text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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
      insert into public.ledger_entries (tenant_id, movement_id, position, account, component, amount, brand_id, order_id,
        recognized_month, kind, occurred_at)
      select of_tenant, g.movement_id, e.position, e.account, e.component, e.amount, e.brand_id, e.order_id,
        e.recognized_month, e.kind, g.occurred_at
      from given g join booked b on b.movement_id = g.movement_id
      cross join lateral jsonb_to_recordset(g.entries) as e(position integer, account text, component text, amount bigint,
        brand_id text, order_id text, recognized_month text, kind text)
    )
    select b.movement_id from booked b;
end
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "book_movements"(text, jsonb) FROM PUBLIC;--> statement-breakpoint
DROP TRIGGER "ledger_entries_balance" ON "ledger_entries";--> statement-breakpoint
DROP TRIGGER "ledger_movements_entries" ON "ledger_movements";--> statement-breakpoint
DROP FUNCTION "ledger_is_balanced"();--> statement-breakpoint
DROP FUNCTION "ledger_has_entries"();
