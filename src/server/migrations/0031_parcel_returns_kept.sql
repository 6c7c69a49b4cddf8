ALTER TABLE "parcel_returns" ADD COLUMN "parcel" jsonb;--> statement-breakpoint
ALTER TABLE "parcel_returns" ADD COLUMN "went_to" jsonb;