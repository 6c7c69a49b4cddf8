ALTER TABLE "fans" ADD COLUMN "seen_at" timestamptz;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "notices_seen_at" timestamptz;