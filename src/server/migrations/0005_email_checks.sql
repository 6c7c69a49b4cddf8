CREATE TABLE "email_checks" (
	"uid" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"is_change" boolean NOT NULL,
	"secret_hash" text NOT NULL,
	"expires_at" timestamptz NOT NULL
);
