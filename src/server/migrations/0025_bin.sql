CREATE TABLE "bin" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"kind" text NOT NULL,
	"item_id" text NOT NULL,
	"name" text NOT NULL,
	"deleted_at" timestamptz NOT NULL,
	"deleted_by" text NOT NULL,
	"former_status" text NOT NULL,
	"former_at" timestamptz,
	CONSTRAINT "bin_tenant_id_kind_item_id_pk" PRIMARY KEY("tenant_id","kind","item_id"),
	CONSTRAINT "bin_kind" CHECK (kind in ('content', 'plan', 'goods', 'event'))
);
--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "deleted_at" timestamptz;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "deleted_at" timestamptz;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "deleted_at" timestamptz;--> statement-breakpoint
ALTER TABLE "goods" ADD COLUMN "deleted_at" timestamptz;--> statement-breakpoint
ALTER TABLE "bin" ADD CONSTRAINT "bin_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bin_newest" ON "bin" USING btree ("tenant_id","brand_id","deleted_at","item_id");--> statement-breakpoint
CREATE INDEX "bin_overdue" ON "bin" USING btree ("deleted_at");