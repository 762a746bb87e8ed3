CREATE TABLE "sale_calendars" (
	"store" text PRIMARY KEY NOT NULL,
	"lifts" real[] NOT NULL,
	"learned_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sale_forecasts" (
	"month" date NOT NULL,
	"country" text NOT NULL,
	"game_id" integer NOT NULL,
	"store" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"within_30" smallint NOT NULL,
	"within_60" smallint NOT NULL,
	"within_90" smallint NOT NULL,
	"usual_cut" smallint NOT NULL,
	"sale_at" timestamp with time zone,
	"sale_cut" smallint,
	"known_until" timestamp with time zone NOT NULL,
	CONSTRAINT "sale_forecasts_month_country_game_id_store_pk" PRIMARY KEY("month","country","game_id","store")
);
--> statement-breakpoint
ALTER TABLE "sale_calendars" ADD CONSTRAINT "sale_calendars_store_stores_key_fk" FOREIGN KEY ("store") REFERENCES "public"."stores"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_forecasts" ADD CONSTRAINT "sale_forecasts_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_forecasts" ADD CONSTRAINT "sale_forecasts_store_stores_key_fk" FOREIGN KEY ("store") REFERENCES "public"."stores"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sale_forecasts_game_id_idx" ON "sale_forecasts" USING btree ("game_id");