ALTER TABLE "tenant_members" ADD COLUMN "invited_by" text;--> statement-breakpoint
ALTER TABLE "tenant_members" ADD COLUMN "declined_at" timestamptz;--> statement-breakpoint
ALTER TABLE "statements" ADD COLUMN "legal_name" text;--> statement-breakpoint
ALTER TABLE "statements" ADD COLUMN "platform" jsonb;