ALTER TABLE "tenants" ADD COLUMN "suspended_at" timestamptz;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "suspension_reason" text;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "suspension_message" text DEFAULT '' NOT NULL;