-- The last version deletes and writes the links in the transaction that writes a content's times: nothing follows by the cascade alone.
ALTER TABLE "content_plans" DROP CONSTRAINT "content_plans_times";--> statement-breakpoint
-- exempt: its columns begin with those of the primary key, and no version says on conflict by it
ALTER TABLE "contents" DROP CONSTRAINT "contents_times";--> statement-breakpoint
ALTER TABLE "tenant_applications" DROP CONSTRAINT "tenant_applications_tenant_id_tenants_tenant_id_fk";