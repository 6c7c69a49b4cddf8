CREATE INDEX CONCURRENTLY "brands_by_id" ON "brands" USING btree ("brand_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exports_by_id" ON "exports" USING btree ("export_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "fans_by_id" ON "fans" USING btree ("fan_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "inquiries_by_id" ON "inquiries" USING btree ("inquiry_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "uploads_by_media" ON "uploads" USING btree ("media_id");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "uploads_by_key" ON "uploads" USING btree ("key","tenant_id");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "uploads_by_upload" ON "uploads" USING btree ("upload_id","tenant_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "plans_by_id" ON "plans" USING btree ("plan_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "subscriptions_by_id" ON "subscriptions" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_by_id" ON "orders" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "bank_accounts_by_id" ON "bank_accounts" USING btree ("bank_account_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payouts_by_id" ON "payouts" USING btree ("payout_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "statements_by_id" ON "statements" USING btree ("statement_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "comments_by_id" ON "comments" USING btree ("comment_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "contents_by_id" ON "contents" USING btree ("plan_content_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "events_by_id" ON "events" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "streamings_by_id" ON "streamings" USING btree ("streaming_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "carts_by_id" ON "carts" USING btree ("cart_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "tracking_imports_by_id" ON "tracking_imports" USING btree ("import_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "download_grants_by_id" ON "download_grants" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "goods_by_id" ON "goods" USING btree ("goods_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "goods_variations_by_id" ON "goods_variations" USING btree ("variation_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "fulfillments_by_id" ON "fulfillments" USING btree ("fulfillment_id");