CREATE TABLE "featured_comments" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"comment_id" text NOT NULL,
	"featured_at" timestamptz NOT NULL,
	CONSTRAINT "featured_comments_tenant_id_brand_id_comment_id_pk" PRIMARY KEY("tenant_id","brand_id","comment_id")
);
--> statement-breakpoint
CREATE TABLE "goods_waits" (
	"tenant_id" text NOT NULL,
	"goods_id" text NOT NULL,
	"variation_id" text NOT NULL,
	"uid" text NOT NULL,
	"asked_at" timestamptz NOT NULL,
	CONSTRAINT "goods_waits_tenant_id_goods_id_variation_id_uid_pk" PRIMARY KEY("tenant_id","goods_id","variation_id","uid")
);
--> statement-breakpoint
ALTER TABLE "fan_notices" DROP CONSTRAINT "fan_notices_kind";--> statement-breakpoint
ALTER TABLE "featured_comments" ADD CONSTRAINT "featured_comments_comment" FOREIGN KEY ("tenant_id","comment_id") REFERENCES "public"."comments"("tenant_id","comment_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goods_waits" ADD CONSTRAINT "goods_waits_goods" FOREIGN KEY ("tenant_id","goods_id") REFERENCES "public"."goods"("tenant_id","goods_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "featured_comments_comment" ON "featured_comments" USING btree ("tenant_id","comment_id");--> statement-breakpoint
CREATE INDEX "goods_waits_uid" ON "goods_waits" USING btree ("uid","asked_at");--> statement-breakpoint
ALTER TABLE "fan_notices" ADD CONSTRAINT "fan_notices_kind" CHECK (kind in ('content', 'live', 'archive', 'answer', 'order', 'event', 'goods')) NOT VALID;--> statement-breakpoint
ALTER TABLE "fan_notices" VALIDATE CONSTRAINT "fan_notices_kind";