CREATE TABLE "directory" (
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"tenant_id" text NOT NULL,
	CONSTRAINT "directory_kind_name_pk" PRIMARY KEY("kind","name")
);
--> statement-breakpoint
-- Rows that the version before writes after this have no entry, and are found by themselves (db/directory.ts).
INSERT INTO "directory" ("kind", "name", "tenant_id") SELECT 'brands.slug', "r"."slug", "r"."tenant_id" FROM "brands" "r";--> statement-breakpoint
INSERT INTO "directory" ("kind", "name", "tenant_id") SELECT 'streamings.stream_key', "r"."stream_key", "r"."tenant_id" FROM "streamings" "r";--> statement-breakpoint
INSERT INTO "directory" ("kind", "name", "tenant_id") SELECT 'tenant_members.invitation_hash', "r"."invitation_hash", "r"."tenant_id" FROM "tenant_members" "r" WHERE "r"."invitation_hash" IS NOT NULL;--> statement-breakpoint
INSERT INTO "directory" ("kind", "name", "tenant_id") SELECT 'orders.session_id', "r"."session_id", "r"."tenant_id" FROM "orders" "r" WHERE "r"."session_id" IS NOT NULL;--> statement-breakpoint
INSERT INTO "directory" ("kind", "name", "tenant_id") SELECT 'orders.intent_id', "r"."intent_id", "r"."tenant_id" FROM "orders" "r" WHERE "r"."intent_id" IS NOT NULL;--> statement-breakpoint
INSERT INTO "directory" ("kind", "name", "tenant_id") SELECT 'orders.invoice_id', "r"."invoice_id", "r"."tenant_id" FROM "orders" "r" WHERE "r"."invoice_id" IS NOT NULL;--> statement-breakpoint
INSERT INTO "directory" ("kind", "name", "tenant_id") SELECT 'subscriptions.provider_subscription_id', "r"."provider_subscription_id", "r"."tenant_id" FROM "subscriptions" "r" WHERE "r"."provider_subscription_id" IS NOT NULL;--> statement-breakpoint
INSERT INTO "directory" ("kind", "name", "tenant_id") SELECT 'refunds.provider_refund_id', "r"."provider_refund_id", "r"."tenant_id" FROM "refunds" "r" WHERE "r"."provider_refund_id" IS NOT NULL;--> statement-breakpoint
INSERT INTO "directory" ("kind", "name", "tenant_id") SELECT 'disputes.provider_dispute_id', "r"."provider_dispute_id", "r"."tenant_id" FROM "disputes" "r";--> statement-breakpoint
INSERT INTO "directory" ("kind", "name", "tenant_id") SELECT 'payouts.trace_id', "r"."trace_id", "r"."tenant_id" FROM "payouts" "r";