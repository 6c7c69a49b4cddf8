CREATE TABLE "payment_looks" (
	"name" text PRIMARY KEY NOT NULL,
	"went_through_at" timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unallocated_payments" (
	"provider_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"method" text NOT NULL,
	"customer_id" text DEFAULT '' NOT NULL,
	"order_id" text,
	"arrived_at" timestamptz NOT NULL,
	"state" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"settled_by" text DEFAULT '' NOT NULL,
	"settled_at" timestamptz,
	CONSTRAINT "unallocated_payments_kind" CHECK (kind in ('payment', 'subscription')),
	CONSTRAINT "unallocated_payments_state" CHECK (state in ('waiting', 'asked', 'refunded', 'ended', 'settled'))
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "forgotten_at" timestamptz;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "evidence_due_at" timestamptz;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "intent_id" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "answer_until" timestamptz;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "returned" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "unallocated_payments_state" ON "unallocated_payments" USING btree ("state","arrived_at","provider_id");--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("intent_id") WHERE intent_id is not null;