CREATE TABLE "ledger_month_slots" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"month" text NOT NULL,
	"kind" text NOT NULL,
	"component" text NOT NULL,
	"amount" bigint NOT NULL,
	"entries" integer NOT NULL,
	"slot" smallint NOT NULL,
	CONSTRAINT "ledger_month_slots_key" PRIMARY KEY("tenant_id","brand_id","month","kind","component","slot"),
	CONSTRAINT "ledger_month_slots_month" CHECK (month ~ '^[0-9]{4}-[0-9]{2}$')
);
--> statement-breakpoint
CREATE TABLE "sales_day_slots" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"day" text NOT NULL,
	"kind" text NOT NULL,
	"method" text NOT NULL,
	"item_id" text NOT NULL,
	"orders" integer NOT NULL,
	"gross" bigint NOT NULL,
	"refunds" bigint NOT NULL,
	"slot" smallint NOT NULL,
	CONSTRAINT "sales_day_slots_key" PRIMARY KEY("tenant_id","brand_id","day","kind","method","item_id","slot"),
	CONSTRAINT "sales_day_slots_day" CHECK (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$')
);
--> statement-breakpoint
ALTER TABLE "ledger_month_slots" ADD CONSTRAINT "ledger_month_slots_brand" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_day_slots" ADD CONSTRAINT "sales_day_slots_brand" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sales_day_slots_item" ON "sales_day_slots" USING btree ("tenant_id","brand_id","item_id");--> statement-breakpoint
CREATE VIEW "public"."ledger_sums" AS (
  select m.tenant_id, m.brand_id, m.month, m.kind, m.component, m.amount, m.entries from ledger_months m
  union all
  select s.tenant_id, s.brand_id, s.month, s.kind, s.component, s.amount, s.entries from ledger_month_slots s);--> statement-breakpoint
CREATE VIEW "public"."sales_sums" AS (
  select d.tenant_id, d.brand_id, d.day, d.kind, d.method, d.item_id, d.orders, d.gross, d.refunds from sales_days d
  union all
  select s.tenant_id, s.brand_id, s.day, s.kind, s.method, s.item_id, s.orders, s.gross, s.refunds from sales_day_slots s);