CREATE TABLE "page_renewals" (
	"renewal_id" text PRIMARY KEY NOT NULL,
	"tag" text NOT NULL,
	"at" timestamptz NOT NULL
);
