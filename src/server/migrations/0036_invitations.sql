ALTER TABLE "tenant_members" ADD COLUMN "invited_by" text;--> statement-breakpoint
ALTER TABLE "tenant_members" ADD COLUMN "declined_at" timestamptz;