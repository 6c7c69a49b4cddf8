CREATE TABLE "cart_items" (
	"tenant_id" text NOT NULL,
	"cart_id" text NOT NULL,
	"goods_id" text NOT NULL,
	"variation_id" text NOT NULL,
	"quantity" integer NOT NULL,
	"price_seen" integer NOT NULL,
	"added_at" timestamptz NOT NULL,
	CONSTRAINT "cart_items_tenant_id_cart_id_variation_id_pk" PRIMARY KEY("tenant_id","cart_id","variation_id"),
	CONSTRAINT "cart_items_quantity" CHECK (quantity between 1 and 99)
);
--> statement-breakpoint
CREATE TABLE "carts" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"cart_id" text NOT NULL,
	"uid" text NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamptz NOT NULL,
	"edited_at" timestamptz NOT NULL,
	CONSTRAINT "carts_tenant_id_cart_id_pk" PRIMARY KEY("tenant_id","cart_id"),
	CONSTRAINT "carts_id" UNIQUE("cart_id"),
	CONSTRAINT "carts_fan" UNIQUE("uid","tenant_id","brand_id")
);
--> statement-breakpoint
CREATE TABLE "shipping_addresses" (
	"uid" text NOT NULL,
	"address_id" text NOT NULL,
	"recipient_name" text NOT NULL,
	"recipient_phone" text NOT NULL,
	"postal_code" text NOT NULL,
	"prefecture" text NOT NULL,
	"town" text NOT NULL,
	"address" text NOT NULL,
	"building" text NOT NULL,
	"is_default" boolean NOT NULL,
	"created_at" timestamptz NOT NULL,
	"edited_at" timestamptz NOT NULL,
	CONSTRAINT "shipping_addresses_address_id_pk" PRIMARY KEY("address_id")
);
--> statement-breakpoint
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
CREATE TABLE "goods" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"goods_id" text NOT NULL,
	"visibility" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"price" integer NOT NULL,
	"goods_type" text NOT NULL,
	"sales_type" text NOT NULL,
	"sale_start_at" timestamptz NOT NULL,
	"sale_end_at" timestamptz,
	"audience" text NOT NULL,
	"plan_ids" jsonb NOT NULL,
	"max_per_person" integer,
	"shipping_fee" integer DEFAULT 0 NOT NULL,
	"shipping_time_text" text DEFAULT '' NOT NULL,
	"thumbnails" jsonb NOT NULL,
	"created_at" timestamptz NOT NULL,
	"edited_at" timestamptz NOT NULL,
	"edited_by" text,
	CONSTRAINT "goods_tenant_id_goods_id_pk" PRIMARY KEY("tenant_id","goods_id"),
	CONSTRAINT "goods_id" UNIQUE("goods_id"),
	CONSTRAINT "goods_visibility" CHECK (visibility in ('visible', 'hidden')),
	CONSTRAINT "goods_type" CHECK (goods_type in ('physicalGoods', 'digitalGoods')),
	CONSTRAINT "goods_sales_type" CHECK (sales_type in ('permanent', 'builtToOrder')),
	CONSTRAINT "goods_audience" CHECK (audience in ('public', 'plans')),
	CONSTRAINT "goods_price" CHECK (price between 100 and 1000000 and shipping_fee >= 0),
	CONSTRAINT "goods_window" CHECK (sale_end_at is null or sale_end_at > sale_start_at)
);
--> statement-breakpoint
CREATE TABLE "goods_variations" (
	"tenant_id" text NOT NULL,
	"goods_id" text NOT NULL,
	"variation_id" text NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"sku" text DEFAULT '' NOT NULL,
	"max_quantity" integer,
	"is_stopped" boolean DEFAULT false NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"is_unlimited" boolean DEFAULT false NOT NULL,
	"initial" integer DEFAULT 0 NOT NULL,
	"adjusted" integer DEFAULT 0 NOT NULL,
	"reserved" integer DEFAULT 0 NOT NULL,
	"sold" integer DEFAULT 0 NOT NULL,
	"available" integer GENERATED ALWAYS AS (initial + adjusted - reserved - sold) STORED NOT NULL,
	CONSTRAINT "goods_variations_tenant_id_variation_id_pk" PRIMARY KEY("tenant_id","variation_id"),
	CONSTRAINT "goods_variations_id" UNIQUE("variation_id"),
	CONSTRAINT "goods_variations_goods" UNIQUE("tenant_id","goods_id","variation_id"),
	CONSTRAINT "goods_variations_stock" CHECK (initial >= 0 and reserved >= 0 and sold >= 0),
	CONSTRAINT "goods_variations_available" CHECK (is_unlimited or initial + adjusted - reserved - sold >= 0)
);
--> statement-breakpoint
CREATE TABLE "stock_moves" (
	"tenant_id" text NOT NULL,
	"move_id" text NOT NULL,
	"goods_id" text NOT NULL,
	"variation_id" text NOT NULL,
	"at" timestamptz NOT NULL,
	"reason" text NOT NULL,
	"quantity" integer NOT NULL,
	"order_id" text,
	"actor_uid" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "stock_moves_tenant_id_move_id_pk" PRIMARY KEY("tenant_id","move_id"),
	CONSTRAINT "stock_moves_reason" CHECK (reason in ('initial', 'reserve', 'release', 'sale', 'restock', 'adjust')),
	CONSTRAINT "stock_moves_quantity" CHECK (quantity <> 0 and (reason = 'adjust' or quantity > 0)),
	CONSTRAINT "stock_moves_order" CHECK ((order_id is null) = (reason in ('initial', 'adjust')))
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
CREATE TABLE "fulfillment_lines" (
	"tenant_id" text NOT NULL,
	"fulfillment_id" text NOT NULL,
	"line_id" text NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "fulfillment_lines_tenant_id_fulfillment_id_line_id_pk" PRIMARY KEY("tenant_id","fulfillment_id","line_id"),
	CONSTRAINT "fulfillment_lines_quantity" CHECK (quantity > 0)
);
--> statement-breakpoint
CREATE TABLE "fulfillments" (
	"tenant_id" text NOT NULL,
	"order_id" text NOT NULL,
	"fulfillment_id" text NOT NULL,
	"state" text NOT NULL,
	"provider" text NOT NULL,
	"provider_name" text DEFAULT '' NOT NULL,
	"tracking_number" text DEFAULT '' NOT NULL,
	"tracking_url" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamptz NOT NULL,
	"shipped_at" timestamptz,
	"delivered_at" timestamptz,
	"import_id" text,
	"edited_at" timestamptz NOT NULL,
	CONSTRAINT "fulfillments_tenant_id_fulfillment_id_pk" PRIMARY KEY("tenant_id","fulfillment_id"),
	CONSTRAINT "fulfillments_id" UNIQUE("fulfillment_id"),
	CONSTRAINT "fulfillments_state" CHECK (state in ('shipping', 'shipped', 'delivered')),
	CONSTRAINT "fulfillments_shipped" CHECK ((state = 'shipping') = (shipped_at is null)),
	CONSTRAINT "fulfillments_delivered" CHECK ((state = 'delivered') = (delivered_at is not null)),
	CONSTRAINT "fulfillments_provider" CHECK (provider in ('yamato', 'sagawa', 'japanPost', 'clickPost', 'other'))
);
--> statement-breakpoint
DROP INDEX "inquiries_brand";--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "free_shipping_over" integer;--> statement-breakpoint
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
ALTER TABLE "orders" ADD COLUMN "held_from" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tab" text GENERATED ALWAYS AS (case
          when payment_state = 'awaitingPayment' then 'awaiting'
          when payment_state = 'paidLate' then 'todo'
          when payment_state in ('expired', 'canceled', 'failed', 'refunded') then 'closed'
          when fulfillment_state in ('unfulfilled', 'onHold') then 'todo'
          when fulfillment_state = 'preparing' then 'preparing'
          when fulfillment_state in ('partiallyShipped', 'shipped') then 'shipped'
          when fulfillment_state in ('returned', 'canceled') then 'closed'
          else 'done' end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "unshipped_amount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "unshipped_shipping" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "lines" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "restock" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_tenant_id_cart_id_carts_tenant_id_cart_id_fk" FOREIGN KEY ("tenant_id","cart_id") REFERENCES "public"."carts"("tenant_id","cart_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_variation" FOREIGN KEY ("tenant_id","goods_id","variation_id") REFERENCES "public"."goods_variations"("tenant_id","goods_id","variation_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_connections" ADD CONSTRAINT "oauth_connections_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_tries" ADD CONSTRAINT "oauth_tries_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goods" ADD CONSTRAINT "goods_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goods_variations" ADD CONSTRAINT "goods_variations_tenant_id_goods_id_goods_tenant_id_goods_id_fk" FOREIGN KEY ("tenant_id","goods_id") REFERENCES "public"."goods"("tenant_id","goods_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_variation" FOREIGN KEY ("tenant_id","goods_id","variation_id") REFERENCES "public"."goods_variations"("tenant_id","goods_id","variation_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry_messages" ADD CONSTRAINT "inquiry_messages_tenant_id_inquiry_id_inquiries_tenant_id_inquiry_id_fk" FOREIGN KEY ("tenant_id","inquiry_id") REFERENCES "public"."inquiries"("tenant_id","inquiry_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfillment_lines" ADD CONSTRAINT "fulfillment_lines_tenant_id_fulfillment_id_fulfillments_tenant_id_fulfillment_id_fk" FOREIGN KEY ("tenant_id","fulfillment_id") REFERENCES "public"."fulfillments"("tenant_id","fulfillment_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfillment_lines" ADD CONSTRAINT "fulfillment_lines_tenant_id_line_id_order_lines_tenant_id_line_id_fk" FOREIGN KEY ("tenant_id","line_id") REFERENCES "public"."order_lines"("tenant_id","line_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfillments" ADD CONSTRAINT "fulfillments_tenant_id_order_id_orders_tenant_id_order_id_fk" FOREIGN KEY ("tenant_id","order_id") REFERENCES "public"."orders"("tenant_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cart_items_variation" ON "cart_items" USING btree ("tenant_id","variation_id");--> statement-breakpoint
CREATE INDEX "shipping_addresses_fan" ON "shipping_addresses" USING btree ("uid","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "shipping_addresses_default" ON "shipping_addresses" USING btree ("uid") WHERE is_default;--> statement-breakpoint
CREATE INDEX "goods_newest" ON "goods" USING btree ("tenant_id","brand_id","created_at" DESC NULLS FIRST,"goods_id");--> statement-breakpoint
CREATE INDEX "goods_start" ON "goods" USING btree ("tenant_id","brand_id","sale_start_at");--> statement-breakpoint
CREATE INDEX "goods_end" ON "goods" USING btree ("tenant_id","brand_id","sale_end_at");--> statement-breakpoint
CREATE INDEX "goods_variations_order" ON "goods_variations" USING btree ("tenant_id","goods_id","position");--> statement-breakpoint
CREATE INDEX "stock_moves_variation_at" ON "stock_moves" USING btree ("tenant_id","variation_id","at");--> statement-breakpoint
CREATE INDEX "stock_moves_goods" ON "stock_moves" USING btree ("tenant_id","goods_id","at" DESC NULLS FIRST,"move_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "stock_moves_order" ON "stock_moves" USING btree ("tenant_id","order_id");--> statement-breakpoint
CREATE INDEX "inquiry_messages_thread" ON "inquiry_messages" USING btree ("tenant_id","inquiry_id","at");--> statement-breakpoint
CREATE INDEX "fulfillments_order" ON "fulfillments" USING btree ("tenant_id","order_id","created_at");--> statement-breakpoint
CREATE INDEX "fulfillments_tracking" ON "fulfillments" USING btree ("tenant_id","tracking_number") WHERE tracking_number <> '';--> statement-breakpoint
CREATE INDEX "fulfillments_import" ON "fulfillments" USING btree ("tenant_id","import_id") WHERE import_id is not null;--> statement-breakpoint
CREATE INDEX "inquiries_platform" ON "inquiries" USING btree ("direction","state","last_message_at","inquiry_id");--> statement-breakpoint
CREATE INDEX "orders_fulfillment" ON "orders" USING btree ("tenant_id","brand_id","fulfillment_state","placed_at","order_id");--> statement-breakpoint
CREATE INDEX "orders_tab" ON "orders" USING btree ("tenant_id","brand_id","tab","placed_at","order_id");--> statement-breakpoint
CREATE INDEX "tenant_members_role" ON "tenant_members" USING btree ("tenant_id","role","joined_at") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "inquiries_brand" ON "inquiries" USING btree ("tenant_id","brand_id","direction","state","last_message_at","inquiry_id");--> statement-breakpoint
ALTER TABLE "brands" ADD CONSTRAINT "brands_free_shipping" CHECK (free_shipping_over > 0);--> statement-breakpoint
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_direction" CHECK (direction in ('fanToCreator', 'creatorToPlatform'));--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_delivery" CHECK (delivery_method in ('physical', 'digital'));--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_handed" CHECK (fulfilled_quantity between 0 and quantity and refunded_quantity between 0 and quantity);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_fulfillment" CHECK (fulfillment_state in ('notRequired', 'unfulfilled', 'preparing', 'partiallyShipped', 'shipped', 'delivered', 'onHold', 'returned', 'canceled'));