ALTER TABLE "event_goods" DROP CONSTRAINT "event_goods_delivery";--> statement-breakpoint
DROP INDEX "orders_paid";--> statement-breakpoint
ALTER TABLE "cart_items" ADD COLUMN "is_pick_up" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "pinned_at" timestamptz;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "former_periods" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "download_grants" ADD COLUMN "told_media_id" text;--> statement-breakpoint
ALTER TABLE "goods" ADD COLUMN "is_pick_up_offered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "comments_pinned" ON "comments" USING btree ("tenant_id","plan_content_id") WHERE pinned_at is not null;--> statement-breakpoint
CREATE INDEX "contents_type" ON "contents" USING btree ("tenant_id","brand_id","type","edited_at","plan_content_id");--> statement-breakpoint
CREATE INDEX "fans_buyers" ON "fans" USING btree ("tenant_id","brand_id","first_seen_at","fan_id") WHERE member_until is null and order_count > 0;--> statement-breakpoint
CREATE INDEX "fans_followers" ON "fans" USING btree ("tenant_id","brand_id","first_seen_at","fan_id") WHERE member_until is null and order_count = 0;--> statement-breakpoint
CREATE INDEX "fans_joined" ON "fans" USING btree ("tenant_id","brand_id","joined_at","fan_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_part" ON "ledger_entries" USING btree ("tenant_id","brand_id","recognized_month","component","occurred_at","movement_id","position") WHERE account = 'brandPayable';--> statement-breakpoint
CREATE INDEX "ledger_entries_kind" ON "ledger_entries" USING btree ("tenant_id","brand_id","recognized_month","kind","occurred_at","movement_id","position") WHERE account = 'brandPayable';--> statement-breakpoint
CREATE INDEX "order_buyers_prefecture" ON "order_buyers" USING btree ("tenant_id","prefecture","order_id") WHERE prefecture <> '';--> statement-breakpoint
CREATE INDEX "orders_kind" ON "orders" USING btree ("tenant_id","brand_id","kind","placed_at","order_id");--> statement-breakpoint
CREATE INDEX "orders_method" ON "orders" USING btree ("tenant_id","brand_id","payment_method","placed_at","order_id");--> statement-breakpoint
CREATE INDEX "orders_goods" ON "orders" USING btree ("tenant_id","brand_id","placed_at","order_id") WHERE kind in ('goods', 'eventGoods');--> statement-breakpoint
CREATE INDEX "orders_kind_paid" ON "orders" USING btree ("tenant_id","brand_id","kind","paid_at","order_id");--> statement-breakpoint
CREATE INDEX "orders_method_paid" ON "orders" USING btree ("tenant_id","brand_id","payment_method","paid_at","order_id");--> statement-breakpoint
CREATE INDEX "orders_plan_paid" ON "orders" USING btree ("tenant_id","plan_id","paid_at","order_id") WHERE plan_id is not null;--> statement-breakpoint
CREATE INDEX "orders_number_prefix" ON "orders" USING btree ("tenant_id","brand_id","order_number" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "subscriptions_plan_newest" ON "subscriptions" USING btree ("tenant_id","plan_id","purchased_at","subscription_id");--> statement-breakpoint
CREATE INDEX "subscriptions_method" ON "subscriptions" USING btree ("tenant_id","brand_id","method","purchased_at","subscription_id");--> statement-breakpoint
CREATE INDEX "subscriptions_interval" ON "subscriptions" USING btree ("tenant_id","brand_id","subscription_interval","purchased_at","subscription_id");--> statement-breakpoint
CREATE INDEX "subscriptions_renewing" ON "subscriptions" USING btree ("tenant_id","brand_id","paid_until","subscription_id") WHERE ended_at is null and cancel_scheduled_at is null;--> statement-breakpoint
CREATE INDEX "orders_paid" ON "orders" USING btree ("tenant_id","brand_id","paid_at","order_id");--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_pinned" CHECK (pinned_at is null or (status = 'published' and parent_id is null));--> statement-breakpoint
ALTER TABLE "event_goods" ADD CONSTRAINT "event_goods_delivery" CHECK (delivery in ('shipping', 'pickUp', 'both', 'digital'));--> statement-breakpoint
ALTER TABLE "goods" ADD CONSTRAINT "goods_pick_up" CHECK (not (is_pick_up and is_pick_up_offered));