CREATE TABLE "game_versions" (
	"game_id" integer NOT NULL,
	"version" integer NOT NULL,
	"action" text NOT NULL,
	"values" jsonb NOT NULL,
	"overridden" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" integer,
	"reason" text,
	"replaced" jsonb NOT NULL,
	CONSTRAINT "game_versions_game_id_version_pk" PRIMARY KEY("game_id","version")
);
--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "overrides" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "game_versions" ADD CONSTRAINT "game_versions_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_versions" ADD CONSTRAINT "game_versions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "games_hidden_idx" ON "games" USING btree ("id") WHERE "games"."hidden";--> statement-breakpoint
CREATE INDEX "games_edited_idx" ON "games" USING btree ("id") WHERE "games"."overrides" <> '{}';