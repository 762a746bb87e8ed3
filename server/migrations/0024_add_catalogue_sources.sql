CREATE TABLE "game_facts" (
	"game_id" integer NOT NULL,
	"source" text NOT NULL,
	"product_id" text NOT NULL,
	"details" jsonb NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "game_facts_game_id_source_pk" PRIMARY KEY("game_id","source")
);
--> statement-breakpoint
CREATE TABLE "steam_apps" (
	"appid" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"modified_at" timestamp with time zone,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "match_reviews" ADD COLUMN "link" text;--> statement-breakpoint
ALTER TABLE "match_reviews" ADD COLUMN "price_minor" integer;--> statement-breakpoint
ALTER TABLE "match_reviews" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "match_reviews" ADD COLUMN "decided_by" integer;--> statement-breakpoint
ALTER TABLE "match_reviews" ADD COLUMN "is_new_game" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "game_facts" ADD CONSTRAINT "game_facts_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "game_facts_product_idx" ON "game_facts" USING btree ("source","product_id");--> statement-breakpoint
CREATE INDEX "game_facts_parent_idx" ON "game_facts" USING btree (("details" ->> 'parentAppid')) WHERE "game_facts"."details" ? 'parentAppid';--> statement-breakpoint
ALTER TABLE "match_reviews" ADD CONSTRAINT "match_reviews_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "match_reviews_promising_idx" ON "match_reviews" USING btree ("decided_at" desc nulls last,(cardinality("candidates") = 0),"seen_count" desc,"id");