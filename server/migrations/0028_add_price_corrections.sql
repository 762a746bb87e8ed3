CREATE TABLE "price_overrides" (
	"game_id" integer NOT NULL,
	"country" text NOT NULL,
	"store" text NOT NULL,
	"price_minor" integer NOT NULL,
	"regular_minor" integer,
	"until" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	"set_at" timestamp with time zone NOT NULL,
	"set_by" integer,
	"source_currency" text NOT NULL,
	"source_minor" integer,
	"source_regular_minor" integer,
	"source_free_until" timestamp with time zone,
	CONSTRAINT "price_overrides_game_id_country_store_pk" PRIMARY KEY("game_id","country","store")
);
--> statement-breakpoint
CREATE TABLE "voided_records" (
	"game_id" integer NOT NULL,
	"country" text NOT NULL,
	"store" text NOT NULL,
	"currency" text NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"price_minor" integer,
	"regular_minor" integer,
	"ends_at" timestamp with time zone,
	"reason" text NOT NULL,
	"voided_at" timestamp with time zone NOT NULL,
	"voided_by" integer,
	"standing" boolean DEFAULT false NOT NULL,
	"superseded_at" timestamp with time zone,
	CONSTRAINT "voided_records_game_id_country_store_recorded_at_pk" PRIMARY KEY("game_id","country","store","recorded_at")
);
--> statement-breakpoint
ALTER TABLE "price_overrides" ADD CONSTRAINT "price_overrides_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_overrides" ADD CONSTRAINT "price_overrides_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voided_records" ADD CONSTRAINT "voided_records_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voided_records" ADD CONSTRAINT "voided_records_voided_by_users_id_fk" FOREIGN KEY ("voided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "voided_records_standing_idx" ON "voided_records" USING btree ("game_id") WHERE "voided_records"."standing";