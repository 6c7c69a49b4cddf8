CREATE TABLE "balance_looks" (
	"looked_at" timestamptz PRIMARY KEY NOT NULL,
	"provider" bigint NOT NULL,
	"unknown" bigint NOT NULL,
	"ledger" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "balance_transactions" (
	"transaction_id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"intent_id" text,
	"amount" integer NOT NULL,
	"fee" integer NOT NULL,
	"occurred_at" timestamptz NOT NULL,
	"order_id" text
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_account";--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "authentication_url" text;--> statement-breakpoint
-- Rows from before are taken for those of the account that is used.
ALTER TABLE "customers" ADD COLUMN "account" text NOT NULL DEFAULT '';--> statement-breakpoint
ALTER TABLE "customers" ALTER COLUMN "account" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "customers" DROP CONSTRAINT "customers_pkey";--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_uid_account_pk" PRIMARY KEY("uid","account");--> statement-breakpoint
ALTER TABLE "provider_prices" ADD COLUMN "account" text NOT NULL DEFAULT '';--> statement-breakpoint
ALTER TABLE "provider_prices" ALTER COLUMN "account" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "provider_prices" DROP CONSTRAINT "provider_prices_pkey";--> statement-breakpoint
ALTER TABLE "provider_prices" ADD CONSTRAINT "provider_prices_price_id_account_pk" PRIMARY KEY("price_id","account");--> statement-breakpoint
CREATE INDEX "balance_transactions_unknown" ON "balance_transactions" USING btree ("occurred_at") WHERE order_id is null;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account" CHECK (account in ('cash', 'providerFees', 'deferred', 'brandPayable', 'platformFee', 'paymentFee', 'konbiniFee', 'unallocated', 'disputes', 'payouts'));