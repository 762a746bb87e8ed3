CREATE TABLE "alert_notices" (
	"alert_id" integer NOT NULL,
	"minor" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "alert_notices_alert_id_minor_pk" PRIMARY KEY("alert_id","minor")
);
--> statement-breakpoint
CREATE TABLE "held_pages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "held_pages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reading_id" integer NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"observations" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reading_images" (
	"reading_id" integer NOT NULL,
	"game_id" integer NOT NULL,
	"country" text NOT NULL,
	"what" text NOT NULL,
	"store" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"deliverable" boolean,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "reading_images_reading_id_game_id_country_what_store_pk" PRIMARY KEY("reading_id","game_id","country","what","store")
);
--> statement-breakpoint
CREATE TABLE "readings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "readings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"store" text,
	"country" text,
	"origin" text NOT NULL,
	"started_by" integer,
	"poll_id" integer,
	"state" text NOT NULL,
	"begun_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"seen" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"undone_at" timestamp with time zone,
	"undone_by" integer,
	"taken_back" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "file_imports" ADD COLUMN "reading_id" integer;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "reading_id" integer;--> statement-breakpoint
ALTER TABLE "price_history" ADD COLUMN "reading_id" integer;--> statement-breakpoint
ALTER TABLE "alert_notices" ADD CONSTRAINT "alert_notices_alert_id_price_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."price_alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_pages" ADD CONSTRAINT "held_pages_reading_id_readings_id_fk" FOREIGN KEY ("reading_id") REFERENCES "public"."readings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_images" ADD CONSTRAINT "reading_images_reading_id_readings_id_fk" FOREIGN KEY ("reading_id") REFERENCES "public"."readings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "readings" ADD CONSTRAINT "readings_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "readings" ADD CONSTRAINT "readings_poll_id_price_polls_id_fk" FOREIGN KEY ("poll_id") REFERENCES "public"."price_polls"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "readings" ADD CONSTRAINT "readings_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "held_pages_reading_idx" ON "held_pages" USING btree ("reading_id");--> statement-breakpoint
CREATE INDEX "readings_source_idx" ON "readings" USING btree ("source","id");--> statement-breakpoint
CREATE UNIQUE INDEX "readings_poll_key" ON "readings" USING btree ("poll_id") WHERE "readings"."poll_id" is not null;--> statement-breakpoint
CREATE INDEX "readings_held_idx" ON "readings" USING btree ("source") WHERE "readings"."state" = 'held';--> statement-breakpoint
ALTER TABLE "file_imports" ADD CONSTRAINT "file_imports_reading_id_readings_id_fk" FOREIGN KEY ("reading_id") REFERENCES "public"."readings"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_events_rule_game_idx" ON "notification_events" USING btree ("rule_id","game_id","at");--> statement-breakpoint
-- from now on a reading has what an import changed in prices
UPDATE "file_imports" SET "undoable" = false WHERE "undoable";--> statement-breakpoint
DELETE FROM "import_changes";