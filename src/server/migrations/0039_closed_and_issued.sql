ALTER TABLE "tenants" ADD COLUMN "closing_reason" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "receipt_parties" jsonb;