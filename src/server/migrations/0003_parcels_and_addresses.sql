ALTER TABLE "fulfillments" ADD COLUMN "goods_were" text;--> statement-breakpoint
ALTER TABLE "fulfillments" ADD COLUMN "went_to" jsonb;