CREATE TABLE "label_senders" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"is_given" boolean NOT NULL,
	"sender" jsonb,
	"billing" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"edited_at" timestamptz NOT NULL,
	CONSTRAINT "label_senders_tenant_id_brand_id_pk" PRIMARY KEY("tenant_id","brand_id")
);
--> statement-breakpoint
ALTER TABLE "order_buyers" ADD COLUMN "address_changed_at" timestamptz;--> statement-breakpoint
ALTER TABLE "order_buyers" ADD COLUMN "label_made_at" timestamptz;--> statement-breakpoint
ALTER TABLE "label_senders" ADD CONSTRAINT "label_senders_brand" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_buyers_changed" ON "order_buyers" USING btree ("tenant_id","order_id") WHERE address_changed_at is not null;