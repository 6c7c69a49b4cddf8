ALTER TABLE "brands" ADD COLUMN "month_told" text;--> statement-breakpoint
ALTER TABLE "fans" ADD COLUMN "news_by_mail" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "streamings" ADD COLUMN "vod_told_at" timestamptz;--> statement-breakpoint
CREATE INDEX "streamings_vod_untold" ON "streamings" USING btree ("streaming_id") WHERE vod_media_id is not null and vod_told_at is null;--> statement-breakpoint
-- By hand: of what was there before, nobody is told any more.
UPDATE "streamings" SET "vod_told_at" = now() WHERE "started_at" is not null;--> statement-breakpoint
UPDATE "brands" SET "month_told" = to_char((now() at time zone 'Asia/Tokyo') - interval '1 month', 'YYYY-MM');
