ALTER TABLE "event_goods" DROP CONSTRAINT "event_goods_delivery";--> statement-breakpoint
ALTER TABLE "cart_items" ADD COLUMN "is_pick_up" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "pinned_at" timestamptz;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "former_periods" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "download_grants" ADD COLUMN "told_media_id" text;--> statement-breakpoint
ALTER TABLE "goods" ADD COLUMN "is_pick_up_offered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "comments_pinned" ON "comments" USING btree ("tenant_id","plan_content_id") WHERE pinned_at is not null;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_pinned" CHECK (pinned_at is null or (status = 'published' and parent_id is null));--> statement-breakpoint
ALTER TABLE "event_goods" ADD CONSTRAINT "event_goods_delivery" CHECK (delivery in ('shipping', 'pickUp', 'both', 'digital'));--> statement-breakpoint
ALTER TABLE "goods" ADD CONSTRAINT "goods_pick_up" CHECK (not (is_pick_up and is_pick_up_offered));