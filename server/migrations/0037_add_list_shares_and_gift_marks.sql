CREATE TABLE "gift_marks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gift_marks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"list_id" integer NOT NULL,
	"game_id" integer NOT NULL,
	"giver_hash" "bytea" NOT NULL,
	CONSTRAINT "gift_marks_list_game_key" UNIQUE("list_id","game_id")
);
--> statement-breakpoint
CREATE TABLE "list_shares" (
	"list_id" integer PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"token" text NOT NULL,
	"shows_notes" boolean NOT NULL,
	"shows_name" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "list_shares_token_hash_key" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "gift_marks" ADD CONSTRAINT "gift_marks_list_id_game_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."game_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_marks" ADD CONSTRAINT "gift_marks_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_shares" ADD CONSTRAINT "list_shares_list_id_game_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."game_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gift_marks_game_id_idx" ON "gift_marks" USING btree ("game_id");