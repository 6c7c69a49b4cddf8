CREATE TABLE "content_versions" (
	"tenant_id" text NOT NULL,
	"plan_content_id" text NOT NULL,
	"version_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"text" text NOT NULL,
	"is_draft" boolean NOT NULL,
	"began_at" timestamptz NOT NULL,
	"saved_at" timestamptz NOT NULL,
	"saved_by" text NOT NULL,
	CONSTRAINT "content_versions_tenant_id_plan_content_id_version_id_pk" PRIMARY KEY("tenant_id","plan_content_id","version_id")
);
--> statement-breakpoint
ALTER TABLE "content_versions" ADD CONSTRAINT "content_versions_content" FOREIGN KEY ("tenant_id","plan_content_id") REFERENCES "public"."contents"("tenant_id","plan_content_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_versions_newest" ON "content_versions" USING btree ("tenant_id","plan_content_id","saved_at","version_id");