ALTER TABLE "comments" ADD COLUMN "pinned_at" timestamptz;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "former_periods" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "comments_pinned" ON "comments" USING btree ("tenant_id","plan_content_id") WHERE pinned_at is not null;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_pinned" CHECK (pinned_at is null or (status = 'published' and parent_id is null));