CREATE TABLE "alert_recipients" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"stopped_at" timestamp with time zone,
	"day" date,
	"mails" integer DEFAULT 0 NOT NULL,
	"last_digest_on" date
);
--> statement-breakpoint
CREATE TABLE "fired_alerts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fired_alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"alert_id" integer NOT NULL,
	"target_cents" integer,
	"old_cents" integer,
	"new_cents" integer NOT NULL,
	"store" "store_key" NOT NULL,
	"deferred_on" date
);
--> statement-breakpoint
ALTER TABLE "signing_keys" ADD COLUMN "retired_at" timestamp with time zone;--> statement-breakpoint
-- links are signed with a key outside the database from now on; those in mails that are out keep working for a while
UPDATE "signing_keys" SET "retired_at" = now() WHERE "purpose" = 'stop alert';--> statement-breakpoint
ALTER TABLE "alert_recipients" ADD CONSTRAINT "alert_recipients_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fired_alerts" ADD CONSTRAINT "fired_alerts_alert_id_price_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."price_alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fired_alerts_alert_id_idx" ON "fired_alerts" USING btree ("alert_id");