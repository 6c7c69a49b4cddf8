ALTER TABLE "disputes" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "evidence_due_at" timestamptz;