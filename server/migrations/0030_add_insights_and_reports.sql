CREATE TABLE "empty_searches" (
	"day" date NOT NULL,
	"search" text NOT NULL,
	"searches" integer NOT NULL,
	CONSTRAINT "empty_searches_day_search_pk" PRIMARY KEY("day","search")
);
--> statement-breakpoint
CREATE TABLE "price_reports" (
	"submission_id" integer PRIMARY KEY NOT NULL,
	"game_id" integer NOT NULL,
	"country" text NOT NULL,
	"store" text NOT NULL,
	"price_minor" integer,
	"currency" text NOT NULL,
	"reported_at" timestamp with time zone NOT NULL,
	"outcome" text,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "game_clicks" (
	"day" date NOT NULL,
	"game_id" integer NOT NULL,
	"clicks" integer NOT NULL,
	CONSTRAINT "game_clicks_day_game_id_pk" PRIMARY KEY("day","game_id")
);
--> statement-breakpoint
ALTER TABLE "price_reports" ADD CONSTRAINT "price_reports_submission_id_contact_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."contact_submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_reports" ADD CONSTRAINT "price_reports_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_clicks" ADD CONSTRAINT "game_clicks_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_reports_offer_idx" ON "price_reports" USING btree ("game_id","country","store");--> statement-breakpoint
CREATE INDEX "price_reports_open_idx" ON "price_reports" USING btree ("reported_at") WHERE "price_reports"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "game_clicks_game_id_idx" ON "game_clicks" USING btree ("game_id");