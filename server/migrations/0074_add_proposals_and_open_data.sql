CREATE TABLE "translation_proposals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "translation_proposals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"language" text NOT NULL,
	"value" text NOT NULL,
	"source_version" integer NOT NULL,
	"base_version" integer NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"proposed_by" integer,
	CONSTRAINT "translation_proposals_key" UNIQUE("key","language")
);
--> statement-breakpoint
ALTER TABLE "match_reviews" ADD COLUMN "proposed_game_id" integer;--> statement-breakpoint
ALTER TABLE "match_reviews" ADD COLUMN "proposed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "match_reviews" ADD COLUMN "proposed_by" integer;--> statement-breakpoint
ALTER TABLE "match_reviews" ADD COLUMN "proposed_title" text;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "open_data_licence" text;--> statement-breakpoint
ALTER TABLE "translation_proposals" ADD CONSTRAINT "translation_proposals_language_languages_tag_fk" FOREIGN KEY ("language") REFERENCES "public"."languages"("tag") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translation_proposals" ADD CONSTRAINT "translation_proposals_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "match_reviews" ADD CONSTRAINT "match_reviews_proposed_game_id_games_id_fk" FOREIGN KEY ("proposed_game_id") REFERENCES "public"."games"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "match_reviews" ADD CONSTRAINT "match_reviews_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "match_reviews_proposed_idx" ON "match_reviews" USING btree ("proposed_game_id") WHERE "match_reviews"."proposed_game_id" is not null;--> statement-breakpoint
-- read by the site itself from interfaces that are open to everyone
UPDATE "stores" SET "open_data_licence" = 'CC0-1.0' WHERE "key" IN ('steam', 'gog', 'epic');
