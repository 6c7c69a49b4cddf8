CREATE TABLE "oauth_connections" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"refresh_token" text NOT NULL,
	"scope" text NOT NULL,
	"connected_by" text NOT NULL,
	"connected_at" timestamptz NOT NULL,
	CONSTRAINT "oauth_connections_tenant_id_brand_id_pk" PRIMARY KEY("tenant_id","brand_id")
);
--> statement-breakpoint
CREATE TABLE "oauth_tries" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"uid" text NOT NULL,
	"state" text NOT NULL,
	"verifier" text NOT NULL,
	"started_at" timestamptz NOT NULL,
	CONSTRAINT "oauth_tries_tenant_id_brand_id_uid_pk" PRIMARY KEY("tenant_id","brand_id","uid")
);
--> statement-breakpoint
CREATE TABLE "inquiry_messages" (
	"tenant_id" text NOT NULL,
	"inquiry_id" text NOT NULL,
	"message_id" text NOT NULL,
	"side" text NOT NULL,
	"uid" text NOT NULL,
	"name" text NOT NULL,
	"content" text NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "inquiry_messages_tenant_id_message_id_pk" PRIMARY KEY("tenant_id","message_id"),
	CONSTRAINT "inquiry_messages_side" CHECK (side in ('asker', 'answerer'))
);
--> statement-breakpoint
DROP INDEX "inquiries_brand";--> statement-breakpoint
ALTER TABLE "inquiries" ADD COLUMN "assigned_to" text;--> statement-breakpoint
ALTER TABLE "inquiries" ADD COLUMN "last_message_at" timestamptz;--> statement-breakpoint
UPDATE "inquiries" SET "last_message_at" = "created_at";--> statement-breakpoint
ALTER TABLE "inquiries" ALTER COLUMN "last_message_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "order_buyers" ADD COLUMN "recipient_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_buyers" ADD COLUMN "recipient_phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_buyers" ADD COLUMN "prefecture" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_buyers" ADD COLUMN "town" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_buyers" ADD COLUMN "building" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "delivery_method" text;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "fulfilled_quantity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "refunded_quantity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "fulfillment_state" text DEFAULT 'notRequired' NOT NULL;--> statement-breakpoint
ALTER TABLE "oauth_connections" ADD CONSTRAINT "oauth_connections_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_tries" ADD CONSTRAINT "oauth_tries_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry_messages" ADD CONSTRAINT "inquiry_messages_tenant_id_inquiry_id_inquiries_tenant_id_inquiry_id_fk" FOREIGN KEY ("tenant_id","inquiry_id") REFERENCES "public"."inquiries"("tenant_id","inquiry_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inquiry_messages_thread" ON "inquiry_messages" USING btree ("tenant_id","inquiry_id","at");--> statement-breakpoint
CREATE INDEX "inquiries_platform" ON "inquiries" USING btree ("direction","state","last_message_at","inquiry_id");--> statement-breakpoint
CREATE INDEX "orders_fulfillment" ON "orders" USING btree ("tenant_id","brand_id","fulfillment_state","placed_at","order_id");--> statement-breakpoint
CREATE INDEX "tenant_members_role" ON "tenant_members" USING btree ("tenant_id","role","joined_at") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "inquiries_brand" ON "inquiries" USING btree ("tenant_id","brand_id","direction","state","last_message_at","inquiry_id");--> statement-breakpoint
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_direction" CHECK (direction in ('fanToCreator', 'creatorToPlatform'));--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_delivery" CHECK (delivery_method in ('physical', 'digital'));--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_handed" CHECK (fulfilled_quantity between 0 and quantity and refunded_quantity between 0 and quantity);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_fulfillment" CHECK (fulfillment_state in ('notRequired', 'unfulfilled', 'preparing', 'partiallyShipped', 'shipped', 'delivered', 'onHold', 'returned', 'canceled'));