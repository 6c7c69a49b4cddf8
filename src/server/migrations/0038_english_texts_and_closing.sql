ALTER TABLE "brands" ADD COLUMN "english" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "closing_reason" text;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "english" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "receipt_parties" jsonb;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "english" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "content_versions" ADD COLUMN "english" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "english" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "streamings" ADD COLUMN "refused_at" timestamptz;--> statement-breakpoint
ALTER TABLE "goods" ADD COLUMN "english" jsonb DEFAULT '{}'::jsonb NOT NULL;