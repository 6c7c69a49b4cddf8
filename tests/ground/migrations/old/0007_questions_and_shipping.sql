CREATE INDEX "inquiries_assigned" ON "inquiries" USING btree ("assigned_to","state","last_message_at","inquiry_id") WHERE direction = 'creatorToPlatform';--> statement-breakpoint
CREATE INDEX "sales_days_item" ON "sales_days" USING btree ("tenant_id","brand_id","item_id");--> statement-breakpoint
CREATE INDEX "fulfillments_provider" ON "fulfillments" USING btree ("tenant_id","provider","order_id");--> statement-breakpoint
CREATE INDEX "fulfillments_shipped" ON "fulfillments" USING btree ("tenant_id","shipped_at","order_id") WHERE shipped_at is not null;--> statement-breakpoint
CREATE INDEX "orders_total" ON "orders" USING btree ("tenant_id","brand_id","total","placed_at","order_id");--> statement-breakpoint
CREATE INDEX "audit_log_question" ON "audit_log" USING btree ((payload->>'inquiryId'),"at") WHERE operation = 'assignPlatformInquiry';