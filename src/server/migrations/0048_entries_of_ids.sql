-- exempt: no row of the last version is changed or locked, and it does not use the directory
INSERT INTO "directory" ("kind", "name", "tenant_id") SELECT 'brands.brand_id', "r"."brand_id", "r"."tenant_id" FROM "brands" "r" ON CONFLICT DO NOTHING;--> statement-breakpoint
-- exempt: no row of the last version is changed or locked, and it does not use the directory
INSERT INTO "directory" ("kind", "name", "tenant_id") SELECT 'plans.plan_id', "r"."plan_id", "r"."tenant_id" FROM "plans" "r" ON CONFLICT DO NOTHING;--> statement-breakpoint
-- exempt: no row of the last version is changed or locked, and it does not use the directory
INSERT INTO "directory" ("kind", "name", "tenant_id") SELECT 'contents.plan_content_id', "r"."plan_content_id", "r"."tenant_id" FROM "contents" "r" ON CONFLICT DO NOTHING;--> statement-breakpoint
-- exempt: no row of the last version is changed or locked, and it does not use the directory
INSERT INTO "directory" ("kind", "name", "tenant_id") SELECT 'comments.comment_id', "r"."comment_id", "r"."tenant_id" FROM "comments" "r" ON CONFLICT DO NOTHING;--> statement-breakpoint
-- exempt: no row of the last version is changed or locked, and it does not use the directory
INSERT INTO "directory" ("kind", "name", "tenant_id") SELECT 'events.event_id', "r"."event_id", "r"."tenant_id" FROM "events" "r" ON CONFLICT DO NOTHING;--> statement-breakpoint
-- exempt: no row of the last version is changed or locked, and it does not use the directory
INSERT INTO "directory" ("kind", "name", "tenant_id") SELECT 'streamings.streaming_id', "r"."streaming_id", "r"."tenant_id" FROM "streamings" "r" ON CONFLICT DO NOTHING;--> statement-breakpoint
-- exempt: no row of the last version is changed or locked, and it does not use the directory
INSERT INTO "directory" ("kind", "name", "tenant_id") SELECT 'goods.goods_id', "r"."goods_id", "r"."tenant_id" FROM "goods" "r" ON CONFLICT DO NOTHING;--> statement-breakpoint
-- exempt: no row of the last version is changed or locked, and it does not use the directory
INSERT INTO "directory" ("kind", "name", "tenant_id") SELECT 'orders.order_id', "r"."order_id", "r"."tenant_id" FROM "orders" "r" ON CONFLICT DO NOTHING;--> statement-breakpoint
-- exempt: no row of the last version is changed or locked, and it does not use the directory
INSERT INTO "directory" ("kind", "name", "tenant_id") SELECT 'subscriptions.subscription_id', "r"."subscription_id", "r"."tenant_id" FROM "subscriptions" "r" ON CONFLICT DO NOTHING;--> statement-breakpoint
-- exempt: no row of the last version is changed or locked, and it does not use the directory
INSERT INTO "directory" ("kind", "name", "tenant_id") SELECT 'refunds.refund_id', "r"."refund_id", "r"."tenant_id" FROM "refunds" "r" ON CONFLICT DO NOTHING;--> statement-breakpoint
-- exempt: no row of the last version is changed or locked, and it does not use the directory
INSERT INTO "directory" ("kind", "name", "tenant_id") SELECT 'fulfillments.fulfillment_id', "r"."fulfillment_id", "r"."tenant_id" FROM "fulfillments" "r" ON CONFLICT DO NOTHING;--> statement-breakpoint
-- exempt: no row of the last version is changed or locked, and it does not use the directory
INSERT INTO "directory" ("kind", "name", "tenant_id") SELECT 'bank_accounts.bank_account_id', "r"."bank_account_id", "r"."tenant_id" FROM "bank_accounts" "r" ON CONFLICT DO NOTHING;--> statement-breakpoint
-- exempt: no row of the last version is changed or locked, and it does not use the directory
INSERT INTO "directory" ("kind", "name", "tenant_id") SELECT 'exports.export_id', "r"."export_id", "r"."tenant_id" FROM "exports" "r" ON CONFLICT DO NOTHING;--> statement-breakpoint
-- exempt: no row of the last version is changed or locked, and it does not use the directory
INSERT INTO "directory" ("kind", "name", "tenant_id") SELECT 'uploads.upload_id', "r"."upload_id", "r"."tenant_id" FROM "uploads" "r" WHERE "r"."upload_id" IS NOT NULL ON CONFLICT DO NOTHING;