ALTER TABLE "orders" ADD COLUMN "is_refund_failed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "is_disputed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "handled_at" timestamptz;--> statement-breakpoint
-- What waits already: disputes that are open, and failed refunds that no later one followed.
UPDATE "orders" o SET "is_disputed" = true
	FROM "disputes" d
	WHERE d.tenant_id = o.tenant_id AND d.order_id = o.order_id AND d.state IN ('inquiry', 'open');--> statement-breakpoint
UPDATE "orders" o SET "is_refund_failed" = true
	FROM "refunds" r
	WHERE r.tenant_id = o.tenant_id AND r.order_id = o.order_id AND r.state IN ('failed', 'canceled') AND r.decided_at IS NOT NULL
		AND r.reason <> 'accountDeleted' AND (r.intent_id IS NOT NULL OR r.requested_at >= o.paid_at)
		AND NOT EXISTS (SELECT 1 FROM "refunds" later
			WHERE later.tenant_id = r.tenant_id AND later.order_id = r.order_id AND later.intent_id IS NOT DISTINCT FROM r.intent_id
				AND later.requested_at >= r.decided_at AND later.state NOT IN ('failed', 'canceled'));--> statement-breakpoint
-- A generated column cannot get another expression: it is made anew, and the index that went with it.
ALTER TABLE "orders" DROP COLUMN "tab";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tab" text GENERATED ALWAYS AS (case
          when payment_state = 'awaitingPayment' then 'awaiting'
          when payment_state = 'paidLate' or is_refund_failed or is_disputed then 'todo'
          when payment_state in ('expired', 'canceled', 'failed', 'refunded') then 'closed'
          when fulfillment_state in ('unfulfilled', 'onHold', 'partiallyShipped') then 'todo'
          when fulfillment_state = 'preparing' then 'preparing'
          when fulfillment_state = 'shipped' then 'shipped'
          when fulfillment_state in ('returned', 'canceled') then 'closed'
          else 'done' end) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_tab" ON "orders" USING btree ("tenant_id","brand_id","tab","placed_at","order_id");--> statement-breakpoint
CREATE INDEX "disputes_opened" ON "disputes" USING btree ("tenant_id","opened_at");--> statement-breakpoint
CREATE INDEX "orders_refund_failed" ON "orders" USING btree ("tenant_id","brand_id","placed_at","order_id") WHERE is_refund_failed;--> statement-breakpoint
CREATE INDEX "orders_disputed" ON "orders" USING btree ("tenant_id","brand_id","placed_at","order_id") WHERE is_disputed;
