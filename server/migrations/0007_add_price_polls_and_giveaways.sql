CREATE TYPE "public"."poll_state" AS ENUM('running', 'done', 'failed');--> statement-breakpoint
CREATE TABLE "price_polls" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_polls_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"store" "store_key" NOT NULL,
	"state" "poll_state" DEFAULT 'running' NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"complete" boolean DEFAULT false NOT NULL,
	"cursor" text,
	"seen" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"unmatched" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"closed" integer DEFAULT 0 NOT NULL,
	"problem" text
);
--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "after_cents" integer;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "after_regular_cents" integer;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "after_link" text;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "was_free_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "price_polls_source_idx" ON "price_polls" USING btree ("source","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "price_polls_running_idx" ON "price_polls" USING btree ("source") WHERE "price_polls"."state" = 'running';--> statement-breakpoint
-- Room for another version of a row beside it: a poll stamps every offer that it saw, and need not touch the index for that.
ALTER TABLE "offers" SET (fillfactor = 70);
