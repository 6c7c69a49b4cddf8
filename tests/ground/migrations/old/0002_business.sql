CREATE TABLE "back_number_purchases" (
	"tenant_id" text NOT NULL,
	"purchase_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"uid" text NOT NULL,
	"period_year" integer NOT NULL,
	"period_month" integer NOT NULL,
	"order_id" text NOT NULL,
	"paid_at" timestamptz NOT NULL,
	"voided_at" timestamptz,
	CONSTRAINT "back_number_purchases_tenant_id_purchase_id_pk" PRIMARY KEY("tenant_id","purchase_id"),
	CONSTRAINT "back_number_purchases_month" CHECK (period_month between 1 and 12)
);
--> statement-breakpoint
CREATE TABLE "back_numbers" (
	"tenant_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"period_year" integer NOT NULL,
	"period_month" integer NOT NULL,
	"price_override" integer,
	"sale_state" text DEFAULT 'onSale' NOT NULL,
	"edited_at" timestamptz NOT NULL,
	"edited_by" text,
	CONSTRAINT "back_numbers_tenant_id_plan_id_period_year_period_month_pk" PRIMARY KEY("tenant_id","plan_id","period_year","period_month"),
	CONSTRAINT "back_numbers_price" CHECK (price_override >= 500),
	CONSTRAINT "back_numbers_state" CHECK (sale_state in ('onSale', 'notForSale'))
);
--> statement-breakpoint
CREATE TABLE "comment_reports" (
	"tenant_id" text NOT NULL,
	"comment_id" text NOT NULL,
	"uid" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"reported_at" timestamptz NOT NULL,
	CONSTRAINT "comment_reports_tenant_id_comment_id_uid_pk" PRIMARY KEY("tenant_id","comment_id","uid")
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"comment_id" text NOT NULL,
	"plan_content_id" text NOT NULL,
	"uid" text NOT NULL,
	"content" text NOT NULL,
	"status" text NOT NULL,
	"held_reasons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"report_count" integer DEFAULT 0 NOT NULL,
	"commented_at" timestamptz NOT NULL,
	"moderated_at" timestamptz,
	"moderated_by" text,
	"moderation_reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "comments_tenant_id_comment_id_pk" PRIMARY KEY("tenant_id","comment_id"),
	CONSTRAINT "comments_id" UNIQUE("comment_id"),
	CONSTRAINT "comments_status" CHECK (status in ('published', 'held', 'hidden', 'deleted'))
);
--> statement-breakpoint
CREATE TABLE "watched_words" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"words" jsonb NOT NULL,
	"edited_at" timestamptz NOT NULL,
	"edited_by" text NOT NULL,
	CONSTRAINT "watched_words_tenant_id_brand_id_pk" PRIMARY KEY("tenant_id","brand_id")
);
--> statement-breakpoint
CREATE TABLE "content_counts" (
	"tenant_id" text NOT NULL,
	"plan_content_id" text NOT NULL,
	"loves" integer DEFAULT 0 NOT NULL,
	"comments" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "content_counts_tenant_id_plan_content_id_pk" PRIMARY KEY("tenant_id","plan_content_id"),
	CONSTRAINT "content_counts_positive" CHECK (loves >= 0 and comments >= 0)
);
--> statement-breakpoint
CREATE TABLE "content_loves" (
	"tenant_id" text NOT NULL,
	"plan_content_id" text NOT NULL,
	"uid" text NOT NULL,
	"loved_at" timestamptz NOT NULL,
	CONSTRAINT "content_loves_tenant_id_plan_content_id_uid_pk" PRIMARY KEY("tenant_id","plan_content_id","uid")
);
--> statement-breakpoint
CREATE TABLE "content_viewers" (
	"tenant_id" text NOT NULL,
	"plan_content_id" text NOT NULL,
	"day" date NOT NULL,
	"viewer" text NOT NULL,
	CONSTRAINT "content_viewers_tenant_id_plan_content_id_day_viewer_pk" PRIMARY KEY("tenant_id","plan_content_id","day","viewer")
);
--> statement-breakpoint
CREATE TABLE "content_views" (
	"tenant_id" text NOT NULL,
	"plan_content_id" text NOT NULL,
	"day" date NOT NULL,
	"viewers" integer NOT NULL,
	CONSTRAINT "content_views_tenant_id_plan_content_id_day_pk" PRIMARY KEY("tenant_id","plan_content_id","day")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"event_id" text NOT NULL,
	"visibility" text NOT NULL,
	"publish_at" timestamptz,
	"title" text NOT NULL,
	"catch_copy" text NOT NULL,
	"description" text NOT NULL,
	"key_visual_url" text NOT NULL,
	"event_type" text NOT NULL,
	"performers" jsonb NOT NULL,
	"performer_line" text NOT NULL,
	"schedules" jsonb NOT NULL,
	"start_at" timestamptz,
	"end_at" timestamptz,
	"audience" text NOT NULL,
	"plan_ids" jsonb NOT NULL,
	"contact" text NOT NULL,
	"notes" text NOT NULL,
	"cancellation" jsonb,
	"postponement" jsonb,
	"created_at" timestamptz NOT NULL,
	"edited_at" timestamptz NOT NULL,
	"edited_by" text,
	CONSTRAINT "events_tenant_id_event_id_pk" PRIMARY KEY("tenant_id","event_id"),
	CONSTRAINT "events_id" UNIQUE("event_id"),
	CONSTRAINT "events_visibility" CHECK (visibility in ('draft', 'scheduled', 'published', 'unlisted')),
	CONSTRAINT "events_published_has_time" CHECK ((visibility = 'draft') = (publish_at is null)),
	CONSTRAINT "events_published_has_title" CHECK (visibility = 'draft' or title <> '')
);
--> statement-breakpoint
CREATE TABLE "fans" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"uid" text NOT NULL,
	"fan_id" text NOT NULL,
	"member_number" integer,
	"member_number_issued_at" timestamptz,
	"first_seen_at" timestamptz NOT NULL,
	"last_active_at" timestamptz NOT NULL,
	"labels" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"comment_ban_until" timestamptz,
	"comment_ban_reason" text DEFAULT '' NOT NULL,
	"blocked_at" timestamptz,
	"blocked_by" text,
	"block_reason" text DEFAULT '' NOT NULL,
	"is_email_visible" boolean DEFAULT false NOT NULL,
	"edited_at" timestamptz NOT NULL,
	CONSTRAINT "fans_tenant_id_brand_id_uid_pk" PRIMARY KEY("tenant_id","brand_id","uid"),
	CONSTRAINT "fans_id" UNIQUE("fan_id"),
	CONSTRAINT "fans_member_number" UNIQUE("tenant_id","brand_id","member_number"),
	CONSTRAINT "fans_number_issued" CHECK ((member_number is null) = (member_number_issued_at is null))
);
--> statement-breakpoint
CREATE TABLE "people" (
	"uid" text PRIMARY KEY NOT NULL,
	"display_name" text DEFAULT '' NOT NULL,
	"icon" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"locale" text DEFAULT 'ja' NOT NULL,
	"chosen_at" timestamptz,
	"created_at" timestamptz NOT NULL,
	"edited_at" timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE "serials" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"series" text NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "serials_tenant_id_brand_id_series_pk" PRIMARY KEY("tenant_id","brand_id","series")
);
--> statement-breakpoint
CREATE TABLE "inquiries" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"inquiry_id" text NOT NULL,
	"direction" text NOT NULL,
	"from_name" text NOT NULL,
	"from_email" text NOT NULL,
	"uid" text,
	"subject" text NOT NULL,
	"content" text NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"created_at" timestamptz NOT NULL,
	CONSTRAINT "inquiries_tenant_id_inquiry_id_pk" PRIMARY KEY("tenant_id","inquiry_id"),
	CONSTRAINT "inquiries_id" UNIQUE("inquiry_id"),
	CONSTRAINT "inquiries_state" CHECK (state in ('new', 'open', 'answered', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"movement_id" text NOT NULL,
	"position" integer NOT NULL,
	"account" text NOT NULL,
	"component" text NOT NULL,
	"amount" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"order_id" text,
	"recognized_month" text,
	CONSTRAINT "ledger_entries_tenant_id_movement_id_position_pk" PRIMARY KEY("tenant_id","movement_id","position"),
	CONSTRAINT "ledger_entries_amount" CHECK (amount <> 0),
	CONSTRAINT "ledger_entries_account" CHECK (account in ('cash', 'deferred', 'brandPayable', 'platformFee', 'paymentFee', 'konbiniFee', 'unallocated', 'disputes', 'payouts')),
	CONSTRAINT "ledger_entries_month" CHECK (recognized_month ~ '^[0-9]{4}-[0-9]{2}$')
);
--> statement-breakpoint
CREATE TABLE "ledger_movements" (
	"movement_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"fact" text NOT NULL,
	"occurred_at" timestamptz NOT NULL,
	CONSTRAINT "ledger_movements_fact" UNIQUE("fact")
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"tenant_id" text NOT NULL,
	"order_id" text NOT NULL,
	"dispute_id" text NOT NULL,
	"provider_dispute_id" text NOT NULL,
	"amount" integer NOT NULL,
	"state" text NOT NULL,
	"opened_at" timestamptz NOT NULL,
	"closed_at" timestamptz,
	CONSTRAINT "disputes_tenant_id_dispute_id_pk" PRIMARY KEY("tenant_id","dispute_id"),
	CONSTRAINT "disputes_provider" UNIQUE("provider_dispute_id")
);
--> statement-breakpoint
CREATE TABLE "konbini_payments" (
	"tenant_id" text NOT NULL,
	"order_id" text NOT NULL,
	"state" text NOT NULL,
	"voucher_url" text DEFAULT '' NOT NULL,
	"stores" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"issued_at" timestamptz,
	"expires_at" timestamptz NOT NULL,
	"paid_store" text DEFAULT '' NOT NULL,
	"reminders_sent" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "konbini_payments_tenant_id_order_id_pk" PRIMARY KEY("tenant_id","order_id"),
	CONSTRAINT "konbini_payments_state" CHECK (state in ('creating', 'issued', 'paid', 'expired', 'canceled', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "late_payments" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"order_id" text NOT NULL,
	"amount" integer NOT NULL,
	"arrived_at" timestamptz NOT NULL,
	"resolution" text,
	"resolved_at" timestamptz,
	"resolved_by" text,
	CONSTRAINT "late_payments_tenant_id_order_id_pk" PRIMARY KEY("tenant_id","order_id"),
	CONSTRAINT "late_payments_resolved" CHECK ((resolution is null) = (resolved_at is null))
);
--> statement-breakpoint
CREATE TABLE "order_buyers" (
	"tenant_id" text NOT NULL,
	"order_id" text NOT NULL,
	"uid" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"postal_code" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	CONSTRAINT "order_buyers_tenant_id_order_id_pk" PRIMARY KEY("tenant_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"tenant_id" text NOT NULL,
	"order_id" text NOT NULL,
	"event_id" text NOT NULL,
	"at" timestamptz NOT NULL,
	"what" text NOT NULL,
	"actor_uid" text DEFAULT '' NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	CONSTRAINT "order_events_tenant_id_event_id_pk" PRIMARY KEY("tenant_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"tenant_id" text NOT NULL,
	"order_id" text NOT NULL,
	"line_id" text NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"thumbnail" text DEFAULT '' NOT NULL,
	"unit_price" integer NOT NULL,
	"quantity" integer NOT NULL,
	"goods_id" text,
	"variation_id" text,
	"variation_name" text DEFAULT '' NOT NULL,
	CONSTRAINT "order_lines_tenant_id_line_id_pk" PRIMARY KEY("tenant_id","line_id"),
	CONSTRAINT "order_lines_quantity" CHECK (quantity >= 1 and unit_price >= 0)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"order_id" text NOT NULL,
	"order_number" text NOT NULL,
	"uid" text NOT NULL,
	"kind" text NOT NULL,
	"payment_method" text NOT NULL,
	"payment_state" text NOT NULL,
	"open_key" text NOT NULL,
	"subscription_id" text,
	"plan_id" text,
	"period_year" integer,
	"period_month" integer,
	"subtotal" integer NOT NULL,
	"shipping_fee" integer DEFAULT 0 NOT NULL,
	"konbini_fee" integer DEFAULT 0 NOT NULL,
	"total" integer NOT NULL,
	"refunded" integer DEFAULT 0 NOT NULL,
	"confirmation" jsonb,
	"locale" text NOT NULL,
	"return_path" text DEFAULT '' NOT NULL,
	"session_id" text,
	"session_url" text,
	"intent_id" text,
	"invoice_id" text,
	"placed_at" timestamptz NOT NULL,
	"expires_at" timestamptz,
	"paid_at" timestamptz,
	"closed_at" timestamptz,
	"refunded_at" timestamptz,
	"note" text DEFAULT '' NOT NULL,
	"edited_at" timestamptz NOT NULL,
	CONSTRAINT "orders_tenant_id_order_id_pk" PRIMARY KEY("tenant_id","order_id"),
	CONSTRAINT "orders_id" UNIQUE("order_id"),
	CONSTRAINT "orders_number" UNIQUE("tenant_id","brand_id","order_number"),
	CONSTRAINT "orders_session" UNIQUE("session_id"),
	CONSTRAINT "orders_intent" UNIQUE("intent_id"),
	CONSTRAINT "orders_invoice" UNIQUE("invoice_id"),
	CONSTRAINT "orders_kind" CHECK (kind in ('plan', 'backNumber', 'goods', 'eventGoods')),
	CONSTRAINT "orders_method" CHECK (payment_method in ('card', 'konbini')),
	CONSTRAINT "orders_state" CHECK (payment_state in ('awaitingPayment', 'paid', 'partiallyRefunded', 'refunded', 'expired', 'canceled', 'failed', 'paidLate')),
	CONSTRAINT "orders_sum" CHECK (total = subtotal + shipping_fee + konbini_fee and subtotal >= 0 and shipping_fee >= 0),
	CONSTRAINT "orders_refunded" CHECK (refunded between 0 and total),
	CONSTRAINT "orders_period" CHECK ((period_year is null) = (period_month is null))
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"tenant_id" text NOT NULL,
	"order_id" text NOT NULL,
	"refund_id" text NOT NULL,
	"amount" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"provider_refund_id" text,
	"requested_by" text NOT NULL,
	"requested_at" timestamptz NOT NULL,
	"decided_at" timestamptz,
	CONSTRAINT "refunds_tenant_id_refund_id_pk" PRIMARY KEY("tenant_id","refund_id"),
	CONSTRAINT "refunds_provider" UNIQUE("provider_refund_id"),
	CONSTRAINT "refunds_amount" CHECK (amount > 0),
	CONSTRAINT "refunds_state" CHECK (state in ('requested', 'requiresCustomerAction', 'succeeded', 'failed', 'canceled'))
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"uid" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"created_at" timestamptz NOT NULL,
	CONSTRAINT "customers_customer" UNIQUE("customer_id")
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"event_id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"object_id" text NOT NULL,
	"received_at" timestamptz NOT NULL,
	"handled_at" timestamptz,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_prices" (
	"price_id" text PRIMARY KEY NOT NULL,
	"provider_price_id" text NOT NULL,
	"created_at" timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE "streamings" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"streaming_id" text NOT NULL,
	"event_id" text NOT NULL,
	"schedule_id" text NOT NULL,
	"stream_key" text NOT NULL,
	"scheduled_start_at" timestamptz NOT NULL,
	"started_at" timestamptz,
	"ended_at" timestamptz,
	"signal_at" timestamptz,
	"has_signal" boolean DEFAULT false NOT NULL,
	"recording_on" boolean DEFAULT true NOT NULL,
	"vod_media_id" text,
	"has_no_vod" boolean DEFAULT false NOT NULL,
	"vod_available_at" timestamptz,
	"vod_visibility" text DEFAULT 'auto' NOT NULL,
	"expired_at" timestamptz,
	"notices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamptz NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "streamings_tenant_id_streaming_id_pk" PRIMARY KEY("tenant_id","streaming_id"),
	CONSTRAINT "streamings_id" UNIQUE("streaming_id"),
	CONSTRAINT "streamings_key" UNIQUE("stream_key"),
	CONSTRAINT "streamings_ended_was_started" CHECK (ended_at is null or started_at is not null),
	CONSTRAINT "streamings_vod_visibility" CHECK (vod_visibility in ('auto', 'staffCheck'))
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"subscription_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"uid" text NOT NULL,
	"subscription_interval" text NOT NULL,
	"price" integer NOT NULL,
	"method" text NOT NULL,
	"provider_subscription_id" text,
	"purchased_at" timestamptz NOT NULL,
	"paid_until" timestamptz NOT NULL,
	"cancel_applied_at" timestamptz,
	"cancel_scheduled_at" timestamptz,
	"cancel_reason" text DEFAULT '' NOT NULL,
	"payment_failed_at" timestamptz,
	"failed_count" integer DEFAULT 0 NOT NULL,
	"grace_until" timestamptz,
	"ended_at" timestamptz,
	"end_reason" text,
	"latest_order_id" text NOT NULL,
	"edited_at" timestamptz NOT NULL,
	CONSTRAINT "subscriptions_tenant_id_subscription_id_pk" PRIMARY KEY("tenant_id","subscription_id"),
	CONSTRAINT "subscriptions_id" UNIQUE("subscription_id"),
	CONSTRAINT "subscriptions_provider" UNIQUE("provider_subscription_id"),
	CONSTRAINT "subscriptions_ended" CHECK ((ended_at is null) = (end_reason is null)),
	CONSTRAINT "subscriptions_method" CHECK (method in ('card', 'konbini', 'comp'))
);
--> statement-breakpoint
CREATE TABLE "sandbox_deliveries" (
	"serial" bigserial PRIMARY KEY NOT NULL,
	"event_id" text NOT NULL,
	"due_at" timestamptz NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_keys" (
	"key" text PRIMARY KEY NOT NULL,
	"request" text NOT NULL,
	"status" integer NOT NULL,
	"answer" jsonb NOT NULL,
	"created_at" timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_objects" (
	"id" text PRIMARY KEY NOT NULL,
	"serial" bigserial NOT NULL,
	"object" text NOT NULL,
	"body" jsonb NOT NULL,
	"refs" text[] NOT NULL,
	"kept" jsonb NOT NULL,
	"created_at" timestamptz NOT NULL,
	"due_at" timestamptz
);
--> statement-breakpoint
CREATE TABLE "sandbox_settings" (
	"id" integer PRIMARY KEY NOT NULL,
	"settings" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "legal_notice" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "invoice_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "grace_days" integer DEFAULT 7 NOT NULL;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "back_number_needs_active_plan" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "comment_policy" text DEFAULT 'enabled' NOT NULL;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "comment_audience" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "edited_by" text;--> statement-breakpoint
ALTER TABLE "subscription_terms" ADD COLUMN "subscription_id" text;--> statement-breakpoint
ALTER TABLE "subscription_terms" ADD COLUMN "order_id" text;--> statement-breakpoint
ALTER TABLE "back_number_purchases" ADD CONSTRAINT "back_number_purchases_tenant_id_plan_id_plans_tenant_id_plan_id_fk" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."plans"("tenant_id","plan_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "back_numbers" ADD CONSTRAINT "back_numbers_tenant_id_plan_id_plans_tenant_id_plan_id_fk" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."plans"("tenant_id","plan_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_reports" ADD CONSTRAINT "comment_reports_tenant_id_comment_id_comments_tenant_id_comment_id_fk" FOREIGN KEY ("tenant_id","comment_id") REFERENCES "public"."comments"("tenant_id","comment_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_tenant_id_plan_content_id_contents_tenant_id_plan_content_id_fk" FOREIGN KEY ("tenant_id","plan_content_id") REFERENCES "public"."contents"("tenant_id","plan_content_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watched_words" ADD CONSTRAINT "watched_words_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_counts" ADD CONSTRAINT "content_counts_tenant_id_plan_content_id_contents_tenant_id_plan_content_id_fk" FOREIGN KEY ("tenant_id","plan_content_id") REFERENCES "public"."contents"("tenant_id","plan_content_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_loves" ADD CONSTRAINT "content_loves_tenant_id_plan_content_id_contents_tenant_id_plan_content_id_fk" FOREIGN KEY ("tenant_id","plan_content_id") REFERENCES "public"."contents"("tenant_id","plan_content_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_views" ADD CONSTRAINT "content_views_tenant_id_plan_content_id_contents_tenant_id_plan_content_id_fk" FOREIGN KEY ("tenant_id","plan_content_id") REFERENCES "public"."contents"("tenant_id","plan_content_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fans" ADD CONSTRAINT "fans_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "serials" ADD CONSTRAINT "serials_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_movement_id_ledger_movements_movement_id_fk" FOREIGN KEY ("movement_id") REFERENCES "public"."ledger_movements"("movement_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_tenant_id_order_id_orders_tenant_id_order_id_fk" FOREIGN KEY ("tenant_id","order_id") REFERENCES "public"."orders"("tenant_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "konbini_payments" ADD CONSTRAINT "konbini_payments_tenant_id_order_id_orders_tenant_id_order_id_fk" FOREIGN KEY ("tenant_id","order_id") REFERENCES "public"."orders"("tenant_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "late_payments" ADD CONSTRAINT "late_payments_tenant_id_order_id_orders_tenant_id_order_id_fk" FOREIGN KEY ("tenant_id","order_id") REFERENCES "public"."orders"("tenant_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_buyers" ADD CONSTRAINT "order_buyers_tenant_id_order_id_orders_tenant_id_order_id_fk" FOREIGN KEY ("tenant_id","order_id") REFERENCES "public"."orders"("tenant_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_tenant_id_order_id_orders_tenant_id_order_id_fk" FOREIGN KEY ("tenant_id","order_id") REFERENCES "public"."orders"("tenant_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_tenant_id_order_id_orders_tenant_id_order_id_fk" FOREIGN KEY ("tenant_id","order_id") REFERENCES "public"."orders"("tenant_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_plan" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."plans"("tenant_id","plan_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_tenant_id_order_id_orders_tenant_id_order_id_fk" FOREIGN KEY ("tenant_id","order_id") REFERENCES "public"."orders"("tenant_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "streamings" ADD CONSTRAINT "streamings_event" FOREIGN KEY ("tenant_id","event_id") REFERENCES "public"."events"("tenant_id","event_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "streamings" ADD CONSTRAINT "streamings_vod" FOREIGN KEY ("tenant_id","vod_media_id") REFERENCES "public"."uploads"("tenant_id","media_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_tenant_id_plan_id_plans_tenant_id_plan_id_fk" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."plans"("tenant_id","plan_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "back_number_purchases_owned" ON "back_number_purchases" USING btree ("uid","tenant_id","plan_id","period_year","period_month") WHERE voided_at is null;--> statement-breakpoint
CREATE INDEX "back_number_purchases_plan" ON "back_number_purchases" USING btree ("tenant_id","plan_id","period_year","period_month");--> statement-breakpoint
CREATE INDEX "comments_content" ON "comments" USING btree ("tenant_id","plan_content_id","commented_at" DESC NULLS LAST,"comment_id") WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "comments_author" ON "comments" USING btree ("tenant_id","plan_content_id","uid") WHERE status = 'held';--> statement-breakpoint
CREATE INDEX "comments_uid" ON "comments" USING btree ("uid","commented_at");--> statement-breakpoint
CREATE INDEX "comments_brand" ON "comments" USING btree ("tenant_id","brand_id","commented_at","comment_id");--> statement-breakpoint
CREATE INDEX "comments_state" ON "comments" USING btree ("tenant_id","brand_id","status","commented_at","comment_id");--> statement-breakpoint
CREATE INDEX "comments_reported" ON "comments" USING btree ("tenant_id","brand_id","commented_at","comment_id") WHERE report_count > 0;--> statement-breakpoint
CREATE INDEX "content_loves_uid" ON "content_loves" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "content_viewers_day" ON "content_viewers" USING btree ("day");--> statement-breakpoint
CREATE INDEX "events_start" ON "events" USING btree ("tenant_id","brand_id","start_at" DESC NULLS FIRST,"event_id");--> statement-breakpoint
CREATE INDEX "events_end" ON "events" USING btree ("tenant_id","brand_id","end_at");--> statement-breakpoint
CREATE INDEX "events_publish" ON "events" USING btree ("tenant_id","brand_id","publish_at");--> statement-breakpoint
CREATE INDEX "fans_seen" ON "fans" USING btree ("tenant_id","brand_id","first_seen_at");--> statement-breakpoint
CREATE INDEX "fans_uid" ON "fans" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "inquiries_brand" ON "inquiries" USING btree ("tenant_id","brand_id","created_at","inquiry_id");--> statement-breakpoint
CREATE INDEX "inquiries_uid" ON "inquiries" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "ledger_entries_statement" ON "ledger_entries" USING btree ("tenant_id","brand_id","account","recognized_month");--> statement-breakpoint
CREATE INDEX "ledger_entries_movement" ON "ledger_entries" USING btree ("movement_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_order" ON "ledger_entries" USING btree ("tenant_id","order_id");--> statement-breakpoint
CREATE INDEX "ledger_movements_time" ON "ledger_movements" USING btree ("occurred_at");--> statement-breakpoint
CREATE INDEX "disputes_order" ON "disputes" USING btree ("tenant_id","order_id");--> statement-breakpoint
CREATE INDEX "late_payments_waiting" ON "late_payments" USING btree ("tenant_id","brand_id","arrived_at") WHERE resolution is null;--> statement-breakpoint
CREATE INDEX "order_buyers_uid" ON "order_buyers" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "order_events_order" ON "order_events" USING btree ("tenant_id","order_id","at");--> statement-breakpoint
CREATE INDEX "order_lines_order" ON "order_lines" USING btree ("tenant_id","order_id","position");--> statement-breakpoint
CREATE INDEX "order_lines_goods" ON "order_lines" USING btree ("tenant_id","goods_id","variation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_open" ON "orders" USING btree ("uid","open_key") WHERE payment_state = 'awaitingPayment';--> statement-breakpoint
CREATE INDEX "orders_fan" ON "orders" USING btree ("uid","placed_at","order_id");--> statement-breakpoint
CREATE INDEX "orders_brand" ON "orders" USING btree ("tenant_id","brand_id","placed_at","order_id");--> statement-breakpoint
CREATE INDEX "orders_state" ON "orders" USING btree ("tenant_id","brand_id","payment_state","placed_at","order_id");--> statement-breakpoint
CREATE INDEX "orders_paid" ON "orders" USING btree ("tenant_id","brand_id","paid_at");--> statement-breakpoint
CREATE INDEX "orders_subscription" ON "orders" USING btree ("subscription_id","placed_at");--> statement-breakpoint
CREATE INDEX "orders_awaited" ON "orders" USING btree ("expires_at") WHERE payment_state = 'awaitingPayment';--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("tenant_id","order_id");--> statement-breakpoint
CREATE INDEX "payment_events_object" ON "payment_events" USING btree ("object_id");--> statement-breakpoint
CREATE INDEX "payment_events_time" ON "payment_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "streamings_event" ON "streamings" USING btree ("tenant_id","event_id","scheduled_start_at");--> statement-breakpoint
CREATE INDEX "streamings_start" ON "streamings" USING btree ("tenant_id","brand_id","scheduled_start_at");--> statement-breakpoint
CREATE INDEX "streamings_brand" ON "streamings" USING btree ("tenant_id","brand_id","expired_at");--> statement-breakpoint
CREATE INDEX "streamings_going" ON "streamings" USING btree ("started_at") WHERE started_at is not null and ended_at is null;--> statement-breakpoint
CREATE INDEX "streamings_unkept" ON "streamings" USING btree ("ended_at") WHERE vod_media_id is null and not has_no_vod;--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_living" ON "subscriptions" USING btree ("uid","tenant_id","plan_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "subscriptions_fan" ON "subscriptions" USING btree ("uid","purchased_at");--> statement-breakpoint
CREATE INDEX "subscriptions_brand" ON "subscriptions" USING btree ("tenant_id","brand_id","purchased_at","subscription_id");--> statement-breakpoint
CREATE INDEX "subscriptions_plan" ON "subscriptions" USING btree ("tenant_id","plan_id","ended_at");--> statement-breakpoint
CREATE INDEX "subscriptions_konbini_due" ON "subscriptions" USING btree ("paid_until") WHERE ended_at is null and method = 'konbini';--> statement-breakpoint
CREATE INDEX "sandbox_deliveries_due" ON "sandbox_deliveries" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "sandbox_keys_age" ON "sandbox_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sandbox_objects_list" ON "sandbox_objects" USING btree ("object","serial");--> statement-breakpoint
CREATE INDEX "sandbox_objects_refs" ON "sandbox_objects" USING gin ("refs");--> statement-breakpoint
CREATE INDEX "sandbox_objects_due" ON "sandbox_objects" USING btree ("due_at");--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_streaming" FOREIGN KEY ("tenant_id","streaming_id") REFERENCES "public"."streamings"("tenant_id","streaming_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contents_streaming" ON "contents" USING btree ("tenant_id","streaming_id");--> statement-breakpoint
CREATE INDEX "contents_newest" ON "contents" USING btree ("tenant_id","brand_id","visible_from" DESC NULLS LAST,"plan_content_id");--> statement-breakpoint
CREATE INDEX "contents_free" ON "contents" USING btree ("tenant_id","brand_id","visible_from" DESC NULLS LAST,"plan_content_id") WHERE viewable_by = 'allUsers';--> statement-breakpoint
CREATE INDEX "contents_month" ON "contents" USING btree ("tenant_id","brand_id","period_year","period_month") WHERE period_year is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_terms_order" ON "subscription_terms" USING btree ("tenant_id","order_id") WHERE source in ('card', 'konbini') and voided_at is null;--> statement-breakpoint
CREATE INDEX "subscription_terms_subscription" ON "subscription_terms" USING btree ("subscription_id","ends_at");--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_id" UNIQUE("plan_id");--> statement-breakpoint
ALTER TABLE "brands" ADD CONSTRAINT "brands_grace" CHECK (grace_days between 0 and 14);--> statement-breakpoint
-- The entries of a movement sum to zero when the transaction that wrote them ends, or it does not end well.
CREATE FUNCTION "ledger_is_balanced"() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  rest bigint;
begin
  select coalesce(sum(amount), 0) into rest from ledger_entries where movement_id = new.movement_id;
  if rest <> 0 then
    raise exception 'ledger movement % does not balance: %', new.movement_id, rest using errcode = 'check_violation';
  end if;
  return null;
end
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "ledger_entries_balance" AFTER INSERT ON "ledger_entries" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "ledger_is_balanced"();
--> statement-breakpoint
-- A movement without entries is no movement.
CREATE FUNCTION "ledger_has_entries"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if not exists (select 1 from ledger_entries where movement_id = new.movement_id) then
    raise exception 'ledger movement % has no entries', new.movement_id using errcode = 'check_violation';
  end if;
  return null;
end
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "ledger_movements_entries" AFTER INSERT ON "ledger_movements" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "ledger_has_entries"();
