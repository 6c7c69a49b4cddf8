CREATE TABLE "chat_hearts" (
	"tenant_id" text NOT NULL,
	"streaming_id" text NOT NULL,
	"slot" smallint NOT NULL,
	"hearts" bigint NOT NULL,
	CONSTRAINT "chat_hearts_tenant_id_streaming_id_slot_pk" PRIMARY KEY("tenant_id","streaming_id","slot")
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"tenant_id" text NOT NULL,
	"message_id" text NOT NULL,
	"streaming_id" text NOT NULL,
	"uid" text NOT NULL,
	"as_brand" boolean DEFAULT false NOT NULL,
	"text" text NOT NULL,
	"status" text NOT NULL,
	"held_reasons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"seq" bigint NOT NULL,
	"said_at" timestamptz NOT NULL,
	"moment" integer NOT NULL,
	"moderated_at" timestamptz,
	"moderated_by" text,
	CONSTRAINT "chat_messages_tenant_id_message_id_pk" PRIMARY KEY("tenant_id","message_id"),
	CONSTRAINT "chat_messages_status" CHECK (status in ('published', 'held', 'removed'))
);
--> statement-breakpoint
CREATE TABLE "chat_rooms" (
	"tenant_id" text NOT NULL,
	"streaming_id" text NOT NULL,
	"last_seq" bigint DEFAULT 0 NOT NULL,
	"slow_seconds" integer DEFAULT 0 NOT NULL,
	"pinned_id" text,
	"told_at" timestamptz,
	CONSTRAINT "chat_rooms_tenant_id_streaming_id_pk" PRIMARY KEY("tenant_id","streaming_id")
);
--> statement-breakpoint
ALTER TABLE "chat_hearts" ADD CONSTRAINT "chat_hearts_streaming" FOREIGN KEY ("tenant_id","streaming_id") REFERENCES "public"."streamings"("tenant_id","streaming_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_streaming" FOREIGN KEY ("tenant_id","streaming_id") REFERENCES "public"."streamings"("tenant_id","streaming_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_rooms" ADD CONSTRAINT "chat_rooms_streaming" FOREIGN KEY ("tenant_id","streaming_id") REFERENCES "public"."streamings"("tenant_id","streaming_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_messages_seq" ON "chat_messages" USING btree ("tenant_id","streaming_id","seq");--> statement-breakpoint
CREATE INDEX "chat_messages_moment" ON "chat_messages" USING btree ("tenant_id","streaming_id","moment","message_id") WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "chat_messages_author" ON "chat_messages" USING btree ("tenant_id","streaming_id","uid","said_at");--> statement-breakpoint
CREATE INDEX "chat_messages_uid" ON "chat_messages" USING btree ("uid","said_at");