CREATE TABLE "game_merges" (
	"game_id" integer PRIMARY KEY NOT NULL,
	"into_id" integer NOT NULL,
	"title" text NOT NULL,
	"title_key" text NOT NULL,
	"products" text[] NOT NULL,
	"merged_at" timestamp with time zone NOT NULL,
	"kept" jsonb
);
--> statement-breakpoint
CREATE TABLE "merged_items" (
	"game_id" integer NOT NULL,
	"kind" text NOT NULL,
	"item_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb,
	CONSTRAINT "merged_items_game_id_kind_item_id_pk" PRIMARY KEY("game_id","kind","item_id")
);
--> statement-breakpoint
ALTER TABLE "merged_items" ADD CONSTRAINT "merged_items_game_id_game_merges_game_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."game_merges"("game_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_items" ADD CONSTRAINT "merged_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "game_merges_into_idx" ON "game_merges" USING btree ("into_id");--> statement-breakpoint
CREATE INDEX "merged_items_user_idx" ON "merged_items" USING btree ("user_id");