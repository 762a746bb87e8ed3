CREATE TABLE "library_games" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "library_games_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"game_id" integer NOT NULL,
	"state" text NOT NULL,
	"source" text NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "library_games_user_game_key" UNIQUE("user_id","game_id")
);
--> statement-breakpoint
CREATE TABLE "steam_imports" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"daily" boolean DEFAULT false NOT NULL,
	"checked_at" timestamp with time zone,
	"problem" text,
	"summary" jsonb
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "library_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "library_games" ADD CONSTRAINT "library_games_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_games" ADD CONSTRAINT "library_games_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "steam_imports" ADD CONSTRAINT "steam_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "library_games_game_id_idx" ON "library_games" USING btree ("game_id");--> statement-breakpoint
CREATE INDEX "steam_imports_checked_at_idx" ON "steam_imports" USING btree ("checked_at");