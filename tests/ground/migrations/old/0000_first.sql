CREATE TABLE "application_messages" (
	"application_id" text NOT NULL,
	"message_id" text NOT NULL,
	"author" text NOT NULL,
	"author_uid" text NOT NULL,
	"visibility" text NOT NULL,
	"body" text NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "application_messages_application_id_message_id_pk" PRIMARY KEY("application_id","message_id"),
	CONSTRAINT "application_messages_author" CHECK (author in ('applicant', 'operator')),
	CONSTRAINT "application_messages_visibility" CHECK (visibility in ('public', 'internal'))
);
--> statement-breakpoint
CREATE TABLE "slug_reservations" (
	"slug" text PRIMARY KEY NOT NULL,
	"application_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tenant_applications" (
	"application_id" text PRIMARY KEY NOT NULL,
	"applicant_uid" text NOT NULL,
	"applicant_email" text NOT NULL,
	"applicant_name" text DEFAULT '' NOT NULL,
	"locale" text NOT NULL,
	"status" text NOT NULL,
	"form" jsonb NOT NULL,
	"decision" jsonb,
	"expires_at" timestamptz,
	"tenant_id" text,
	"brand_id" text,
	"created_at" timestamptz NOT NULL,
	"submitted_at" timestamptz,
	"agreed_terms_version" text,
	"updated_at" timestamptz NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "tenant_applications_status" CHECK (status in ('draft', 'submitted', 'inReview', 'changesRequested', 'approved', 'rejected', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "brands" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"thumbnail" text NOT NULL,
	"icon" text NOT NULL,
	"description" text NOT NULL,
	"accent_color" text NOT NULL,
	"links" jsonb NOT NULL,
	"created_at" timestamptz NOT NULL,
	"edited_at" timestamptz NOT NULL,
	CONSTRAINT "brands_tenant_id_brand_id_pk" PRIMARY KEY("tenant_id","brand_id"),
	CONSTRAINT "brands_brand" UNIQUE("brand_id"),
	CONSTRAINT "brands_slug" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "content_plans" (
	"tenant_id" text NOT NULL,
	"plan_content_id" text NOT NULL,
	"plan_id" text NOT NULL,
	CONSTRAINT "content_plans_tenant_id_plan_content_id_plan_id_pk" PRIMARY KEY("tenant_id","plan_content_id","plan_id")
);
--> statement-breakpoint
CREATE TABLE "contents" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"plan_content_id" text NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"thumbnail" text NOT NULL,
	"viewable_by" text NOT NULL,
	"period_year" integer,
	"period_month" integer,
	"publishing_at" timestamptz,
	"created_at" timestamptz NOT NULL,
	"edited_at" timestamptz NOT NULL,
	CONSTRAINT "contents_tenant_id_plan_content_id_pk" PRIMARY KEY("tenant_id","plan_content_id"),
	CONSTRAINT "contents_type" CHECK (type in ('video', 'news', 'streaming')),
	CONSTRAINT "contents_status" CHECK (status in ('draft', 'publishmentScheduled', 'active')),
	CONSTRAINT "contents_viewable_by" CHECK (viewable_by in ('allUsers', 'paidUsers')),
	CONSTRAINT "contents_period" CHECK ((period_year is null) = (period_month is null) and period_month between 1 and 12)
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"status" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"thumbnail" text NOT NULL,
	"price" integer NOT NULL,
	"subscription_interval" text NOT NULL,
	"archiving_at" timestamptz,
	"archive_message" text DEFAULT '' NOT NULL,
	"created_at" timestamptz NOT NULL,
	"activated_at" timestamptz,
	"edited_at" timestamptz NOT NULL,
	CONSTRAINT "plans_tenant_id_plan_id_pk" PRIMARY KEY("tenant_id","plan_id"),
	CONSTRAINT "plans_status" CHECK (status in ('draft', 'active')),
	CONSTRAINT "plans_interval" CHECK (subscription_interval in ('month', 'year')),
	CONSTRAINT "plans_price" CHECK (price >= 500),
	CONSTRAINT "plans_active_has_name" CHECK (status = 'draft' or name <> ''),
	CONSTRAINT "plans_draft_is_not_archiving" CHECK (status = 'active' or archiving_at is null)
);
--> statement-breakpoint
CREATE TABLE "subscription_terms" (
	"tenant_id" text NOT NULL,
	"term_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"uid" text NOT NULL,
	"starts_at" timestamptz NOT NULL,
	"ends_at" timestamptz NOT NULL,
	"amount" integer NOT NULL,
	"source" text NOT NULL,
	"voided_at" timestamptz,
	CONSTRAINT "subscription_terms_tenant_id_term_id_pk" PRIMARY KEY("tenant_id","term_id"),
	CONSTRAINT "subscription_terms_period" CHECK (ends_at > starts_at),
	CONSTRAINT "subscription_terms_source" CHECK (source in ('card', 'konbini', 'comp', 'extension', 'grace', 'carryOver'))
);
--> statement-breakpoint
CREATE TABLE "tenant_members" (
	"tenant_id" text NOT NULL,
	"member_id" text NOT NULL,
	"uid" text,
	"role" text NOT NULL,
	"brand_ids" text[],
	"email" text NOT NULL,
	"display_name" text NOT NULL,
	"status" text NOT NULL,
	"invitation_hash" text,
	"invited_at" timestamptz NOT NULL,
	"joined_at" timestamptz,
	"removed_at" timestamptz,
	CONSTRAINT "tenant_members_tenant_id_member_id_pk" PRIMARY KEY("tenant_id","member_id"),
	CONSTRAINT "tenant_members_status" CHECK (status in ('invited', 'active', 'removed')),
	CONSTRAINT "tenant_members_uid" CHECK (status <> 'active' or uid is not null)
);
--> statement-breakpoint
CREATE TABLE "tenants" (
	"tenant_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"media_id" text NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	"key" text NOT NULL,
	"state" text NOT NULL,
	"sent_md5" text,
	"created_by" text NOT NULL,
	"created_at" timestamptz NOT NULL,
	CONSTRAINT "uploads_tenant_id_media_id_pk" PRIMARY KEY("tenant_id","media_id"),
	CONSTRAINT "uploads_key" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"audit_id" text PRIMARY KEY NOT NULL,
	"at" timestamptz NOT NULL,
	"actor_uid" text NOT NULL,
	"role" text NOT NULL,
	"operation" text NOT NULL,
	"tenant_id" text,
	"brand_id" text,
	"payload" jsonb NOT NULL,
	"address" text NOT NULL,
	"request_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"uid" text NOT NULL,
	"operation" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamptz NOT NULL,
	CONSTRAINT "idempotency_keys_uid_operation_key_pk" PRIMARY KEY("uid","operation","key")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
ALTER TABLE "application_messages" ADD CONSTRAINT "application_messages_application_id_tenant_applications_application_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."tenant_applications"("application_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slug_reservations" ADD CONSTRAINT "slug_reservations_application_id_tenant_applications_application_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."tenant_applications"("application_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tenant_applications" ADD CONSTRAINT "tenant_applications_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brands" ADD CONSTRAINT "brands_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_plans" ADD CONSTRAINT "content_plans_tenant_id_plan_content_id_contents_tenant_id_plan_content_id_fk" FOREIGN KEY ("tenant_id","plan_content_id") REFERENCES "public"."contents"("tenant_id","plan_content_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_plans" ADD CONSTRAINT "content_plans_tenant_id_plan_id_plans_tenant_id_plan_id_fk" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."plans"("tenant_id","plan_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_terms" ADD CONSTRAINT "subscription_terms_tenant_id_plan_id_plans_tenant_id_plan_id_fk" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."plans"("tenant_id","plan_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tenant_members" ADD CONSTRAINT "tenant_members_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_brand" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "slug_reservations_application" ON "slug_reservations" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "tenant_applications_applicant" ON "tenant_applications" USING btree ("applicant_uid","created_at");--> statement-breakpoint
CREATE INDEX "tenant_applications_queue" ON "tenant_applications" USING btree ("status","submitted_at");--> statement-breakpoint
CREATE INDEX "content_plans_plan" ON "content_plans" USING btree ("tenant_id","plan_id");--> statement-breakpoint
CREATE INDEX "contents_brand" ON "contents" USING btree ("tenant_id","brand_id","publishing_at");--> statement-breakpoint
CREATE INDEX "plans_brand" ON "plans" USING btree ("tenant_id","brand_id","edited_at");--> statement-breakpoint
CREATE INDEX "subscription_terms_plan" ON "subscription_terms" USING btree ("tenant_id","plan_id","ends_at");--> statement-breakpoint
CREATE INDEX "subscription_terms_uid" ON "subscription_terms" USING btree ("uid","ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "tenant_members_active" ON "tenant_members" USING btree ("uid","tenant_id") WHERE status = 'active';--> statement-breakpoint
CREATE UNIQUE INDEX "tenant_members_invited" ON "tenant_members" USING btree ("tenant_id","email") WHERE status = 'invited';--> statement-breakpoint
CREATE UNIQUE INDEX "tenant_members_invitation" ON "tenant_members" USING btree ("invitation_hash");--> statement-breakpoint
CREATE INDEX "uploads_state" ON "uploads" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_tenant" ON "audit_log" USING btree ("tenant_id","at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");