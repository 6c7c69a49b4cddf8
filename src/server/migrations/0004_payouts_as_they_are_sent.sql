CREATE TABLE "statement_corrections" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"correction_id" text NOT NULL,
	"reason" text NOT NULL,
	"corrected_by" text NOT NULL,
	"corrected_at" timestamptz NOT NULL,
	CONSTRAINT "statement_corrections_tenant_id_correction_id_pk" PRIMARY KEY("tenant_id","correction_id")
);
--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "booked_at" timestamptz;--> statement-breakpoint
ALTER TABLE "statement_corrections" ADD CONSTRAINT "statement_corrections_brand" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Until now a payout was booked as it was scheduled.
UPDATE "payouts" SET "booked_at" = "created_at";
