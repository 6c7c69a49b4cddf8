ALTER TABLE "tenant_applications" ADD COLUMN "history" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tenant_applications" ADD COLUMN "reviewed_form" jsonb;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "edited_by" text;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "edited_by" text;