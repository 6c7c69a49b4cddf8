ALTER TABLE "uploads" DROP CONSTRAINT "uploads_tenant_id_media_id_pk";--> statement-breakpoint
ALTER TABLE "uploads" ADD PRIMARY KEY ("media_id");--> statement-breakpoint
ALTER TABLE "uploads" ALTER COLUMN "tenant_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ALTER COLUMN "brand_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ALTER COLUMN "size" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "application_id" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "upload_id" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "storage_upload_id" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "parts" jsonb;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "answered_at" timestamptz;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "attempt" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_application_id_tenant_applications_application_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."tenant_applications"("application_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_attempt" ON "idempotency_keys" USING btree ("attempt");--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_of_tenant" UNIQUE("tenant_id","media_id");--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_upload_id" UNIQUE("upload_id");--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_owner" CHECK ((tenant_id is null) = (brand_id is null) and (tenant_id is null) <> (application_id is null));--> statement-breakpoint
-- Until now a key was only ever stored together with its answer.
UPDATE "idempotency_keys" SET "answered_at" = "created_at";
