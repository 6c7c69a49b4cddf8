CREATE TABLE "application_messages" (
	"application_id" text NOT NULL,
	"message_id" text NOT NULL,
	"author" text NOT NULL,
	"author_uid" text NOT NULL,
	"visibility" text NOT NULL,
	"body" text NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "application_messages_application_id_message_id_pk" PRIMARY KEY("application_id","message_id"),
	CONSTRAINT "application_messages_author" CHECK (author in ('applicant', 'operator')),
	CONSTRAINT "application_messages_visibility" CHECK (visibility in ('public', 'internal'))
);
--> statement-breakpoint
CREATE TABLE "slug_reservations" (
	"slug" text PRIMARY KEY NOT NULL,
	"application_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tenant_applications" (
	"application_id" text PRIMARY KEY NOT NULL,
	"applicant_uid" text NOT NULL,
	"applicant_email" text NOT NULL,
	"applicant_name" text DEFAULT '' NOT NULL,
	"locale" text NOT NULL,
	"status" text NOT NULL,
	"form" jsonb NOT NULL,
	"decision" jsonb,
	"expires_at" timestamptz,
	"tenant_id" text,
	"brand_id" text,
	"created_at" timestamptz NOT NULL,
	"submitted_at" timestamptz,
	"agreed_terms_version" text,
	"updated_at" timestamptz NOT NULL,
	"history" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reviewed_form" jsonb,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "tenant_applications_status" CHECK (status in ('draft', 'submitted', 'inReview', 'changesRequested', 'approved', 'rejected', 'withdrawn'))
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
CREATE TABLE "brands" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"thumbnail" text NOT NULL,
	"icon" text NOT NULL,
	"description" text NOT NULL,
	"accent_color" text NOT NULL,
	"links" jsonb NOT NULL,
	"legal_notice" text DEFAULT '' NOT NULL,
	"invoice_number" text DEFAULT '' NOT NULL,
	"grace_days" integer DEFAULT 7 NOT NULL,
	"back_number_needs_active_plan" boolean DEFAULT true NOT NULL,
	"month_told" text,
	"free_shipping_over" integer,
	"comment_policy" text DEFAULT 'enabled' NOT NULL,
	"comment_audience" text DEFAULT 'all' NOT NULL,
	"closing_at" timestamptz,
	"closes_at" timestamptz,
	"closing_message" text DEFAULT '' NOT NULL,
	"created_at" timestamptz NOT NULL,
	"edited_at" timestamptz NOT NULL,
	"edited_by" text,
	CONSTRAINT "brands_tenant_id_brand_id_pk" PRIMARY KEY("tenant_id","brand_id"),
	CONSTRAINT "brands_brand" UNIQUE("brand_id"),
	CONSTRAINT "brands_slug" UNIQUE("slug"),
	CONSTRAINT "brands_closing" CHECK ((closing_at is null) = (closes_at is null) and closes_at >= closing_at),
	CONSTRAINT "brands_grace" CHECK (grace_days between 0 and 14),
	CONSTRAINT "brands_free_shipping" CHECK (free_shipping_over > 0)
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
	"news_by_mail" boolean DEFAULT true NOT NULL,
	"lifetime_amount" bigint DEFAULT 0 NOT NULL,
	"goods_amount" bigint DEFAULT 0 NOT NULL,
	"order_count" integer DEFAULT 0 NOT NULL,
	"last_purchase_at" timestamptz,
	"joined_at" timestamptz,
	"member_until" timestamptz,
	"total_months" integer DEFAULT 0 NOT NULL,
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
CREATE TABLE "account_deletions" (
	"uid" text PRIMARY KEY NOT NULL,
	"deleted_at" timestamptz NOT NULL,
	"finished_at" timestamptz
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
	"assigned_to" text,
	"created_at" timestamptz NOT NULL,
	"last_message_at" timestamptz NOT NULL,
	CONSTRAINT "inquiries_tenant_id_inquiry_id_pk" PRIMARY KEY("tenant_id","inquiry_id"),
	CONSTRAINT "inquiries_id" UNIQUE("inquiry_id"),
	CONSTRAINT "inquiries_direction" CHECK (direction in ('fanToCreator', 'creatorToPlatform')),
	CONSTRAINT "inquiries_state" CHECK (state in ('new', 'open', 'answered', 'closed'))
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
CREATE TABLE "tenant_members" (
	"tenant_id" text NOT NULL,
	"member_id" text NOT NULL,
	"uid" text,
	"role" text NOT NULL,
	"brand_ids" text[],
	"email" text NOT NULL,
	"display_name" text NOT NULL,
	"status" text NOT NULL,
	"invitation_hash" text,
	"invited_at" timestamptz NOT NULL,
	"joined_at" timestamptz,
	"removed_at" timestamptz,
	"mail_kinds" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "tenant_members_tenant_id_member_id_pk" PRIMARY KEY("tenant_id","member_id"),
	CONSTRAINT "tenant_members_status" CHECK (status in ('invited', 'active', 'removed')),
	CONSTRAINT "tenant_members_uid" CHECK (status <> 'active' or uid is not null)
);
--> statement-breakpoint
CREATE TABLE "tenants" (
	"tenant_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamptz NOT NULL,
	"closing_at" timestamptz,
	"closes_at" timestamptz,
	CONSTRAINT "tenants_closing" CHECK ((closing_at is null) = (closes_at is null))
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"media_id" text PRIMARY KEY NOT NULL,
	"tenant_id" text,
	"brand_id" text,
	"application_id" text,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" bigint NOT NULL,
	"key" text NOT NULL,
	"state" text NOT NULL,
	"sent_md5" text,
	"upload_id" text,
	"storage_upload_id" text,
	"parts" jsonb,
	"created_by" text NOT NULL,
	"created_at" timestamptz NOT NULL,
	CONSTRAINT "uploads_of_tenant" UNIQUE("tenant_id","media_id"),
	CONSTRAINT "uploads_key" UNIQUE("key"),
	CONSTRAINT "uploads_upload_id" UNIQUE("upload_id"),
	CONSTRAINT "uploads_owner" CHECK ((tenant_id is null) = (brand_id is null) and (tenant_id is null) <> (application_id is null))
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"status" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"thumbnail" text NOT NULL,
	"price" integer NOT NULL,
	"subscription_interval" text NOT NULL,
	"archiving_at" timestamptz,
	"archive_message" text DEFAULT '' NOT NULL,
	"archive_refunds" boolean DEFAULT false NOT NULL,
	"created_at" timestamptz NOT NULL,
	"activated_at" timestamptz,
	"edited_at" timestamptz NOT NULL,
	"edited_by" text,
	CONSTRAINT "plans_tenant_id_plan_id_pk" PRIMARY KEY("tenant_id","plan_id"),
	CONSTRAINT "plans_id" UNIQUE("plan_id"),
	CONSTRAINT "plans_status" CHECK (status in ('draft', 'active')),
	CONSTRAINT "plans_interval" CHECK (subscription_interval in ('month', 'year')),
	CONSTRAINT "plans_price" CHECK (price >= 500),
	CONSTRAINT "plans_active_has_name" CHECK (status = 'draft' or name <> ''),
	CONSTRAINT "plans_draft_is_not_archiving" CHECK (status = 'active' or archiving_at is null)
);
--> statement-breakpoint
CREATE TABLE "membership_stretches" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"subscription_id" text NOT NULL,
	"uid" text NOT NULL,
	"purchased_at" timestamptz NOT NULL,
	"days" integer NOT NULL,
	"number" integer NOT NULL,
	CONSTRAINT "membership_stretches_tenant_id_subscription_id_days_number_pk" PRIMARY KEY("tenant_id","subscription_id","days","number")
);
--> statement-breakpoint
CREATE TABLE "subscription_terms" (
	"tenant_id" text NOT NULL,
	"term_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"uid" text NOT NULL,
	"subscription_id" text,
	"order_id" text,
	"starts_at" timestamptz NOT NULL,
	"ends_at" timestamptz NOT NULL,
	"amount" integer NOT NULL,
	"source" text NOT NULL,
	"voided_at" timestamptz,
	CONSTRAINT "subscription_terms_tenant_id_term_id_pk" PRIMARY KEY("tenant_id","term_id"),
	CONSTRAINT "subscription_terms_period" CHECK (ends_at > starts_at),
	CONSTRAINT "subscription_terms_source" CHECK (source in ('card', 'konbini', 'comp', 'extension', 'grace', 'carryOver'))
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
	"reminded_at" timestamptz,
	"renewal_told_at" timestamptz,
	"move_confirmation" jsonb,
	"latest_order_id" text NOT NULL,
	"edited_at" timestamptz NOT NULL,
	CONSTRAINT "subscriptions_tenant_id_subscription_id_pk" PRIMARY KEY("tenant_id","subscription_id"),
	CONSTRAINT "subscriptions_id" UNIQUE("subscription_id"),
	CONSTRAINT "subscriptions_provider" UNIQUE("provider_subscription_id"),
	CONSTRAINT "subscriptions_ended" CHECK ((ended_at is null) = (end_reason is null)),
	CONSTRAINT "subscriptions_method" CHECK (method in ('card', 'konbini', 'comp'))
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
	"kind" text,
	"occurred_at" timestamptz,
	CONSTRAINT "ledger_entries_tenant_id_movement_id_position_pk" PRIMARY KEY("tenant_id","movement_id","position"),
	CONSTRAINT "ledger_entries_amount" CHECK (amount <> 0),
	CONSTRAINT "ledger_entries_account" CHECK (account in ('cash', 'deferred', 'brandPayable', 'platformFee', 'paymentFee', 'konbiniFee', 'unallocated', 'disputes', 'payouts')),
	CONSTRAINT "ledger_entries_month" CHECK (recognized_month ~ '^[0-9]{4}-[0-9]{2}$')
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
CREATE TABLE "ledger_movements" (
	"movement_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"fact" text NOT NULL,
	"occurred_at" timestamptz NOT NULL,
	CONSTRAINT "ledger_movements_fact" UNIQUE("fact")
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
	"recipient_name" text DEFAULT '' NOT NULL,
	"recipient_phone" text DEFAULT '' NOT NULL,
	"postal_code" text DEFAULT '' NOT NULL,
	"prefecture" text DEFAULT '' NOT NULL,
	"town" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"building" text DEFAULT '' NOT NULL,
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
	"delivery_method" text,
	"is_pick_up" boolean DEFAULT false NOT NULL,
	"shares" jsonb,
	"fulfilled_quantity" integer DEFAULT 0 NOT NULL,
	"refunded_quantity" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "order_lines_tenant_id_line_id_pk" PRIMARY KEY("tenant_id","line_id"),
	CONSTRAINT "order_lines_quantity" CHECK (quantity >= 1 and unit_price >= 0),
	CONSTRAINT "order_lines_delivery" CHECK (delivery_method in ('physical', 'digital')),
	CONSTRAINT "order_lines_handed" CHECK (fulfilled_quantity between 0 and quantity and refunded_quantity between 0 and quantity)
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
	"fulfillment_state" text DEFAULT 'notRequired' NOT NULL,
	"held_from" text,
	"tab" text GENERATED ALWAYS AS (case
          when payment_state = 'awaitingPayment' then 'awaiting'
          when payment_state = 'paidLate' then 'todo'
          when payment_state in ('expired', 'canceled', 'failed', 'refunded') then 'closed'
          when fulfillment_state in ('unfulfilled', 'onHold') then 'todo'
          when fulfillment_state = 'preparing' then 'preparing'
          when fulfillment_state in ('partiallyShipped', 'shipped') then 'shipped'
          when fulfillment_state in ('returned', 'canceled') then 'closed'
          else 'done' end) STORED NOT NULL,
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
	CONSTRAINT "orders_fulfillment" CHECK (fulfillment_state in ('notRequired', 'unfulfilled', 'preparing', 'partiallyShipped', 'shipped', 'delivered', 'onHold', 'returned', 'canceled')),
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
	"unshipped_amount" integer DEFAULT 0 NOT NULL,
	"unshipped_shipping" integer DEFAULT 0 NOT NULL,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"restock" boolean DEFAULT false NOT NULL,
	CONSTRAINT "refunds_tenant_id_refund_id_pk" PRIMARY KEY("tenant_id","refund_id"),
	CONSTRAINT "refunds_provider" UNIQUE("provider_refund_id"),
	CONSTRAINT "refunds_amount" CHECK (amount > 0),
	CONSTRAINT "refunds_state" CHECK (state in ('requested', 'requiresCustomerAction', 'succeeded', 'failed', 'canceled'))
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
CREATE TABLE "failed_jobs" (
	"failed_job_id" text PRIMARY KEY NOT NULL,
	"job" text NOT NULL,
	"area" text NOT NULL,
	"tenant_id" text,
	"brand_id" text,
	"item_id" text DEFAULT '' NOT NULL,
	"data" jsonb NOT NULL,
	"cause" text NOT NULL,
	"tries" integer NOT NULL,
	"failed_at" timestamptz NOT NULL,
	"outcome" text,
	"settled_at" timestamptz,
	"settled_by" text,
	CONSTRAINT "failed_jobs_settled" CHECK ((outcome is null) = (settled_at is null))
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
	"edited_at" timestamptz,
	"parent_id" text,
	"has_replies" boolean DEFAULT false NOT NULL,
	"pinned_at" timestamptz,
	"moderated_at" timestamptz,
	"moderated_by" text,
	"moderation_reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "comments_tenant_id_comment_id_pk" PRIMARY KEY("tenant_id","comment_id"),
	CONSTRAINT "comments_id" UNIQUE("comment_id"),
	CONSTRAINT "comments_pinned" CHECK (pinned_at is null or (status = 'published' and parent_id is null)),
	CONSTRAINT "comments_status" CHECK (status in ('published', 'held', 'hidden', 'deleted'))
);
--> statement-breakpoint
CREATE TABLE "watched_words" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"words" jsonb NOT NULL,
	"hold_new_fans" boolean DEFAULT false NOT NULL,
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
CREATE TABLE "content_plans" (
	"tenant_id" text NOT NULL,
	"plan_content_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"visible_from" timestamptz NOT NULL,
	"edited_at" timestamptz NOT NULL,
	CONSTRAINT "content_plans_tenant_id_plan_content_id_plan_id_pk" PRIMARY KEY("tenant_id","plan_content_id","plan_id")
);
--> statement-breakpoint
CREATE TABLE "contents" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"plan_content_id" text NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"thumbnail" text NOT NULL,
	"viewable_by" text NOT NULL,
	"period_year" integer,
	"period_month" integer,
	"former_periods" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"publishing_at" timestamptz,
	"text" text DEFAULT '' NOT NULL,
	"image_urls" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"media_id" text,
	"streaming_id" text,
	"comment_policy" text DEFAULT 'enabled' NOT NULL,
	"comment_audience" text DEFAULT 'all' NOT NULL,
	"created_at" timestamptz NOT NULL,
	"edited_at" timestamptz NOT NULL,
	"edited_by" text,
	"visible_from" timestamptz GENERATED ALWAYS AS (case when status = 'draft' then 'infinity'::timestamptz else coalesce(publishing_at, created_at) end) STORED NOT NULL,
	CONSTRAINT "contents_tenant_id_plan_content_id_pk" PRIMARY KEY("tenant_id","plan_content_id"),
	CONSTRAINT "contents_times" UNIQUE("tenant_id","plan_content_id","visible_from","edited_at"),
	CONSTRAINT "contents_id" UNIQUE("plan_content_id"),
	CONSTRAINT "contents_type" CHECK (type in ('video', 'news', 'streaming')),
	CONSTRAINT "contents_status" CHECK (status in ('draft', 'publishmentScheduled', 'active')),
	CONSTRAINT "contents_viewable_by" CHECK (viewable_by in ('allUsers', 'paidUsers')),
	CONSTRAINT "contents_comments" CHECK (comment_policy in ('enabled', 'approvalFirst', 'disabled') and comment_audience in ('members', 'plan', 'all')),
	CONSTRAINT "contents_published_has_name" CHECK (status = 'draft' or name <> ''),
	CONSTRAINT "contents_published_has_time" CHECK ((status = 'draft') = (publishing_at is null)),
	CONSTRAINT "contents_period" CHECK ((period_year is null) = (period_month is null) and period_month between 1 and 12)
);
--> statement-breakpoint
CREATE TABLE "video_conversions" (
	"tenant_id" text NOT NULL,
	"media_id" text NOT NULL,
	"status" text NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"attempt" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"duration_ms" integer,
	"width" integer,
	"height" integer,
	"renditions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"posters" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamptz NOT NULL,
	"finished_at" timestamptz,
	CONSTRAINT "video_conversions_tenant_id_media_id_pk" PRIMARY KEY("tenant_id","media_id"),
	CONSTRAINT "video_conversions_progress" CHECK (progress between 0 and 100)
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
CREATE TABLE "streaming_viewers" (
	"tenant_id" text NOT NULL,
	"streaming_id" text NOT NULL,
	"viewer" text NOT NULL,
	"uid" text,
	"seen_at" timestamptz NOT NULL,
	CONSTRAINT "streaming_viewers_tenant_id_streaming_id_viewer_pk" PRIMARY KEY("tenant_id","streaming_id","viewer")
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
	"signal_since" timestamptz,
	"auto_start" boolean DEFAULT false NOT NULL,
	"viewers" integer DEFAULT 0 NOT NULL,
	"viewers_peak" integer DEFAULT 0 NOT NULL,
	"viewers_counted_at" timestamptz,
	"recording_on" boolean DEFAULT true NOT NULL,
	"vod_media_id" text,
	"has_no_vod" boolean DEFAULT false NOT NULL,
	"vod_available_at" timestamptz,
	"vod_visibility" text DEFAULT 'auto' NOT NULL,
	"vod_told_at" timestamptz,
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
CREATE TABLE "cart_items" (
	"tenant_id" text NOT NULL,
	"cart_id" text NOT NULL,
	"goods_id" text NOT NULL,
	"variation_id" text NOT NULL,
	"quantity" integer NOT NULL,
	"price_seen" integer NOT NULL,
	"is_pick_up" boolean DEFAULT false NOT NULL,
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
	"told_media_id" text,
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
	CONSTRAINT "event_goods_delivery" CHECK (delivery in ('shipping', 'pickUp', 'both', 'digital'))
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
	"is_pick_up_offered" boolean DEFAULT false NOT NULL,
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
	CONSTRAINT "goods_pick_up" CHECK (not (is_pick_up and is_pick_up_offered)),
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
CREATE TABLE "audit_log" (
	"audit_id" text PRIMARY KEY NOT NULL,
	"at" timestamptz NOT NULL,
	"actor_uid" text NOT NULL,
	"role" text NOT NULL,
	"operation" text NOT NULL,
	"tenant_id" text,
	"brand_id" text,
	"payload" jsonb NOT NULL,
	"address" text NOT NULL,
	"request_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"uid" text NOT NULL,
	"operation" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" jsonb,
	"answered_at" timestamptz,
	"attempt" text,
	"created_at" timestamptz NOT NULL,
	CONSTRAINT "idempotency_keys_uid_operation_key_pk" PRIMARY KEY("uid","operation","key")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
ALTER TABLE "application_messages" ADD CONSTRAINT "application_messages_application" FOREIGN KEY ("application_id") REFERENCES "public"."tenant_applications"("application_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slug_reservations" ADD CONSTRAINT "slug_reservations_application" FOREIGN KEY ("application_id") REFERENCES "public"."tenant_applications"("application_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tenant_applications" ADD CONSTRAINT "tenant_applications_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_figures" ADD CONSTRAINT "brand_figures_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brands" ADD CONSTRAINT "brands_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fans" ADD CONSTRAINT "fans_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "serials" ADD CONSTRAINT "serials_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry_messages" ADD CONSTRAINT "inquiry_messages_inquiry" FOREIGN KEY ("tenant_id","inquiry_id") REFERENCES "public"."inquiries"("tenant_id","inquiry_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tenant_members" ADD CONSTRAINT "tenant_members_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_application_id_tenant_applications_application_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."tenant_applications"("application_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_brand" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_stretches" ADD CONSTRAINT "membership_stretches_subscription" FOREIGN KEY ("tenant_id","subscription_id") REFERENCES "public"."subscriptions"("tenant_id","subscription_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_terms" ADD CONSTRAINT "subscription_terms_tenant_id_plan_id_plans_tenant_id_plan_id_fk" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."plans"("tenant_id","plan_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_tenant_id_plan_id_plans_tenant_id_plan_id_fk" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."plans"("tenant_id","plan_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_movement_id_ledger_movements_movement_id_fk" FOREIGN KEY ("movement_id") REFERENCES "public"."ledger_movements"("movement_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_months" ADD CONSTRAINT "ledger_months_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_days" ADD CONSTRAINT "sales_days_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_tenant_id_order_id_orders_tenant_id_order_id_fk" FOREIGN KEY ("tenant_id","order_id") REFERENCES "public"."orders"("tenant_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "konbini_payments" ADD CONSTRAINT "konbini_payments_order" FOREIGN KEY ("tenant_id","order_id") REFERENCES "public"."orders"("tenant_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "late_payments" ADD CONSTRAINT "late_payments_tenant_id_order_id_orders_tenant_id_order_id_fk" FOREIGN KEY ("tenant_id","order_id") REFERENCES "public"."orders"("tenant_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_buyers" ADD CONSTRAINT "order_buyers_tenant_id_order_id_orders_tenant_id_order_id_fk" FOREIGN KEY ("tenant_id","order_id") REFERENCES "public"."orders"("tenant_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_tenant_id_order_id_orders_tenant_id_order_id_fk" FOREIGN KEY ("tenant_id","order_id") REFERENCES "public"."orders"("tenant_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_tenant_id_order_id_orders_tenant_id_order_id_fk" FOREIGN KEY ("tenant_id","order_id") REFERENCES "public"."orders"("tenant_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_plan" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."plans"("tenant_id","plan_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_tenant_id_order_id_orders_tenant_id_order_id_fk" FOREIGN KEY ("tenant_id","order_id") REFERENCES "public"."orders"("tenant_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_accounts" ADD CONSTRAINT "bank_accounts_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_checks" ADD CONSTRAINT "identity_checks_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_documents" ADD CONSTRAINT "identity_documents_tenant_id_identity_checks_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."identity_checks"("tenant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_days" ADD CONSTRAINT "brand_days_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_connections" ADD CONSTRAINT "oauth_connections_brand" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_tries" ADD CONSTRAINT "oauth_tries_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "failed_jobs" ADD CONSTRAINT "failed_jobs_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications_seen" ADD CONSTRAINT "notifications_seen_brand" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications_told" ADD CONSTRAINT "notifications_told_brand" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "back_number_purchases" ADD CONSTRAINT "back_number_purchases_plan" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."plans"("tenant_id","plan_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "back_numbers" ADD CONSTRAINT "back_numbers_tenant_id_plan_id_plans_tenant_id_plan_id_fk" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."plans"("tenant_id","plan_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_reports" ADD CONSTRAINT "comment_reports_comment" FOREIGN KEY ("tenant_id","comment_id") REFERENCES "public"."comments"("tenant_id","comment_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_content" FOREIGN KEY ("tenant_id","plan_content_id") REFERENCES "public"."contents"("tenant_id","plan_content_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_tenant_id_parent_id_comments_tenant_id_comment_id_fk" FOREIGN KEY ("tenant_id","parent_id") REFERENCES "public"."comments"("tenant_id","comment_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watched_words" ADD CONSTRAINT "watched_words_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_counts" ADD CONSTRAINT "content_counts_content" FOREIGN KEY ("tenant_id","plan_content_id") REFERENCES "public"."contents"("tenant_id","plan_content_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_loves" ADD CONSTRAINT "content_loves_content" FOREIGN KEY ("tenant_id","plan_content_id") REFERENCES "public"."contents"("tenant_id","plan_content_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_views" ADD CONSTRAINT "content_views_content" FOREIGN KEY ("tenant_id","plan_content_id") REFERENCES "public"."contents"("tenant_id","plan_content_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_plans" ADD CONSTRAINT "content_plans_times" FOREIGN KEY ("tenant_id","plan_content_id","visible_from","edited_at") REFERENCES "public"."contents"("tenant_id","plan_content_id","visible_from","edited_at") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "content_plans" ADD CONSTRAINT "content_plans_tenant_id_plan_id_plans_tenant_id_plan_id_fk" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."plans"("tenant_id","plan_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_media" FOREIGN KEY ("tenant_id","media_id") REFERENCES "public"."uploads"("tenant_id","media_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_streaming" FOREIGN KEY ("tenant_id","streaming_id") REFERENCES "public"."streamings"("tenant_id","streaming_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_conversions" ADD CONSTRAINT "video_conversions_upload" FOREIGN KEY ("tenant_id","media_id") REFERENCES "public"."uploads"("tenant_id","media_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "streaming_viewers" ADD CONSTRAINT "streaming_viewers_streaming" FOREIGN KEY ("tenant_id","streaming_id") REFERENCES "public"."streamings"("tenant_id","streaming_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "streamings" ADD CONSTRAINT "streamings_event" FOREIGN KEY ("tenant_id","event_id") REFERENCES "public"."events"("tenant_id","event_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "streamings" ADD CONSTRAINT "streamings_vod" FOREIGN KEY ("tenant_id","vod_media_id") REFERENCES "public"."uploads"("tenant_id","media_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_tenant_id_cart_id_carts_tenant_id_cart_id_fk" FOREIGN KEY ("tenant_id","cart_id") REFERENCES "public"."carts"("tenant_id","cart_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_variation" FOREIGN KEY ("tenant_id","goods_id","variation_id") REFERENCES "public"."goods_variations"("tenant_id","goods_id","variation_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_imports" ADD CONSTRAINT "tracking_imports_brand" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_grants" ADD CONSTRAINT "download_grants_line" FOREIGN KEY ("tenant_id","line_id") REFERENCES "public"."order_lines"("tenant_id","line_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_grants" ADD CONSTRAINT "download_grants_file" FOREIGN KEY ("tenant_id","file_id") REFERENCES "public"."goods_files"("tenant_id","file_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_log" ADD CONSTRAINT "download_log_grant" FOREIGN KEY ("tenant_id","grant_id") REFERENCES "public"."download_grants"("tenant_id","grant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goods_files" ADD CONSTRAINT "goods_files_tenant_id_goods_id_goods_tenant_id_goods_id_fk" FOREIGN KEY ("tenant_id","goods_id") REFERENCES "public"."goods"("tenant_id","goods_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goods_files" ADD CONSTRAINT "goods_files_media" FOREIGN KEY ("tenant_id","media_id") REFERENCES "public"."uploads"("tenant_id","media_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_goods" ADD CONSTRAINT "event_goods_tenant_id_goods_id_goods_tenant_id_goods_id_fk" FOREIGN KEY ("tenant_id","goods_id") REFERENCES "public"."goods"("tenant_id","goods_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_goods_drafts" ADD CONSTRAINT "event_goods_drafts_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_goods_drafts" ADD CONSTRAINT "event_goods_drafts_goods" FOREIGN KEY ("tenant_id","goods_id") REFERENCES "public"."goods"("tenant_id","goods_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goods" ADD CONSTRAINT "goods_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goods_variations" ADD CONSTRAINT "goods_variations_tenant_id_goods_id_goods_tenant_id_goods_id_fk" FOREIGN KEY ("tenant_id","goods_id") REFERENCES "public"."goods"("tenant_id","goods_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_variation" FOREIGN KEY ("tenant_id","goods_id","variation_id") REFERENCES "public"."goods_variations"("tenant_id","goods_id","variation_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfillment_lines" ADD CONSTRAINT "fulfillment_lines_fulfillment" FOREIGN KEY ("tenant_id","fulfillment_id") REFERENCES "public"."fulfillments"("tenant_id","fulfillment_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfillment_lines" ADD CONSTRAINT "fulfillment_lines_line" FOREIGN KEY ("tenant_id","line_id") REFERENCES "public"."order_lines"("tenant_id","line_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfillments" ADD CONSTRAINT "fulfillments_tenant_id_order_id_orders_tenant_id_order_id_fk" FOREIGN KEY ("tenant_id","order_id") REFERENCES "public"."orders"("tenant_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "slug_reservations_application" ON "slug_reservations" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "tenant_applications_applicant" ON "tenant_applications" USING btree ("applicant_uid","created_at");--> statement-breakpoint
CREATE INDEX "tenant_applications_queue" ON "tenant_applications" USING btree ("submitted_at","application_id") WHERE submitted_at is not null;--> statement-breakpoint
CREATE INDEX "tenant_applications_tenant" ON "tenant_applications" USING btree ("tenant_id") WHERE tenant_id is not null;--> statement-breakpoint
CREATE INDEX "tenant_applications_status" ON "tenant_applications" USING btree ("status","submitted_at","application_id");--> statement-breakpoint
CREATE INDEX "tenant_applications_phone" ON "tenant_applications" USING btree ((form->>'phone'),"created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tenant_applications_email" ON "tenant_applications" USING btree ((form->>'email'),"created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tenant_applications_legal_name" ON "tenant_applications" USING btree ((form->>'legalName'),"created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "exports_brand" ON "exports" USING btree ("tenant_id","brand_id","created_at","export_id");--> statement-breakpoint
CREATE INDEX "exports_kept" ON "exports" USING btree ("expires_at") WHERE key is not null;--> statement-breakpoint
CREATE INDEX "fans_seen" ON "fans" USING btree ("tenant_id","brand_id","first_seen_at");--> statement-breakpoint
CREATE INDEX "fans_newest" ON "fans" USING btree ("tenant_id","brand_id","first_seen_at","fan_id");--> statement-breakpoint
CREATE INDEX "fans_members" ON "fans" USING btree ("tenant_id","brand_id","member_until");--> statement-breakpoint
CREATE INDEX "fans_lifetime" ON "fans" USING btree ("tenant_id","brand_id","lifetime_amount","fan_id");--> statement-breakpoint
CREATE INDEX "fans_purchase" ON "fans" USING btree ("tenant_id","brand_id","last_purchase_at","fan_id");--> statement-breakpoint
CREATE INDEX "fans_months" ON "fans" USING btree ("tenant_id","brand_id","total_months","fan_id");--> statement-breakpoint
CREATE INDEX "fans_labelled" ON "fans" USING btree ("tenant_id","brand_id","edited_at") WHERE labels <> '[]'::jsonb;--> statement-breakpoint
CREATE INDEX "fans_labels" ON "fans" USING gin ("labels" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "fans_banned" ON "fans" USING btree ("tenant_id","brand_id","first_seen_at") WHERE comment_ban_until is not null or blocked_at is not null;--> statement-breakpoint
CREATE INDEX "fans_buyers" ON "fans" USING btree ("tenant_id","brand_id","first_seen_at","fan_id") WHERE member_until is null and order_count > 0;--> statement-breakpoint
CREATE INDEX "fans_followers" ON "fans" USING btree ("tenant_id","brand_id","first_seen_at","fan_id") WHERE member_until is null and order_count = 0;--> statement-breakpoint
CREATE INDEX "fans_joined" ON "fans" USING btree ("tenant_id","brand_id","joined_at","fan_id");--> statement-breakpoint
CREATE INDEX "fans_uid" ON "fans" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "people_email" ON "people" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "inquiries_brand" ON "inquiries" USING btree ("tenant_id","brand_id","direction","state","last_message_at","inquiry_id");--> statement-breakpoint
CREATE INDEX "inquiries_platform" ON "inquiries" USING btree ("direction","state","last_message_at","inquiry_id");--> statement-breakpoint
CREATE INDEX "inquiries_assigned" ON "inquiries" USING btree ("assigned_to","state","last_message_at","inquiry_id") WHERE direction = 'creatorToPlatform';--> statement-breakpoint
CREATE INDEX "inquiries_uid" ON "inquiries" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "inquiry_messages_thread" ON "inquiry_messages" USING btree ("tenant_id","inquiry_id","at");--> statement-breakpoint
CREATE INDEX "tenant_members_uid" ON "tenant_members" USING btree ("uid","tenant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tenant_members_active" ON "tenant_members" USING btree ("uid","tenant_id") WHERE status = 'active';--> statement-breakpoint
CREATE UNIQUE INDEX "tenant_members_invited" ON "tenant_members" USING btree ("tenant_id","email") WHERE status = 'invited';--> statement-breakpoint
CREATE UNIQUE INDEX "tenant_members_invitation" ON "tenant_members" USING btree ("invitation_hash");--> statement-breakpoint
CREATE INDEX "tenant_members_role" ON "tenant_members" USING btree ("tenant_id","role","joined_at") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "tenant_members_list" ON "tenant_members" USING btree ("tenant_id","status" DESC NULLS FIRST,"invited_at","member_id") WHERE status <> 'removed';--> statement-breakpoint
CREATE INDEX "tenant_members_mailed" ON "tenant_members" USING btree ("tenant_id","member_id") WHERE status = 'active' and mail_kinds <> '[]'::jsonb;--> statement-breakpoint
CREATE INDEX "uploads_state" ON "uploads" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "plans_brand" ON "plans" USING btree ("tenant_id","brand_id","edited_at","plan_id");--> statement-breakpoint
CREATE INDEX "plans_archiving" ON "plans" USING btree ("tenant_id","brand_id","archiving_at");--> statement-breakpoint
CREATE INDEX "plans_on_sale" ON "plans" USING btree ("tenant_id","brand_id","price","activated_at","plan_id") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "membership_stretches_brand" ON "membership_stretches" USING btree ("tenant_id","brand_id","days","number","purchased_at","subscription_id");--> statement-breakpoint
CREATE INDEX "membership_stretches_plan" ON "membership_stretches" USING btree ("tenant_id","plan_id","days","number","purchased_at","subscription_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_terms_order" ON "subscription_terms" USING btree ("tenant_id","order_id") WHERE source in ('card', 'konbini') and voided_at is null;--> statement-breakpoint
CREATE INDEX "subscription_terms_subscription" ON "subscription_terms" USING btree ("subscription_id","ends_at");--> statement-breakpoint
CREATE INDEX "subscription_terms_plan" ON "subscription_terms" USING btree ("tenant_id","plan_id","ends_at");--> statement-breakpoint
CREATE INDEX "subscription_terms_begun" ON "subscription_terms" USING btree ("tenant_id","plan_id","starts_at");--> statement-breakpoint
CREATE INDEX "subscription_terms_voided" ON "subscription_terms" USING btree ("tenant_id","plan_id","voided_at") WHERE voided_at is not null;--> statement-breakpoint
CREATE INDEX "subscription_terms_uid" ON "subscription_terms" USING btree ("uid","tenant_id","plan_id","ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_living" ON "subscriptions" USING btree ("uid","tenant_id","plan_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "subscriptions_fan" ON "subscriptions" USING btree ("uid","purchased_at");--> statement-breakpoint
CREATE INDEX "subscriptions_brand" ON "subscriptions" USING btree ("tenant_id","brand_id","purchased_at","subscription_id");--> statement-breakpoint
CREATE INDEX "subscriptions_living_brand" ON "subscriptions" USING btree ("tenant_id","brand_id","purchased_at","subscription_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "subscriptions_ended_brand" ON "subscriptions" USING btree ("tenant_id","brand_id","ended_at","subscription_id") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_leaving" ON "subscriptions" USING btree ("tenant_id","brand_id","purchased_at","subscription_id") WHERE ended_at is null and cancel_scheduled_at is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_at_risk" ON "subscriptions" USING btree ("tenant_id","brand_id","purchased_at","subscription_id") WHERE ended_at is null and (payment_failed_at is not null or method = 'konbini');--> statement-breakpoint
CREATE INDEX "subscriptions_plan" ON "subscriptions" USING btree ("tenant_id","plan_id","ended_at");--> statement-breakpoint
CREATE INDEX "subscriptions_plan_newest" ON "subscriptions" USING btree ("tenant_id","plan_id","purchased_at","subscription_id");--> statement-breakpoint
CREATE INDEX "subscriptions_method" ON "subscriptions" USING btree ("tenant_id","brand_id","method","purchased_at","subscription_id");--> statement-breakpoint
CREATE INDEX "subscriptions_interval" ON "subscriptions" USING btree ("tenant_id","brand_id","subscription_interval","purchased_at","subscription_id");--> statement-breakpoint
CREATE INDEX "subscriptions_renewing" ON "subscriptions" USING btree ("tenant_id","brand_id","paid_until","subscription_id") WHERE ended_at is null and cancel_scheduled_at is null;--> statement-breakpoint
CREATE INDEX "subscriptions_lapsing" ON "subscriptions" USING btree ("paid_until","subscription_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "subscriptions_konbini_due" ON "subscriptions" USING btree ("paid_until") WHERE ended_at is null and method = 'konbini';--> statement-breakpoint
CREATE INDEX "subscriptions_yearly" ON "subscriptions" USING btree ("paid_until") WHERE ended_at is null and subscription_interval = 'year';--> statement-breakpoint
CREATE INDEX "ledger_entries_listed" ON "ledger_entries" USING btree ("tenant_id","brand_id","account","recognized_month","occurred_at","movement_id","position");--> statement-breakpoint
CREATE INDEX "ledger_entries_part" ON "ledger_entries" USING btree ("tenant_id","brand_id","recognized_month","component","occurred_at","movement_id","position") WHERE account = 'brandPayable';--> statement-breakpoint
CREATE INDEX "ledger_entries_kind" ON "ledger_entries" USING btree ("tenant_id","brand_id","recognized_month","kind","occurred_at","movement_id","position") WHERE account = 'brandPayable';--> statement-breakpoint
CREATE INDEX "ledger_entries_movement" ON "ledger_entries" USING btree ("movement_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_order" ON "ledger_entries" USING btree ("tenant_id","order_id");--> statement-breakpoint
CREATE INDEX "ledger_movements_time" ON "ledger_movements" USING btree ("occurred_at");--> statement-breakpoint
CREATE INDEX "sales_days_item" ON "sales_days" USING btree ("tenant_id","brand_id","item_id");--> statement-breakpoint
CREATE INDEX "payment_events_object" ON "payment_events" USING btree ("object_id");--> statement-breakpoint
CREATE INDEX "payment_events_time" ON "payment_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "disputes_order" ON "disputes" USING btree ("tenant_id","order_id");--> statement-breakpoint
CREATE INDEX "late_payments_waiting" ON "late_payments" USING btree ("tenant_id","brand_id","arrived_at") WHERE resolution is null;--> statement-breakpoint
CREATE INDEX "order_buyers_uid" ON "order_buyers" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "order_buyers_prefecture" ON "order_buyers" USING btree ("tenant_id","prefecture","order_id") WHERE prefecture <> '';--> statement-breakpoint
CREATE INDEX "order_events_order" ON "order_events" USING btree ("tenant_id","order_id","at");--> statement-breakpoint
CREATE INDEX "order_lines_order" ON "order_lines" USING btree ("tenant_id","order_id","position");--> statement-breakpoint
CREATE INDEX "order_lines_goods" ON "order_lines" USING btree ("tenant_id","goods_id","variation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_open" ON "orders" USING btree ("uid","open_key") WHERE payment_state = 'awaitingPayment';--> statement-breakpoint
CREATE INDEX "orders_fan" ON "orders" USING btree ("uid","placed_at","order_id");--> statement-breakpoint
CREATE INDEX "orders_brand" ON "orders" USING btree ("tenant_id","brand_id","placed_at","order_id");--> statement-breakpoint
CREATE INDEX "orders_state" ON "orders" USING btree ("tenant_id","brand_id","payment_state","placed_at","order_id");--> statement-breakpoint
CREATE INDEX "orders_fulfillment" ON "orders" USING btree ("tenant_id","brand_id","fulfillment_state","placed_at","order_id");--> statement-breakpoint
CREATE INDEX "orders_tab" ON "orders" USING btree ("tenant_id","brand_id","tab","placed_at","order_id");--> statement-breakpoint
CREATE INDEX "orders_goods_paid" ON "orders" USING btree ("tenant_id","brand_id","paid_at") WHERE kind in ('goods', 'eventGoods');--> statement-breakpoint
CREATE INDEX "orders_total" ON "orders" USING btree ("tenant_id","brand_id","total","placed_at","order_id");--> statement-breakpoint
CREATE INDEX "orders_paid" ON "orders" USING btree ("tenant_id","brand_id","paid_at","order_id");--> statement-breakpoint
CREATE INDEX "orders_kind" ON "orders" USING btree ("tenant_id","brand_id","kind","placed_at","order_id");--> statement-breakpoint
CREATE INDEX "orders_method" ON "orders" USING btree ("tenant_id","brand_id","payment_method","placed_at","order_id");--> statement-breakpoint
CREATE INDEX "orders_goods" ON "orders" USING btree ("tenant_id","brand_id","placed_at","order_id") WHERE kind in ('goods', 'eventGoods');--> statement-breakpoint
CREATE INDEX "orders_kind_paid" ON "orders" USING btree ("tenant_id","brand_id","kind","paid_at","order_id");--> statement-breakpoint
CREATE INDEX "orders_method_paid" ON "orders" USING btree ("tenant_id","brand_id","payment_method","paid_at","order_id");--> statement-breakpoint
CREATE INDEX "orders_plan_paid" ON "orders" USING btree ("tenant_id","plan_id","paid_at","order_id") WHERE plan_id is not null;--> statement-breakpoint
CREATE INDEX "orders_number_prefix" ON "orders" USING btree ("tenant_id","brand_id","order_number" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "orders_subscription" ON "orders" USING btree ("subscription_id","placed_at");--> statement-breakpoint
CREATE INDEX "orders_awaited" ON "orders" USING btree ("expires_at") WHERE payment_state = 'awaitingPayment';--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("tenant_id","order_id");--> statement-breakpoint
CREATE INDEX "refunds_failed" ON "refunds" USING btree ("tenant_id","decided_at") WHERE state in ('failed', 'canceled');--> statement-breakpoint
CREATE INDEX "bank_accounts_brand" ON "bank_accounts" USING btree ("tenant_id","brand_id","saved_at");--> statement-breakpoint
CREATE INDEX "identity_checks_state" ON "identity_checks" USING btree ("state","submitted_at");--> statement-breakpoint
CREATE INDEX "identity_documents_time" ON "identity_documents" USING btree ("uploaded_at");--> statement-breakpoint
CREATE INDEX "payouts_brand" ON "payouts" USING btree ("tenant_id","brand_id","created_at","payout_id");--> statement-breakpoint
CREATE INDEX "payouts_waiting" ON "payouts" USING btree ("tenant_id","brand_id","created_at") WHERE state = 'scheduled';--> statement-breakpoint
CREATE INDEX "payouts_state" ON "payouts" USING btree ("state","created_at","payout_id");--> statement-breakpoint
CREATE INDEX "statements_month" ON "statements" USING btree ("month","statement_id");--> statement-breakpoint
CREATE INDEX "account_files_uid" ON "account_files" USING btree ("uid","created_at");--> statement-breakpoint
CREATE INDEX "account_files_kept" ON "account_files" USING btree ("expires_at") WHERE key is not null;--> statement-breakpoint
CREATE INDEX "failed_jobs_newest" ON "failed_jobs" USING btree ("failed_at","failed_job_id");--> statement-breakpoint
CREATE INDEX "failed_jobs_waiting" ON "failed_jobs" USING btree ("failed_at","failed_job_id") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "failed_jobs_brand" ON "failed_jobs" USING btree ("tenant_id","brand_id","failed_at") WHERE brand_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "back_number_purchases_owned" ON "back_number_purchases" USING btree ("uid","tenant_id","plan_id","period_year","period_month") WHERE voided_at is null;--> statement-breakpoint
CREATE INDEX "back_number_purchases_plan" ON "back_number_purchases" USING btree ("tenant_id","plan_id","period_year","period_month");--> statement-breakpoint
CREATE INDEX "comments_shown" ON "comments" USING btree ("tenant_id","plan_content_id","commented_at" DESC NULLS FIRST,"comment_id") WHERE parent_id is null and (status = 'published' or (status = 'deleted' and has_replies));--> statement-breakpoint
CREATE UNIQUE INDEX "comments_pinned" ON "comments" USING btree ("tenant_id","plan_content_id") WHERE pinned_at is not null;--> statement-breakpoint
CREATE INDEX "comments_replies" ON "comments" USING btree ("tenant_id","parent_id","commented_at","comment_id") WHERE parent_id is not null;--> statement-breakpoint
CREATE INDEX "comments_author" ON "comments" USING btree ("tenant_id","plan_content_id","uid") WHERE status = 'held';--> statement-breakpoint
CREATE INDEX "comments_uid" ON "comments" USING btree ("uid","commented_at");--> statement-breakpoint
CREATE INDEX "comments_brand" ON "comments" USING btree ("tenant_id","brand_id","commented_at","comment_id");--> statement-breakpoint
CREATE INDEX "comments_state" ON "comments" USING btree ("tenant_id","brand_id","status","commented_at","comment_id");--> statement-breakpoint
CREATE INDEX "comments_reported" ON "comments" USING btree ("tenant_id","brand_id","commented_at","comment_id") WHERE report_count > 0;--> statement-breakpoint
CREATE INDEX "content_loves_uid" ON "content_loves" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "content_viewers_day" ON "content_viewers" USING btree ("day");--> statement-breakpoint
CREATE INDEX "content_plans_newest" ON "content_plans" USING btree ("tenant_id","plan_id","visible_from" DESC NULLS FIRST,"plan_content_id");--> statement-breakpoint
CREATE INDEX "content_plans_edited" ON "content_plans" USING btree ("tenant_id","plan_id","edited_at","plan_content_id");--> statement-breakpoint
CREATE INDEX "contents_brand" ON "contents" USING btree ("tenant_id","brand_id","publishing_at");--> statement-breakpoint
CREATE INDEX "contents_edited" ON "contents" USING btree ("tenant_id","brand_id","edited_at");--> statement-breakpoint
CREATE INDEX "contents_status" ON "contents" USING btree ("tenant_id","brand_id","status","edited_at");--> statement-breakpoint
CREATE INDEX "contents_type" ON "contents" USING btree ("tenant_id","brand_id","type","edited_at","plan_content_id");--> statement-breakpoint
CREATE INDEX "contents_media" ON "contents" USING btree ("media_id");--> statement-breakpoint
CREATE INDEX "contents_streaming" ON "contents" USING btree ("tenant_id","streaming_id");--> statement-breakpoint
CREATE INDEX "contents_newest" ON "contents" USING btree ("tenant_id","brand_id","visible_from" DESC NULLS FIRST,"plan_content_id");--> statement-breakpoint
CREATE INDEX "contents_free" ON "contents" USING btree ("tenant_id","brand_id","visible_from" DESC NULLS FIRST,"plan_content_id") WHERE viewable_by = 'allUsers';--> statement-breakpoint
CREATE INDEX "contents_month" ON "contents" USING btree ("tenant_id","brand_id","period_year","period_month") WHERE period_year is not null;--> statement-breakpoint
CREATE INDEX "video_conversions_status" ON "video_conversions" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "events_start" ON "events" USING btree ("tenant_id","brand_id","start_at" DESC NULLS FIRST,"event_id");--> statement-breakpoint
CREATE INDEX "events_end" ON "events" USING btree ("tenant_id","brand_id","end_at");--> statement-breakpoint
CREATE INDEX "events_publish" ON "events" USING btree ("tenant_id","brand_id","publish_at");--> statement-breakpoint
CREATE INDEX "streaming_viewers_seen" ON "streaming_viewers" USING btree ("tenant_id","streaming_id","seen_at");--> statement-breakpoint
CREATE INDEX "streaming_viewers_uid" ON "streaming_viewers" USING btree ("uid","seen_at") WHERE uid is not null;--> statement-breakpoint
CREATE INDEX "streaming_viewers_age" ON "streaming_viewers" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "streamings_event" ON "streamings" USING btree ("tenant_id","event_id","scheduled_start_at");--> statement-breakpoint
CREATE INDEX "streamings_start" ON "streamings" USING btree ("tenant_id","brand_id","scheduled_start_at");--> statement-breakpoint
CREATE INDEX "streamings_brand" ON "streamings" USING btree ("tenant_id","brand_id","expired_at");--> statement-breakpoint
CREATE INDEX "streamings_going" ON "streamings" USING btree ("started_at") WHERE started_at is not null and ended_at is null;--> statement-breakpoint
CREATE INDEX "streamings_unkept" ON "streamings" USING btree ("ended_at") WHERE vod_media_id is null and not has_no_vod;--> statement-breakpoint
CREATE INDEX "streamings_vod_untold" ON "streamings" USING btree ("streaming_id") WHERE vod_media_id is not null and vod_told_at is null;--> statement-breakpoint
CREATE INDEX "cart_items_variation" ON "cart_items" USING btree ("tenant_id","variation_id");--> statement-breakpoint
CREATE INDEX "shipping_addresses_fan" ON "shipping_addresses" USING btree ("uid","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "shipping_addresses_default" ON "shipping_addresses" USING btree ("uid") WHERE is_default;--> statement-breakpoint
CREATE INDEX "tracking_imports_brand" ON "tracking_imports" USING btree ("tenant_id","brand_id","created_at","import_id");--> statement-breakpoint
CREATE INDEX "download_grants_order" ON "download_grants" USING btree ("tenant_id","order_id","created_at");--> statement-breakpoint
CREATE INDEX "download_grants_goods" ON "download_grants" USING btree ("tenant_id","goods_id","created_at" DESC NULLS FIRST,"grant_id");--> statement-breakpoint
CREATE INDEX "download_grants_brand" ON "download_grants" USING btree ("tenant_id","brand_id","created_at" DESC NULLS FIRST,"grant_id");--> statement-breakpoint
CREATE INDEX "download_log_grant_at" ON "download_log" USING btree ("tenant_id","grant_id","at");--> statement-breakpoint
CREATE INDEX "goods_files_goods" ON "goods_files" USING btree ("tenant_id","goods_id","position");--> statement-breakpoint
CREATE INDEX "event_goods_newest" ON "event_goods" USING btree ("tenant_id","created_at" DESC NULLS FIRST,"goods_id");--> statement-breakpoint
CREATE INDEX "event_goods_event" ON "event_goods" USING btree ("tenant_id","event_id","created_at" DESC NULLS FIRST,"goods_id");--> statement-breakpoint
CREATE INDEX "event_goods_drafts_newest" ON "event_goods_drafts" USING btree ("tenant_id","edited_at" DESC NULLS FIRST,"draft_id");--> statement-breakpoint
CREATE INDEX "event_goods_drafts_state" ON "event_goods_drafts" USING btree ("tenant_id","state","edited_at" DESC NULLS FIRST,"draft_id");--> statement-breakpoint
CREATE UNIQUE INDEX "event_goods_drafts_open" ON "event_goods_drafts" USING btree ("tenant_id","goods_id") WHERE state <> 'approved';--> statement-breakpoint
CREATE INDEX "goods_newest" ON "goods" USING btree ("tenant_id","brand_id","created_at" DESC NULLS FIRST,"goods_id");--> statement-breakpoint
CREATE INDEX "goods_start" ON "goods" USING btree ("tenant_id","brand_id","sale_start_at");--> statement-breakpoint
CREATE INDEX "goods_end" ON "goods" USING btree ("tenant_id","brand_id","sale_end_at");--> statement-breakpoint
CREATE INDEX "goods_variations_order" ON "goods_variations" USING btree ("tenant_id","goods_id","position");--> statement-breakpoint
CREATE INDEX "goods_variations_low" ON "goods_variations" USING btree ("tenant_id","goods_id") WHERE not is_unlimited and not is_hidden and not is_stopped and available <= 5;--> statement-breakpoint
CREATE INDEX "stock_moves_variation_at" ON "stock_moves" USING btree ("tenant_id","variation_id","at");--> statement-breakpoint
CREATE INDEX "stock_moves_goods" ON "stock_moves" USING btree ("tenant_id","goods_id","at" DESC NULLS FIRST,"move_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "stock_moves_order" ON "stock_moves" USING btree ("tenant_id","order_id");--> statement-breakpoint
CREATE INDEX "fulfillments_order" ON "fulfillments" USING btree ("tenant_id","order_id","created_at");--> statement-breakpoint
CREATE INDEX "fulfillments_provider" ON "fulfillments" USING btree ("tenant_id","provider","order_id");--> statement-breakpoint
CREATE INDEX "fulfillments_shipped" ON "fulfillments" USING btree ("tenant_id","shipped_at","order_id") WHERE shipped_at is not null;--> statement-breakpoint
CREATE INDEX "fulfillments_tracking" ON "fulfillments" USING btree ("tenant_id","tracking_number") WHERE tracking_number <> '';--> statement-breakpoint
CREATE INDEX "fulfillments_import" ON "fulfillments" USING btree ("tenant_id","import_id") WHERE import_id is not null;--> statement-breakpoint
CREATE INDEX "sandbox_deliveries_due" ON "sandbox_deliveries" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "sandbox_keys_age" ON "sandbox_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sandbox_objects_list" ON "sandbox_objects" USING btree ("object","serial");--> statement-breakpoint
CREATE INDEX "sandbox_objects_refs" ON "sandbox_objects" USING gin ("refs");--> statement-breakpoint
CREATE INDEX "sandbox_objects_due" ON "sandbox_objects" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "audit_log_tenant" ON "audit_log" USING btree ("tenant_id","at");--> statement-breakpoint
CREATE INDEX "audit_log_question" ON "audit_log" USING btree ((payload->>'inquiryId'),"at") WHERE operation = 'assignPlatformInquiry';--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("tenant_id","actor_uid","at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_attempt" ON "idempotency_keys" USING btree ("attempt");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
-- By hand, from here on: what drizzle does not describe.
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
