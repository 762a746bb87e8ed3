CREATE TYPE "public"."match_decision" AS ENUM('accepted', 'rejected');--> statement-breakpoint
CREATE TABLE "match_reviews" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "match_reviews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"store" "store_key" NOT NULL,
	"product_id" text NOT NULL,
	"title" text,
	"candidates" integer[] NOT NULL,
	"seen_count" integer DEFAULT 1 NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"decision" "match_decision",
	"game_id" integer,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "price_feeds" (
	"store" "store_key" PRIMARY KEY NOT NULL,
	"offers" integer NOT NULL,
	"read_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- Unlogged: after a crash the feed is read anew.
CREATE UNLOGGED TABLE "staged_offers" (
	"store" "store_key" NOT NULL,
	"reading" text NOT NULL,
	"line" integer NOT NULL,
	"product_id" text NOT NULL,
	"offer" jsonb NOT NULL,
	"game_id" integer,
	"staged_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staged_offers_reading_line_pk" PRIMARY KEY("reading","line")
);
--> statement-breakpoint
ALTER TABLE "match_reviews" ADD CONSTRAINT "match_reviews_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "match_reviews_product_key" ON "match_reviews" USING btree ("store","product_id");--> statement-breakpoint
CREATE INDEX "match_reviews_waiting_idx" ON "match_reviews" USING btree ("store","id") WHERE "match_reviews"."decision" is null;--> statement-breakpoint
CREATE INDEX "offers_product_idx" ON "offers" USING btree ("store","product_id") WHERE "offers"."product_id" is not null;
