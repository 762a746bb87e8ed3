CREATE TYPE "public"."store_key" AS ENUM('steam', 'gog', 'cdkeys', 'other');--> statement-breakpoint
CREATE TYPE "public"."config_type" AS ENUM('string', 'number', 'boolean', 'json');--> statement-breakpoint
CREATE TABLE "content_strings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "content_strings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"category" text NOT NULL,
	"current_value" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"last_modified" timestamp with time zone,
	CONSTRAINT "content_strings_key" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "games" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "games_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"title_folded" text NOT NULL,
	"title_key" text NOT NULL,
	"genre" text,
	"developer" text,
	"description" text,
	"rating" double precision,
	"review_score" double precision,
	"review_count" integer,
	"boxart_url" text,
	"steam_appid" integer,
	"tags" text,
	"explicit" boolean DEFAULT false NOT NULL,
	"player_count" integer,
	"metacritic_score" smallint,
	"release_date" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "games_steam_appid_key" UNIQUE("steam_appid")
);
--> statement-breakpoint
CREATE TABLE "game_prices" (
	"game_id" integer PRIMARY KEY NOT NULL,
	"steam_cents" integer,
	"gog_cents" integer,
	"cdkeys_cents" integer,
	"other_cents" integer,
	"cdkeys_in_stock" boolean,
	"best_cents" integer,
	"best_store" "store_key",
	"highest_best_cents" integer,
	"low_cents" integer,
	"low_store" "store_key",
	"low_at" timestamp with time zone,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"game_id" integer NOT NULL,
	"store" "store_key" NOT NULL,
	"price_cents" integer,
	"regular_cents" integer,
	"link" text,
	"in_stock" boolean,
	"product_id" text,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "offers_game_id_store_pk" PRIMARY KEY("game_id","store")
);
--> statement-breakpoint
CREATE TABLE "price_history" (
	"game_id" integer NOT NULL,
	"store" "store_key" NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"price_cents" integer,
	"regular_cents" integer,
	CONSTRAINT "price_history_game_id_store_recorded_at_pk" PRIMARY KEY("game_id","store","recorded_at")
);
--> statement-breakpoint
CREATE TABLE "site_config" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "site_config_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"type" "config_type" NOT NULL,
	"value" text NOT NULL,
	"category" text NOT NULL,
	"description" text,
	"required" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"last_modified" timestamp with time zone,
	CONSTRAINT "site_config_key" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "game_prices" ADD CONSTRAINT "game_prices_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_history" ADD CONSTRAINT "price_history_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "games_title_key_idx" ON "games" USING btree ("title_key",extract(year from "release_date"));