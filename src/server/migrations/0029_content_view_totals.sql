CREATE TABLE "content_view_totals" (
	"tenant_id" text NOT NULL,
	"plan_content_id" text NOT NULL,
	"viewers" integer NOT NULL,
	CONSTRAINT "content_view_totals_tenant_id_plan_content_id_pk" PRIMARY KEY("tenant_id","plan_content_id")
);
--> statement-breakpoint
ALTER TABLE "content_view_totals" ADD CONSTRAINT "content_view_totals_content" FOREIGN KEY ("tenant_id","plan_content_id") REFERENCES "public"."contents"("tenant_id","plan_content_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_view_totals_viewers" ON "content_view_totals" USING btree ("tenant_id","viewers","plan_content_id");--> statement-breakpoint
INSERT INTO "content_view_totals" ("tenant_id", "plan_content_id", "viewers")
SELECT "v"."tenant_id", "v"."plan_content_id", sum("v"."viewers")::integer FROM "content_views" "v" GROUP BY "v"."tenant_id", "v"."plan_content_id";
