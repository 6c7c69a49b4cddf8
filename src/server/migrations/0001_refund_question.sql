ALTER TABLE "refunds" ADD COLUMN "answer_until" timestamptz;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "returned" integer DEFAULT 0 NOT NULL;