ALTER TABLE "orders" ADD COLUMN "receipt_to" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "receipt_for" text;