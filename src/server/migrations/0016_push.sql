CREATE TABLE "fan_notices" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"uid" text NOT NULL,
	"kind" text NOT NULL,
	"by_mail" boolean,
	"by_push" boolean,
	CONSTRAINT "fan_notices_tenant_id_brand_id_uid_kind_pk" PRIMARY KEY("tenant_id","brand_id","uid","kind"),
	CONSTRAINT "fan_notices_kind" CHECK (kind in ('content', 'live', 'archive', 'answer', 'order'))
);
--> statement-breakpoint
CREATE TABLE "push_devices" (
	"device_id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"endpoint" text NOT NULL,
	"endpoint_hash" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamptz NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "push_devices_endpoint" UNIQUE("endpoint_hash")
);
--> statement-breakpoint
CREATE TABLE "quiet_hours" (
	"uid" text PRIMARY KEY NOT NULL,
	"from_minute" integer NOT NULL,
	"to_minute" integer NOT NULL,
	"time_zone" text NOT NULL,
	"edited_at" timestamptz NOT NULL,
	CONSTRAINT "quiet_hours_minutes" CHECK (from_minute between 0 and 1439 and to_minute between 0 and 1439)
);
--> statement-breakpoint
CREATE TABLE "content_notices" (
	"tenant_id" text NOT NULL,
	"plan_content_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"wanted_at" timestamptz NOT NULL,
	"wanted_by" text NOT NULL,
	"told_at" timestamptz,
	"told" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "content_notices_tenant_id_plan_content_id_pk" PRIMARY KEY("tenant_id","plan_content_id")
);
--> statement-breakpoint
ALTER TABLE "fan_notices" ADD CONSTRAINT "fan_notices_fan" FOREIGN KEY ("tenant_id","brand_id","uid") REFERENCES "public"."fans"("tenant_id","brand_id","uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_notices" ADD CONSTRAINT "content_notices_content" FOREIGN KEY ("tenant_id","plan_content_id") REFERENCES "public"."contents"("tenant_id","plan_content_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fan_notices_uid" ON "fan_notices" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "push_devices_uid" ON "push_devices" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "content_notices_waiting" ON "content_notices" USING btree ("tenant_id","brand_id") WHERE told_at is null;