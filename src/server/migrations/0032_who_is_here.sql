CREATE TABLE "presences" (
	"tenant_id" text NOT NULL,
	"brand_id" text NOT NULL,
	"kind" text NOT NULL,
	"item_id" text NOT NULL,
	"uid" text NOT NULL,
	"seen_at" timestamptz NOT NULL,
	CONSTRAINT "presences_tenant_id_brand_id_kind_item_id_uid_pk" PRIMARY KEY("tenant_id","brand_id","kind","item_id","uid")
);
