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
-- By hand: the key of the former reference is replaced after the reference, and the new column is filled from the contents.
ALTER TABLE "content_plans" DROP CONSTRAINT "content_plans_content";
--> statement-breakpoint
ALTER TABLE "contents" DROP CONSTRAINT "contents_visible";
--> statement-breakpoint
ALTER TABLE "content_plans" ADD COLUMN "edited_at" timestamptz;
--> statement-breakpoint
UPDATE "content_plans" SET "edited_at" = c."edited_at" FROM "contents" c WHERE c."tenant_id" = "content_plans"."tenant_id" AND c."plan_content_id" = "content_plans"."plan_content_id";
--> statement-breakpoint
ALTER TABLE "content_plans" ALTER COLUMN "edited_at" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_times" UNIQUE("tenant_id","plan_content_id","visible_from","edited_at");
--> statement-breakpoint
ALTER TABLE "content_plans" ADD CONSTRAINT "content_plans_times" FOREIGN KEY ("tenant_id","plan_content_id","visible_from","edited_at") REFERENCES "public"."contents"("tenant_id","plan_content_id","visible_from","edited_at") ON DELETE cascade ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "failed_jobs" ADD CONSTRAINT "failed_jobs_tenant_id_brand_id_brands_tenant_id_brand_id_fk" FOREIGN KEY ("tenant_id","brand_id") REFERENCES "public"."brands"("tenant_id","brand_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "membership_stretches" ADD CONSTRAINT "membership_stretches_subscription" FOREIGN KEY ("tenant_id","subscription_id") REFERENCES "public"."subscriptions"("tenant_id","subscription_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "failed_jobs_newest" ON "failed_jobs" USING btree ("failed_at","failed_job_id");
--> statement-breakpoint
CREATE INDEX "failed_jobs_waiting" ON "failed_jobs" USING btree ("failed_at","failed_job_id") WHERE outcome is null;
--> statement-breakpoint
CREATE INDEX "failed_jobs_brand" ON "failed_jobs" USING btree ("tenant_id","brand_id","failed_at") WHERE brand_id is not null;
--> statement-breakpoint
CREATE INDEX "membership_stretches_brand" ON "membership_stretches" USING btree ("tenant_id","brand_id","days","number","purchased_at","subscription_id");
--> statement-breakpoint
CREATE INDEX "membership_stretches_plan" ON "membership_stretches" USING btree ("tenant_id","plan_id","days","number","purchased_at","subscription_id");
--> statement-breakpoint
CREATE INDEX "content_plans_edited" ON "content_plans" USING btree ("tenant_id","plan_id","edited_at","plan_content_id");
--> statement-breakpoint
CREATE INDEX "subscription_terms_begun" ON "subscription_terms" USING btree ("tenant_id","plan_id","starts_at");
--> statement-breakpoint
CREATE INDEX "subscription_terms_voided" ON "subscription_terms" USING btree ("tenant_id","plan_id","voided_at") WHERE voided_at is not null;
--> statement-breakpoint
DROP INDEX "comments_shown";
--> statement-breakpoint
DROP INDEX "contents_newest";
--> statement-breakpoint
DROP INDEX "contents_free";
--> statement-breakpoint
CREATE INDEX "comments_shown" ON "comments" USING btree ("tenant_id","plan_content_id","commented_at" DESC NULLS FIRST,"comment_id") WHERE parent_id is null and (status = 'published' or (status = 'deleted' and has_replies));
--> statement-breakpoint
CREATE INDEX "contents_newest" ON "contents" USING btree ("tenant_id","brand_id","visible_from" DESC NULLS FIRST,"plan_content_id");
--> statement-breakpoint
CREATE INDEX "contents_free" ON "contents" USING btree ("tenant_id","brand_id","visible_from" DESC NULLS FIRST,"plan_content_id") WHERE viewable_by = 'allUsers';
--> statement-breakpoint
-- By hand: the stretches of the memberships that are there, as restretchAll (subscriptions/stretches) writes them.
INSERT INTO "membership_stretches" (tenant_id, brand_id, plan_id, subscription_id, uid, purchased_at, days, number)
select distinct s.tenant_id, s.brand_id, s.plan_id, s.subscription_id, s.uid, s.purchased_at, part.days, part.number
from "subscriptions" s
join (
  select t.subscription_id, unnest(range_agg(tstzrange(t.starts_at, least(t.ends_at, t.voided_at, t.starts_at + interval '100 years')))) as run
  from "subscription_terms" t where t.source <> 'grace' and (t.voided_at is null or t.voided_at > t.starts_at)
  group by t.subscription_id
) r on r.subscription_id = s.subscription_id,
lateral (select lower(run) at time zone 'Asia/Tokyo' as begins, upper(run) at time zone 'Asia/Tokyo' as ends) local,
lateral (select begins::date - date '1970-01-01' as begun, ends::date - date '1970-01-01' as ended,
  begins <> begins::date as is_late, ends <> ends::date as is_early) days,
lateral (
  select 0 as days, begun as number where is_late
  union select 0, ended where is_early
  union all select 1 << power, number from generate_series(0, 11) power,
  lateral (select (begun + is_late::int + (1 << power) - 1) >> power as low, ended >> power as high) whole,
  lateral (
    select low as number where power < 11 and low < high and low % 2 = 1
    union all select high - 1 where power < 11 and low < high and high % 2 = 1
    union all select n from generate_series(low, high - 1) n where power = 11
  ) cut
) part;
