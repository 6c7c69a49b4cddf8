ALTER TABLE "content_plans" DROP CONSTRAINT "content_plans_tenant_id_plan_content_id_contents_tenant_id_plan_content_id_fk";
--> statement-breakpoint
DROP INDEX "content_plans_plan";--> statement-breakpoint
DROP INDEX "plans_brand";--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "visible_from" timestamptz GENERATED ALWAYS AS (case when status = 'draft' then 'infinity'::timestamptz else coalesce(publishing_at, created_at) end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_visible" UNIQUE("tenant_id","plan_content_id","visible_from");--> statement-breakpoint
ALTER TABLE "content_plans" ADD COLUMN "visible_from" timestamptz;--> statement-breakpoint
UPDATE "content_plans" SET "visible_from" = c."visible_from" FROM "contents" c WHERE c."tenant_id" = "content_plans"."tenant_id" AND c."plan_content_id" = "content_plans"."plan_content_id";--> statement-breakpoint
ALTER TABLE "content_plans" ALTER COLUMN "visible_from" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "content_plans" ADD CONSTRAINT "content_plans_content" FOREIGN KEY ("tenant_id","plan_content_id","visible_from") REFERENCES "public"."contents"("tenant_id","plan_content_id","visible_from") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "content_plans_newest" ON "content_plans" USING btree ("tenant_id","plan_id","visible_from" DESC NULLS FIRST,"plan_content_id");--> statement-breakpoint
CREATE INDEX "plans_archiving" ON "plans" USING btree ("tenant_id","brand_id","archiving_at");--> statement-breakpoint
CREATE INDEX "plans_on_sale" ON "plans" USING btree ("tenant_id","brand_id","price","activated_at","plan_id") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "plans_brand" ON "plans" USING btree ("tenant_id","brand_id","edited_at","plan_id");--> statement-breakpoint
DROP INDEX "subscription_terms_uid";--> statement-breakpoint
CREATE INDEX "subscription_terms_uid" ON "subscription_terms" USING btree ("uid","tenant_id","plan_id","ends_at");
