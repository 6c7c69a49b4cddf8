ALTER TABLE "order_buyers" ADD COLUMN "recipient_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_buyers" ADD COLUMN "recipient_phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_buyers" ADD COLUMN "prefecture" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_buyers" ADD COLUMN "town" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_buyers" ADD COLUMN "building" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "delivery_method" text;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "fulfilled_quantity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "refunded_quantity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "fulfillment_state" text DEFAULT 'notRequired' NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_fulfillment" ON "orders" USING btree ("tenant_id","brand_id","fulfillment_state","placed_at","order_id");--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_delivery" CHECK (delivery_method in ('physical', 'digital'));--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_handed" CHECK (fulfilled_quantity between 0 and quantity and refunded_quantity between 0 and quantity);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_fulfillment" CHECK (fulfillment_state in ('notRequired', 'unfulfilled', 'preparing', 'partiallyShipped', 'shipped', 'delivered', 'onHold', 'returned', 'canceled'));