ALTER TABLE "statements" ADD COLUMN "legal_name" text;--> statement-breakpoint
ALTER TABLE "statements" ADD COLUMN "platform" jsonb;