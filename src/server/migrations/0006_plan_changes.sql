ALTER TABLE "subscriptions" ADD COLUMN "next_plan_id" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "changed_from_id" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_next_plan" FOREIGN KEY ("tenant_id","next_plan_id") REFERENCES "public"."plans"("tenant_id","plan_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscriptions_changing" ON "subscriptions" USING btree ("tenant_id","next_plan_id") WHERE next_plan_id is not null;