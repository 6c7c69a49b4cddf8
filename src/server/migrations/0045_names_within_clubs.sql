CREATE UNIQUE INDEX CONCURRENTLY "tenant_members_by_invitation" ON "tenant_members" USING btree ("invitation_hash","tenant_id");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "subscriptions_by_provider" ON "subscriptions" USING btree ("provider_subscription_id","tenant_id");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "disputes_by_provider" ON "disputes" USING btree ("provider_dispute_id","tenant_id");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "orders_by_session" ON "orders" USING btree ("session_id","tenant_id");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "orders_by_intent" ON "orders" USING btree ("intent_id","tenant_id");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "orders_by_invoice" ON "orders" USING btree ("invoice_id","tenant_id");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "refunds_by_provider" ON "refunds" USING btree ("provider_refund_id","tenant_id");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "payouts_by_trace" ON "payouts" USING btree ("trace_id","tenant_id");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "streamings_by_key" ON "streamings" USING btree ("stream_key","tenant_id");