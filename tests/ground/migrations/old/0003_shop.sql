CREATE TABLE "account_deletions" (
	"uid" text PRIMARY KEY NOT NULL,
	"deleted_at" timestamptz NOT NULL,
	"finished_at" timestamptz
);
--> statement-breakpoint
CREATE TABLE "account_files" (
	"export_id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"state" text NOT NULL,
	"key" text,
	"created_at" timestamptz NOT NULL,
	"expires_at" timestamptz,
	CONSTRAINT "account_files_state" CHECK (state in ('enqueued', 'completed', 'failed', 'expired'))
);
--> statement-breakpoint
CREATE TABLE "bank_accounts" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"bank_account_id" text NOT NULL,
	"bank_code" text NOT NULL,
	"bank_name" text NOT NULL,
	"branch_code" text NOT NULL,
	"branch_name" text NOT NULL,
	"account_type" text NOT NULL,
	"holder_type" text NOT NULL,
	"secret" text NOT NULL,
	"last_digits" text NOT NULL,
	"status" text NOT NULL,
	"saved_by" text NOT NULL,
	"saved_at" timestamptz NOT NULL,
	"errored_at" timestamptz,
	"errored_reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "bank_accounts_tenant_id_bank_account_id_pk" PRIMARY KEY("tenant_id","bank_account_id"),
	CONSTRAINT "bank_accounts_id" UNIQUE("bank_account_id"),
	CONSTRAINT "bank_accounts_codes" CHECK (bank_code ~ '^[0-9]{4}$' and branch_code ~ '^[0-9]{3}$'),
	CONSTRAINT "bank_accounts_type" CHECK (account_type in ('ordinary', 'checking', 'savings')),
	CONSTRAINT "bank_accounts_status" CHECK (status in ('registered', 'errored'))
);
--> statement-breakpoint
CREATE TABLE "identity_checks" (
	"tenant_id" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"submitted_by" text NOT NULL,
	"submitted_at" timestamptz NOT NULL,
	"decided_by" text,
	"decided_at" timestamptz,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "identity_checks_state" CHECK (state in ('submitted', 'verified', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "identity_documents" (
	"tenant_id" text NOT NULL,
	"document_id" text NOT NULL,
	"kind" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	"key" text NOT NULL,
	"uploaded_at" timestamptz NOT NULL,
	CONSTRAINT "identity_documents_tenant_id_document_id_pk" PRIMARY KEY("tenant_id","document_id")
);
--> statement-breakpoint
CREATE TABLE "brand_figures" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"name" text NOT NULL,
	"value" jsonb NOT NULL,
	"counted_at" timestamptz NOT NULL,
	CONSTRAINT "brand_figures_tenant_id_brand_id_name_pk" PRIMARY KEY("tenant_id","brand_id","name")
);
--> statement-breakpoint
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
CREATE TABLE "brand_days" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"day" text NOT NULL,
	"members" integer NOT NULL,
	"mrr" bigint NOT NULL,
	"joined" integer NOT NULL,
	"ended_voluntary" integer NOT NULL,
	"ended_failed" integer NOT NULL,
	"ended_archived" integer NOT NULL,
	"ended_other" integer NOT NULL,
	CONSTRAINT "brand_days_tenant_id_brand_id_day_pk" PRIMARY KEY("tenant_id","brand_id","day"),
	CONSTRAINT "brand_days_day" CHECK (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$')
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
CREATE TABLE "download_grants" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"grant_id" text NOT NULL,
	"uid" text NOT NULL,
	"order_id" text NOT NULL,
	"line_id" text NOT NULL,
	"goods_id" text NOT NULL,
	"file_id" text NOT NULL,
	"max_downloads" integer NOT NULL,
	"used_count" integer DEFAULT 0 NOT NULL,
	"counted_at" timestamptz,
	"last_download_at" timestamptz,
	"suspended_at" timestamptz,
	"suspend_reason" text,
	"resumed_at" timestamptz,
	"created_at" timestamptz NOT NULL,
	CONSTRAINT "download_grants_tenant_id_grant_id_pk" PRIMARY KEY("tenant_id","grant_id"),
	CONSTRAINT "download_grants_id" UNIQUE("grant_id"),
	CONSTRAINT "download_grants_once" UNIQUE("tenant_id","line_id","file_id"),
	CONSTRAINT "download_grants_count" CHECK (used_count >= 0 and max_downloads >= 0),
	CONSTRAINT "download_grants_suspended" CHECK ((suspended_at is null) = (suspend_reason is null))
);
--> statement-breakpoint
CREATE TABLE "download_log" (
	"tenant_id" text NOT NULL,
	"log_id" text NOT NULL,
	"grant_id" text NOT NULL,
	"at" timestamptz NOT NULL,
	"network" text NOT NULL,
	"is_counted" boolean NOT NULL,
	CONSTRAINT "download_log_tenant_id_log_id_pk" PRIMARY KEY("tenant_id","log_id")
);
--> statement-breakpoint
CREATE TABLE "goods_files" (
	"tenant_id" text NOT NULL,
	"goods_id" text NOT NULL,
	"file_id" text NOT NULL,
	"media_id" text NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"removed_at" timestamptz,
	"added_at" timestamptz NOT NULL,
	CONSTRAINT "goods_files_tenant_id_file_id_pk" PRIMARY KEY("tenant_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "event_goods" (
	"tenant_id" text NOT NULL,
	"goods_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"event_id" text,
	"delivery" text NOT NULL,
	"pick_up" jsonb NOT NULL,
	"ended_at" timestamptz,
	"created_at" timestamptz NOT NULL,
	CONSTRAINT "event_goods_tenant_id_goods_id_pk" PRIMARY KEY("tenant_id","goods_id"),
	CONSTRAINT "event_goods_delivery" CHECK (delivery in ('shipping', 'pickUp'))
);
--> statement-breakpoint
CREATE TABLE "event_goods_drafts" (
	"tenant_id" text NOT NULL,
	"draft_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"goods_id" text,
	"payload" jsonb NOT NULL,
	"state" text NOT NULL,
	"based_on" timestamptz,
	"author_uid" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamptz NOT NULL,
	"edited_at" timestamptz NOT NULL,
	"submitted_at" timestamptz,
	"decided_by" text,
	"decided_at" timestamptz,
	CONSTRAINT "event_goods_drafts_tenant_id_draft_id_pk" PRIMARY KEY("tenant_id","draft_id"),
	CONSTRAINT "event_goods_drafts_state_known" CHECK (state in ('editing', 'submitted', 'approved', 'returned')),
	CONSTRAINT "event_goods_drafts_decided" CHECK ((decided_at is null) = (decided_by is null))
);
--> statement-breakpoint
CREATE TABLE "exports" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"export_id" text NOT NULL,
	"type" text NOT NULL,
	"format" text NOT NULL,
	"encoding" text NOT NULL,
	"params" jsonb NOT NULL,
	"is_private" boolean DEFAULT false NOT NULL,
	"state" text NOT NULL,
	"row_count" integer DEFAULT 0 NOT NULL,
	"file_name" text NOT NULL,
	"key" text,
	"created_by" text NOT NULL,
	"created_at" timestamptz NOT NULL,
	"finished_at" timestamptz,
	"expires_at" timestamptz,
	CONSTRAINT "exports_tenant_id_export_id_pk" PRIMARY KEY("tenant_id","export_id"),
	CONSTRAINT "exports_id" UNIQUE("export_id"),
	CONSTRAINT "exports_state" CHECK (state in ('enqueued', 'processing', 'completed', 'failed', 'expired'))
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
	"is_pick_up" boolean DEFAULT false NOT NULL,
	"sale_windows" jsonb,
	"shares" jsonb,
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
CREATE TABLE "ledger_months" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"month" text NOT NULL,
	"kind" text NOT NULL,
	"component" text NOT NULL,
	"amount" bigint NOT NULL,
	"entries" integer NOT NULL,
	CONSTRAINT "ledger_months_tenant_id_brand_id_month_kind_component_pk" PRIMARY KEY("tenant_id","brand_id","month","kind","component"),
	CONSTRAINT "ledger_months_month" CHECK (month ~ '^[0-9]{4}-[0-9]{2}$')
);
--> statement-breakpoint
CREATE TABLE "sales_days" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"day" text NOT NULL,
	"kind" text NOT NULL,
	"method" text NOT NULL,
	"item_id" text NOT NULL,
	"orders" integer NOT NULL,
	"gross" bigint NOT NULL,
	"refunds" bigint NOT NULL,
	CONSTRAINT "sales_days_tenant_id_brand_id_day_kind_method_item_id_pk" PRIMARY KEY("tenant_id","brand_id","day","kind","method","item_id"),
	CONSTRAINT "sales_days_day" CHECK (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$')
);
--> statement-breakpoint
CREATE TABLE "notifications_seen" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"uid" text NOT NULL,
	"seen_at" timestamptz NOT NULL,
	CONSTRAINT "notifications_seen_uid_tenant_id_brand_id_pk" PRIMARY KEY("uid","tenant_id","brand_id")
);
--> statement-breakpoint
CREATE TABLE "notifications_told" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"told_at" timestamptz NOT NULL,
	CONSTRAINT "notifications_told_tenant_id_brand_id_pk" PRIMARY KEY("tenant_id","brand_id")
);
--> statement-breakpoint
CREATE TABLE "tracking_imports" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"import_id" text NOT NULL,
	"file_name" text NOT NULL,
	"size" integer NOT NULL,
	"key" text NOT NULL,
	"state" text NOT NULL,
	"rows" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"row_count" integer DEFAULT 0 NOT NULL,
	"applied_count" integer DEFAULT 0 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamptz NOT NULL,
	"applied_at" timestamptz,
	"undone_at" timestamptz,
	CONSTRAINT "tracking_imports_tenant_id_import_id_pk" PRIMARY KEY("tenant_id","import_id"),
	CONSTRAINT "tracking_imports_id" UNIQUE("import_id"),
	CONSTRAINT "tracking_imports_state" CHECK (state in ('waiting', 'read', 'applied', 'undone'))
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
CREATE TABLE "payout_serials" (
	"series" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"payout_id" text NOT NULL,
	"month" text NOT NULL,
	"amount" bigint NOT NULL,
	"fee" integer NOT NULL,
	"state" text NOT NULL,
	"bank_label" text NOT NULL,
	"bank_account_id" text NOT NULL,
	"trace_id" text NOT NULL,
	"scheduled_for" timestamptz NOT NULL,
	"created_at" timestamptz NOT NULL,
	"exported_at" timestamptz,
	"returned_at" timestamptz,
	"return_reason" text,
	"retried_as" text,
	CONSTRAINT "payouts_tenant_id_payout_id_pk" PRIMARY KEY("tenant_id","payout_id"),
	CONSTRAINT "payouts_id" UNIQUE("payout_id"),
	CONSTRAINT "payouts_trace" UNIQUE("trace_id"),
	CONSTRAINT "payouts_state" CHECK (state in ('scheduled', 'processing', 'paid', 'returned', 'canceled')),
	CONSTRAINT "payouts_amount" CHECK (amount > fee and fee >= 0),
	CONSTRAINT "payouts_returned" CHECK ((state = 'returned') = (returned_at is not null))
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"month" text NOT NULL,
	"statement_id" text NOT NULL,
	"figures" jsonb NOT NULL,
	"payable" bigint NOT NULL,
	"brand_name" text NOT NULL,
	"invoice_number" text DEFAULT '' NOT NULL,
	"finalized_at" timestamptz NOT NULL,
	CONSTRAINT "statements_tenant_id_brand_id_month_pk" PRIMARY KEY("tenant_id","brand_id","month"),
	CONSTRAINT "statements_id" UNIQUE("statement_id"),
	CONSTRAINT "statements_month" CHECK (month ~ '^[0-9]{4}-[0-9]{2}$')
);
--> statement-breakpoint
CREATE TABLE "streaming_viewers" (
	"tenant_id" text NOT NULL,
	"streaming_id" text NOT NULL,
	"viewer" text NOT NULL,
	"uid" text,
	"seen_at" timestamptz NOT NULL,
	CONSTRAINT "streaming_viewers_tenant_id_streaming_id_viewer_pk" PRIMARY KEY("tenant_id","streaming_id","viewer")
);
--> statement-breakpoint
DROP INDEX "comments_content";--> statement-breakpoint
DROP INDEX "ledger_entries_statement";--> statement-breakpoint
DROP INDEX "inquiries_brand";--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "free_shipping_over" integer;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "closing_at" timestamptz;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "closes_at" timestamptz;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "closing_message" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "edited_at" timestamptz;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "parent_id" text;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "has_replies" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "watched_words" ADD COLUMN "hold_new_fans" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "fans" ADD COLUMN "lifetime_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "fans" ADD COLUMN "goods_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "fans" ADD COLUMN "order_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "fans" ADD COLUMN "last_purchase_at" timestamptz;--> statement-breakpoint
ALTER TABLE "fans" ADD COLUMN "joined_at" timestamptz;--> statement-breakpoint
ALTER TABLE "fans" ADD COLUMN "member_until" timestamptz;--> statement-breakpoint
ALTER TABLE "fans" ADD COLUMN "total_months" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "inquiries" ADD COLUMN "assigned_to" text;--> statement-breakpoint
ALTER TABLE "inquiries" ADD COLUMN "last_message_at" timestamptz;--> statement-breakpoint
UPDATE "inquiries" SET "last_message_at" = "created_at";--> statement-breakpoint
ALTER TABLE "inquiries" ALTER COLUMN "last_message_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "occurred_at" timestamptz;--> statement-breakpoint
ALTER TABLE "order_buyers" ADD COLUMN "recipient_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_buyers" ADD COLUMN "recipient_phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_buyers" ADD COLUMN "prefecture" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_buyers" ADD COLUMN "town" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_buyers" ADD COLUMN "building" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "delivery_method" text;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "is_pick_up" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "shares" jsonb;--> statement-breakpoint
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
ALTER TABLE "plans" ADD COLUMN "archive_refunds" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "streamings" ADD COLUMN "signal_since" timestamptz;--> statement-breakpoint
ALTER TABLE "streamings" ADD COLUMN "auto_start" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "streamings" ADD COLUMN "viewers" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "streamings" ADD COLUMN "viewers_peak" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "streamings" ADD COLUMN "viewers_counted_at" timestamptz;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "reminded_at" timestamptz;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "renewal_told_at" timestamptz;--> statement-breakpoint
ALTER TABLE "tenant_members" ADD COLUMN "mail_kinds" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "closing_at" timestamptz;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "closes_at" timestamptz;--> statement-breakpoint
ALTER TABLE "bank_accounts" ADD CONSTRAINT "bank_accounts_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_checks" ADD CONSTRAINT "identity_checks_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_documents" ADD CONSTRAINT "identity_documents_tenant_id_identity_checks_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."identity_checks"("tenant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_figures" ADD CONSTRAINT "brand_figures_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_tenant_id_cart_id_carts_tenant_id_cart_id_fk" FOREIGN KEY ("tenant_id","cart_id") REFERENCES "public"."carts"("tenant_id","cart_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_variation" FOREIGN KEY ("tenant_id","goods_id","variation_id") REFERENCES "public"."goods_variations"("tenant_id","goods_id","variation_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_days" ADD CONSTRAINT "brand_days_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_connections" ADD CONSTRAINT "oauth_connections_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_tries" ADD CONSTRAINT "oauth_tries_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_grants" ADD CONSTRAINT "download_grants_line" FOREIGN KEY ("tenant_id","line_id") REFERENCES "public"."order_lines"("tenant_id","line_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_grants" ADD CONSTRAINT "download_grants_file" FOREIGN KEY ("tenant_id","file_id") REFERENCES "public"."goods_files"("tenant_id","file_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_log" ADD CONSTRAINT "download_log_grant" FOREIGN KEY ("tenant_id","grant_id") REFERENCES "public"."download_grants"("tenant_id","grant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goods_files" ADD CONSTRAINT "goods_files_tenant_id_goods_id_goods_tenant_id_goods_id_fk" FOREIGN KEY ("tenant_id","goods_id") REFERENCES "public"."goods"("tenant_id","goods_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goods_files" ADD CONSTRAINT "goods_files_media" FOREIGN KEY ("tenant_id","media_id") REFERENCES "public"."uploads"("tenant_id","media_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_goods" ADD CONSTRAINT "event_goods_tenant_id_goods_id_goods_tenant_id_goods_id_fk" FOREIGN KEY ("tenant_id","goods_id") REFERENCES "public"."goods"("tenant_id","goods_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_goods_drafts" ADD CONSTRAINT "event_goods_drafts_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_goods_drafts" ADD CONSTRAINT "event_goods_drafts_goods" FOREIGN KEY ("tenant_id","goods_id") REFERENCES "public"."goods"("tenant_id","goods_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goods" ADD CONSTRAINT "goods_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goods_variations" ADD CONSTRAINT "goods_variations_tenant_id_goods_id_goods_tenant_id_goods_id_fk" FOREIGN KEY ("tenant_id","goods_id") REFERENCES "public"."goods"("tenant_id","goods_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_variation" FOREIGN KEY ("tenant_id","goods_id","variation_id") REFERENCES "public"."goods_variations"("tenant_id","goods_id","variation_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry_messages" ADD CONSTRAINT "inquiry_messages_tenant_id_inquiry_id_inquiries_tenant_id_inquiry_id_fk" FOREIGN KEY ("tenant_id","inquiry_id") REFERENCES "public"."inquiries"("tenant_id","inquiry_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_months" ADD CONSTRAINT "ledger_months_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_days" ADD CONSTRAINT "sales_days_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications_seen" ADD CONSTRAINT "notifications_seen_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications_told" ADD CONSTRAINT "notifications_told_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_imports" ADD CONSTRAINT "tracking_imports_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfillment_lines" ADD CONSTRAINT "fulfillment_lines_tenant_id_fulfillment_id_fulfillments_tenant_id_fulfillment_id_fk" FOREIGN KEY ("tenant_id","fulfillment_id") REFERENCES "public"."fulfillments"("tenant_id","fulfillment_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfillment_lines" ADD CONSTRAINT "fulfillment_lines_tenant_id_line_id_order_lines_tenant_id_line_id_fk" FOREIGN KEY ("tenant_id","line_id") REFERENCES "public"."order_lines"("tenant_id","line_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfillments" ADD CONSTRAINT "fulfillments_tenant_id_order_id_orders_tenant_id_order_id_fk" FOREIGN KEY ("tenant_id","order_id") REFERENCES "public"."orders"("tenant_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "streaming_viewers" ADD CONSTRAINT "streaming_viewers_tenant_id_streaming_id_streamings_tenant_id_streaming_id_fk" FOREIGN KEY ("tenant_id","streaming_id") REFERENCES "public"."streamings"("tenant_id","streaming_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_files_uid" ON "account_files" USING btree ("uid","created_at");--> statement-breakpoint
CREATE INDEX "account_files_kept" ON "account_files" USING btree ("expires_at") WHERE key is not null;--> statement-breakpoint
CREATE INDEX "bank_accounts_brand" ON "bank_accounts" USING btree ("tenant_id","brand_id","saved_at");--> statement-breakpoint
CREATE INDEX "identity_checks_state" ON "identity_checks" USING btree ("state","submitted_at");--> statement-breakpoint
CREATE INDEX "identity_documents_time" ON "identity_documents" USING btree ("uploaded_at");--> statement-breakpoint
CREATE INDEX "cart_items_variation" ON "cart_items" USING btree ("tenant_id","variation_id");--> statement-breakpoint
CREATE INDEX "shipping_addresses_fan" ON "shipping_addresses" USING btree ("uid","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "shipping_addresses_default" ON "shipping_addresses" USING btree ("uid") WHERE is_default;--> statement-breakpoint
CREATE INDEX "download_grants_order" ON "download_grants" USING btree ("tenant_id","order_id","created_at");--> statement-breakpoint
CREATE INDEX "download_grants_goods" ON "download_grants" USING btree ("tenant_id","goods_id","created_at" DESC NULLS FIRST,"grant_id");--> statement-breakpoint
CREATE INDEX "download_grants_brand" ON "download_grants" USING btree ("tenant_id","brand_id","created_at" DESC NULLS FIRST,"grant_id");--> statement-breakpoint
CREATE INDEX "download_log_grant_at" ON "download_log" USING btree ("tenant_id","grant_id","at");--> statement-breakpoint
CREATE INDEX "goods_files_goods" ON "goods_files" USING btree ("tenant_id","goods_id","position");--> statement-breakpoint
CREATE INDEX "event_goods_newest" ON "event_goods" USING btree ("tenant_id","created_at" DESC NULLS FIRST,"goods_id");--> statement-breakpoint
CREATE INDEX "event_goods_drafts_newest" ON "event_goods_drafts" USING btree ("tenant_id","edited_at" DESC NULLS FIRST,"draft_id");--> statement-breakpoint
CREATE INDEX "event_goods_drafts_state" ON "event_goods_drafts" USING btree ("tenant_id","state","edited_at" DESC NULLS FIRST,"draft_id");--> statement-breakpoint
CREATE UNIQUE INDEX "event_goods_drafts_open" ON "event_goods_drafts" USING btree ("tenant_id","goods_id") WHERE state <> 'approved';--> statement-breakpoint
CREATE INDEX "exports_brand" ON "exports" USING btree ("tenant_id","brand_id","created_at","export_id");--> statement-breakpoint
CREATE INDEX "exports_kept" ON "exports" USING btree ("expires_at") WHERE key is not null;--> statement-breakpoint
CREATE INDEX "goods_newest" ON "goods" USING btree ("tenant_id","brand_id","created_at" DESC NULLS FIRST,"goods_id");--> statement-breakpoint
CREATE INDEX "goods_start" ON "goods" USING btree ("tenant_id","brand_id","sale_start_at");--> statement-breakpoint
CREATE INDEX "goods_end" ON "goods" USING btree ("tenant_id","brand_id","sale_end_at");--> statement-breakpoint
CREATE INDEX "goods_variations_order" ON "goods_variations" USING btree ("tenant_id","goods_id","position");--> statement-breakpoint
CREATE INDEX "goods_variations_low" ON "goods_variations" USING btree ("tenant_id","goods_id") WHERE not is_unlimited and not is_hidden and not is_stopped and available <= 5;--> statement-breakpoint
CREATE INDEX "stock_moves_variation_at" ON "stock_moves" USING btree ("tenant_id","variation_id","at");--> statement-breakpoint
CREATE INDEX "stock_moves_goods" ON "stock_moves" USING btree ("tenant_id","goods_id","at" DESC NULLS FIRST,"move_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "stock_moves_order" ON "stock_moves" USING btree ("tenant_id","order_id");--> statement-breakpoint
CREATE INDEX "inquiry_messages_thread" ON "inquiry_messages" USING btree ("tenant_id","inquiry_id","at");--> statement-breakpoint
CREATE INDEX "tracking_imports_brand" ON "tracking_imports" USING btree ("tenant_id","brand_id","created_at","import_id");--> statement-breakpoint
CREATE INDEX "fulfillments_order" ON "fulfillments" USING btree ("tenant_id","order_id","created_at");--> statement-breakpoint
CREATE INDEX "fulfillments_tracking" ON "fulfillments" USING btree ("tenant_id","tracking_number") WHERE tracking_number <> '';--> statement-breakpoint
CREATE INDEX "fulfillments_import" ON "fulfillments" USING btree ("tenant_id","import_id") WHERE import_id is not null;--> statement-breakpoint
CREATE INDEX "payouts_brand" ON "payouts" USING btree ("tenant_id","brand_id","created_at","payout_id");--> statement-breakpoint
CREATE INDEX "payouts_waiting" ON "payouts" USING btree ("tenant_id","brand_id","created_at") WHERE state = 'scheduled';--> statement-breakpoint
CREATE INDEX "payouts_state" ON "payouts" USING btree ("state","created_at","payout_id");--> statement-breakpoint
CREATE INDEX "statements_month" ON "statements" USING btree ("month","statement_id");--> statement-breakpoint
CREATE INDEX "streaming_viewers_seen" ON "streaming_viewers" USING btree ("tenant_id","streaming_id","seen_at");--> statement-breakpoint
CREATE INDEX "streaming_viewers_uid" ON "streaming_viewers" USING btree ("uid","seen_at") WHERE uid is not null;--> statement-breakpoint
CREATE INDEX "streaming_viewers_age" ON "streaming_viewers" USING btree ("seen_at");--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_tenant_id_parent_id_comments_tenant_id_comment_id_fk" FOREIGN KEY ("tenant_id","parent_id") REFERENCES "public"."comments"("tenant_id","comment_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tenant_applications_tenant" ON "tenant_applications" USING btree ("tenant_id") WHERE tenant_id is not null;--> statement-breakpoint
CREATE INDEX "comments_shown" ON "comments" USING btree ("tenant_id","plan_content_id","commented_at" DESC NULLS LAST,"comment_id") WHERE parent_id is null and (status = 'published' or (status = 'deleted' and has_replies));--> statement-breakpoint
CREATE INDEX "comments_replies" ON "comments" USING btree ("tenant_id","parent_id","commented_at","comment_id") WHERE parent_id is not null;--> statement-breakpoint
CREATE INDEX "fans_newest" ON "fans" USING btree ("tenant_id","brand_id","first_seen_at","fan_id");--> statement-breakpoint
CREATE INDEX "fans_members" ON "fans" USING btree ("tenant_id","brand_id","member_until");--> statement-breakpoint
CREATE INDEX "fans_lifetime" ON "fans" USING btree ("tenant_id","brand_id","lifetime_amount","fan_id");--> statement-breakpoint
CREATE INDEX "fans_purchase" ON "fans" USING btree ("tenant_id","brand_id","last_purchase_at","fan_id");--> statement-breakpoint
CREATE INDEX "fans_months" ON "fans" USING btree ("tenant_id","brand_id","total_months","fan_id");--> statement-breakpoint
CREATE INDEX "fans_labelled" ON "fans" USING btree ("tenant_id","brand_id","edited_at") WHERE labels <> '[]'::jsonb;--> statement-breakpoint
CREATE INDEX "fans_labels" ON "fans" USING gin ("labels" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "fans_banned" ON "fans" USING btree ("tenant_id","brand_id","first_seen_at") WHERE comment_ban_until is not null or blocked_at is not null;--> statement-breakpoint
CREATE INDEX "inquiries_platform" ON "inquiries" USING btree ("direction","state","last_message_at","inquiry_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_listed" ON "ledger_entries" USING btree ("tenant_id","brand_id","account","recognized_month","occurred_at","movement_id","position");--> statement-breakpoint
CREATE INDEX "orders_fulfillment" ON "orders" USING btree ("tenant_id","brand_id","fulfillment_state","placed_at","order_id");--> statement-breakpoint
CREATE INDEX "orders_tab" ON "orders" USING btree ("tenant_id","brand_id","tab","placed_at","order_id");--> statement-breakpoint
CREATE INDEX "orders_goods_paid" ON "orders" USING btree ("tenant_id","brand_id","paid_at") WHERE kind in ('goods', 'eventGoods');--> statement-breakpoint
CREATE INDEX "subscriptions_living_brand" ON "subscriptions" USING btree ("tenant_id","brand_id","purchased_at","subscription_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "subscriptions_ended_brand" ON "subscriptions" USING btree ("tenant_id","brand_id","ended_at","subscription_id") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_leaving" ON "subscriptions" USING btree ("tenant_id","brand_id","purchased_at","subscription_id") WHERE ended_at is null and cancel_scheduled_at is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_at_risk" ON "subscriptions" USING btree ("tenant_id","brand_id","purchased_at","subscription_id") WHERE ended_at is null and (payment_failed_at is not null or method = 'konbini');--> statement-breakpoint
CREATE INDEX "subscriptions_yearly" ON "subscriptions" USING btree ("paid_until") WHERE ended_at is null and subscription_interval = 'year';--> statement-breakpoint
CREATE INDEX "tenant_members_uid" ON "tenant_members" USING btree ("uid","tenant_id");--> statement-breakpoint
CREATE INDEX "tenant_members_role" ON "tenant_members" USING btree ("tenant_id","role","joined_at") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "tenant_members_mailed" ON "tenant_members" USING btree ("tenant_id","member_id") WHERE status = 'active' and mail_kinds <> '[]'::jsonb;--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("tenant_id","actor_uid","at");--> statement-breakpoint
CREATE INDEX "inquiries_brand" ON "inquiries" USING btree ("tenant_id","brand_id","direction","state","last_message_at","inquiry_id");--> statement-breakpoint
ALTER TABLE "brands" ADD CONSTRAINT "brands_closing" CHECK ((closing_at is null) = (closes_at is null) and closes_at >= closing_at);--> statement-breakpoint
ALTER TABLE "brands" ADD CONSTRAINT "brands_free_shipping" CHECK (free_shipping_over > 0);--> statement-breakpoint
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_direction" CHECK (direction in ('fanToCreator', 'creatorToPlatform'));--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_delivery" CHECK (delivery_method in ('physical', 'digital'));--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_handed" CHECK (fulfilled_quantity between 0 and quantity and refunded_quantity between 0 and quantity);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_fulfillment" CHECK (fulfillment_state in ('notRequired', 'unfulfilled', 'preparing', 'partiallyShipped', 'shipped', 'delivered', 'onHold', 'returned', 'canceled'));--> statement-breakpoint
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_closing" CHECK ((closing_at is null) = (closes_at is null));