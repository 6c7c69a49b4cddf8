CREATE TABLE "video_conversions" (
	"tenant_id" text NOT NULL,
	"media_id" text NOT NULL,
	"status" text NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"attempt" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"duration_ms" integer,
	"width" integer,
	"height" integer,
	"renditions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"posters" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamptz NOT NULL,
	"finished_at" timestamptz,
	CONSTRAINT "video_conversions_tenant_id_media_id_pk" PRIMARY KEY("tenant_id","media_id"),
	CONSTRAINT "video_conversions_progress" CHECK (progress between 0 and 100)
);
--> statement-breakpoint
ALTER TABLE "content_plans" DROP CONSTRAINT "content_plans_tenant_id_plan_content_id_contents_tenant_id_plan_content_id_fk";
--> statement-breakpoint
DROP INDEX "content_plans_plan";
--> statement-breakpoint
DROP INDEX "tenant_applications_queue";
--> statement-breakpoint
DROP INDEX "plans_brand";
--> statement-breakpoint
DROP INDEX "subscription_terms_uid";
--> statement-breakpoint
ALTER TABLE "uploads" DROP CONSTRAINT "uploads_tenant_id_media_id_pk";
--> statement-breakpoint
ALTER TABLE "uploads" ADD PRIMARY KEY ("media_id");
--> statement-breakpoint
ALTER TABLE "uploads" ALTER COLUMN "tenant_id" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "uploads" ALTER COLUMN "brand_id" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "uploads" ALTER COLUMN "size" SET DATA TYPE bigint;
--> statement-breakpoint
ALTER TABLE "tenant_applications" ADD COLUMN "history" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "tenant_applications" ADD COLUMN "reviewed_form" jsonb;
--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "edited_by" text;
--> statement-breakpoint
ALTER TABLE "content_plans" ADD COLUMN "visible_from" timestamptz;
--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "text" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "image_urls" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "media_id" text;
--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "streaming_id" text;
--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "comment_policy" text DEFAULT 'enabled' NOT NULL;
--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "comment_audience" text DEFAULT 'all' NOT NULL;
--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "visible_from" timestamptz GENERATED ALWAYS AS (case when status = 'draft' then 'infinity'::timestamptz else coalesce(publishing_at, created_at) end) STORED NOT NULL;
--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "edited_by" text;
--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "application_id" text;
--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "upload_id" text;
--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "storage_upload_id" text;
--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "parts" jsonb;
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "answered_at" timestamptz;
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "attempt" text;
--> statement-breakpoint
CREATE INDEX "video_conversions_status" ON "video_conversions" USING btree ("status","created_at");
--> statement-breakpoint
CREATE INDEX "tenant_applications_status" ON "tenant_applications" USING btree ("status","submitted_at","application_id");
--> statement-breakpoint
CREATE INDEX "tenant_applications_phone" ON "tenant_applications" USING btree ((form->>'phone'),"created_at" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "tenant_applications_email" ON "tenant_applications" USING btree ((form->>'email'),"created_at" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "tenant_applications_legal_name" ON "tenant_applications" USING btree ((form->>'legalName'),"created_at" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "content_plans_newest" ON "content_plans" USING btree ("tenant_id","plan_id","visible_from" DESC NULLS FIRST,"plan_content_id");
--> statement-breakpoint
CREATE INDEX "contents_edited" ON "contents" USING btree ("tenant_id","brand_id","edited_at");
--> statement-breakpoint
CREATE INDEX "contents_status" ON "contents" USING btree ("tenant_id","brand_id","status","edited_at");
--> statement-breakpoint
CREATE INDEX "contents_media" ON "contents" USING btree ("media_id");
--> statement-breakpoint
CREATE INDEX "plans_archiving" ON "plans" USING btree ("tenant_id","brand_id","archiving_at");
--> statement-breakpoint
CREATE INDEX "plans_on_sale" ON "plans" USING btree ("tenant_id","brand_id","price","activated_at","plan_id") WHERE status = 'active';
--> statement-breakpoint
CREATE INDEX "tenant_members_list" ON "tenant_members" USING btree ("tenant_id","status" DESC NULLS FIRST,"invited_at","member_id") WHERE status <> 'removed';
--> statement-breakpoint
CREATE INDEX "idempotency_keys_attempt" ON "idempotency_keys" USING btree ("attempt");
--> statement-breakpoint
CREATE INDEX "tenant_applications_queue" ON "tenant_applications" USING btree ("submitted_at","application_id") WHERE submitted_at is not null;
--> statement-breakpoint
CREATE INDEX "plans_brand" ON "plans" USING btree ("tenant_id","brand_id","edited_at","plan_id");
--> statement-breakpoint
CREATE INDEX "subscription_terms_uid" ON "subscription_terms" USING btree ("uid","tenant_id","plan_id","ends_at");
--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_visible" UNIQUE("tenant_id","plan_content_id","visible_from");
--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_id" UNIQUE("plan_content_id");
--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_of_tenant" UNIQUE("tenant_id","media_id");
--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_upload_id" UNIQUE("upload_id");
--> statement-breakpoint
-- A published content has had its time from the start; what an older program left without one gets that of its making.
UPDATE "contents" SET "publishing_at" = "created_at" WHERE "status" <> 'draft' AND "publishing_at" IS NULL;
--> statement-breakpoint
UPDATE "contents" SET "publishing_at" = NULL WHERE "status" = 'draft';
--> statement-breakpoint
UPDATE "contents" SET "name" = "plan_content_id" WHERE "status" <> 'draft' AND "name" = '';
--> statement-breakpoint
UPDATE "content_plans" SET "visible_from" = c."visible_from" FROM "contents" c WHERE c."tenant_id" = "content_plans"."tenant_id" AND c."plan_content_id" = "content_plans"."plan_content_id";
--> statement-breakpoint
ALTER TABLE "content_plans" ALTER COLUMN "visible_from" SET NOT NULL;
--> statement-breakpoint
-- Until now a key was only ever stored together with its answer.
UPDATE "idempotency_keys" SET "answered_at" = "created_at";
--> statement-breakpoint
ALTER TABLE "video_conversions" ADD CONSTRAINT "video_conversions_upload" FOREIGN KEY ("tenant_id","media_id") REFERENCES "public"."uploads"("tenant_id","media_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "content_plans" ADD CONSTRAINT "content_plans_content" FOREIGN KEY ("tenant_id","plan_content_id","visible_from") REFERENCES "public"."contents"("tenant_id","plan_content_id","visible_from") ON DELETE cascade ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_media" FOREIGN KEY ("tenant_id","media_id") REFERENCES "public"."uploads"("tenant_id","media_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_application_id_tenant_applications_application_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."tenant_applications"("application_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_comments" CHECK (comment_policy in ('enabled', 'approvalFirst', 'disabled') and comment_audience in ('members', 'plan', 'all'));
--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_published_has_name" CHECK (status = 'draft' or name <> '');
--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_published_has_time" CHECK ((status = 'draft') = (publishing_at is null));
--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_owner" CHECK ((tenant_id is null) = (brand_id is null) and (tenant_id is null) <> (application_id is null));
