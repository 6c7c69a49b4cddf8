-- exempt: no version says on conflict by it, and ids are made by the program from 101 random bits
ALTER TABLE "brands" DROP CONSTRAINT "brands_brand";--> statement-breakpoint
-- exempt: no version says on conflict by it, and ids are made by the program from 101 random bits
ALTER TABLE "exports" DROP CONSTRAINT "exports_id";--> statement-breakpoint
-- exempt: no version says on conflict by it, and ids are made by the program from 101 random bits
ALTER TABLE "fans" DROP CONSTRAINT "fans_id";--> statement-breakpoint
-- exempt: no version says on conflict by it, and ids are made by the program from 101 random bits
ALTER TABLE "inquiries" DROP CONSTRAINT "inquiries_id";--> statement-breakpoint
-- exempt: no version says on conflict by it, and ids are made by the program from 101 random bits
ALTER TABLE "uploads" DROP CONSTRAINT "uploads_key";--> statement-breakpoint
-- exempt: no version says on conflict by it, and ids are made by the program from 101 random bits
ALTER TABLE "uploads" DROP CONSTRAINT "uploads_upload_id";--> statement-breakpoint
-- exempt: no version says on conflict by it, and ids are made by the program from 101 random bits
ALTER TABLE "plans" DROP CONSTRAINT "plans_id";--> statement-breakpoint
-- exempt: no version says on conflict by it, and ids are made by the program from 101 random bits
ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_id";--> statement-breakpoint
-- exempt: no version says on conflict by it, and ids are made by the program from 101 random bits
ALTER TABLE "orders" DROP CONSTRAINT "orders_id";--> statement-breakpoint
-- exempt: no version says on conflict by it, and ids are made by the program from 101 random bits
ALTER TABLE "bank_accounts" DROP CONSTRAINT "bank_accounts_id";--> statement-breakpoint
-- exempt: no version says on conflict by it, and ids are made by the program from 101 random bits
ALTER TABLE "payouts" DROP CONSTRAINT "payouts_id";--> statement-breakpoint
-- exempt: no version says on conflict by it, and ids are made by the program from 101 random bits
ALTER TABLE "statements" DROP CONSTRAINT "statements_id";--> statement-breakpoint
-- exempt: no version says on conflict by it, and ids are made by the program from 101 random bits
ALTER TABLE "comments" DROP CONSTRAINT "comments_id";--> statement-breakpoint
-- exempt: no version says on conflict by it, and ids are made by the program from 101 random bits
ALTER TABLE "contents" DROP CONSTRAINT "contents_id";--> statement-breakpoint
-- exempt: no version says on conflict by it, and ids are made by the program from 101 random bits
ALTER TABLE "events" DROP CONSTRAINT "events_id";--> statement-breakpoint
-- exempt: no version says on conflict by it, and ids are made by the program from 101 random bits
ALTER TABLE "streamings" DROP CONSTRAINT "streamings_id";--> statement-breakpoint
-- exempt: no version says on conflict by it, and ids are made by the program from 101 random bits
ALTER TABLE "carts" DROP CONSTRAINT "carts_id";--> statement-breakpoint
-- exempt: no version says on conflict by it, and ids are made by the program from 101 random bits
ALTER TABLE "tracking_imports" DROP CONSTRAINT "tracking_imports_id";--> statement-breakpoint
-- exempt: no version says on conflict by it, and ids are made by the program from 101 random bits
ALTER TABLE "download_grants" DROP CONSTRAINT "download_grants_id";--> statement-breakpoint
-- exempt: no version says on conflict by it, and ids are made by the program from 101 random bits
ALTER TABLE "goods" DROP CONSTRAINT "goods_id";--> statement-breakpoint
-- exempt: no version says on conflict by it, and ids are made by the program from 101 random bits
ALTER TABLE "goods_variations" DROP CONSTRAINT "goods_variations_id";--> statement-breakpoint
-- exempt: no version says on conflict by it, and ids are made by the program from 101 random bits
ALTER TABLE "fulfillments" DROP CONSTRAINT "fulfillments_id";--> statement-breakpoint
-- exempt: no version says on conflict by it, and ids are made by the program from 101 random bits
ALTER TABLE "uploads" DROP CONSTRAINT "uploads_pkey";