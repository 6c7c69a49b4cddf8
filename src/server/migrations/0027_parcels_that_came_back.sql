CREATE TABLE "parcel_returns" (
	"tenant_id" text NOT NULL,
	"order_id" text NOT NULL,
	"fulfillment_id" text NOT NULL,
	"provider" text NOT NULL,
	"provider_name" text DEFAULT '' NOT NULL,
	"tracking_number" text DEFAULT '' NOT NULL,
	"lines" jsonb NOT NULL,
	"shipped_at" timestamptz NOT NULL,
	"returned_at" timestamptz NOT NULL,
	"reason" text NOT NULL,
	"postage" integer NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "parcel_returns_tenant_id_fulfillment_id_pk" PRIMARY KEY("tenant_id","fulfillment_id"),
	CONSTRAINT "parcel_returns_reason" CHECK (reason in ('refused', 'unknownAddress', 'notPickedUp', 'damaged')),
	CONSTRAINT "parcel_returns_postage" CHECK (postage >= 0)
);
--> statement-breakpoint
ALTER TABLE "parcel_returns" ADD CONSTRAINT "parcel_returns_tenant_id_order_id_orders_tenant_id_order_id_fk" FOREIGN KEY ("tenant_id","order_id") REFERENCES "public"."orders"("tenant_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "parcel_returns_order" ON "parcel_returns" USING btree ("tenant_id","order_id","returned_at");