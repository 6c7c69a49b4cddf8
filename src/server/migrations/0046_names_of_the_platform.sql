-- exempt: no version says on conflict by it, and the program is the only one to give or to be told such a name; the directory keeps it
ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_provider";--> statement-breakpoint
-- exempt: no version says on conflict by it, and the program is the only one to give or to be told such a name; the directory keeps it
ALTER TABLE "disputes" DROP CONSTRAINT "disputes_provider";--> statement-breakpoint
-- exempt: no version says on conflict by it, and the program is the only one to give or to be told such a name; the directory keeps it
ALTER TABLE "orders" DROP CONSTRAINT "orders_session";--> statement-breakpoint
-- exempt: no version says on conflict by it, and the program is the only one to give or to be told such a name; the directory keeps it
ALTER TABLE "orders" DROP CONSTRAINT "orders_intent";--> statement-breakpoint
-- exempt: no version says on conflict by it, and the program is the only one to give or to be told such a name; the directory keeps it
ALTER TABLE "orders" DROP CONSTRAINT "orders_invoice";--> statement-breakpoint
-- exempt: no version says on conflict by it, and the program is the only one to give or to be told such a name; the directory keeps it
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_provider";--> statement-breakpoint
-- exempt: no version says on conflict by it, and the program is the only one to give or to be told such a name; the directory keeps it
ALTER TABLE "payouts" DROP CONSTRAINT "payouts_trace";--> statement-breakpoint
-- exempt: no version says on conflict by it, and the program is the only one to give or to be told such a name; the directory keeps it
ALTER TABLE "streamings" DROP CONSTRAINT "streamings_key";