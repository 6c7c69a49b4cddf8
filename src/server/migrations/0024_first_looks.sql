ALTER TABLE "brands" ADD COLUMN "page_parts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "pinned_contents" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "pinned_goods" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "preview" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "characters" integer;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "pictures" integer;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "clip_from_ms" integer;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "clip" text DEFAULT '' NOT NULL;