CREATE TABLE "voucher_votes" (
	"voucher_id" integer NOT NULL,
	"day" date NOT NULL,
	"visitor" text NOT NULL,
	"works" boolean NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "voucher_votes_voucher_id_day_visitor_pk" PRIMARY KEY("voucher_id","day","visitor")
);
--> statement-breakpoint
CREATE TABLE "vouchers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vouchers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"store" text NOT NULL,
	"code" text NOT NULL,
	"conditions" text DEFAULT '' NOT NULL,
	"country" text,
	"percent" smallint,
	"amount_minor" integer,
	"currency" text,
	"game_ids" integer[] DEFAULT '{}' NOT NULL,
	"excluded_game_ids" integer[] DEFAULT '{}' NOT NULL,
	"excluded_regions" text[] DEFAULT '{}' NOT NULL,
	"minimum_minor" integer,
	"full_price_only" boolean DEFAULT false NOT NULL,
	"begins_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"promotion_id" text,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "voucher_votes" ADD CONSTRAINT "voucher_votes_voucher_id_vouchers_id_fk" FOREIGN KEY ("voucher_id") REFERENCES "public"."vouchers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_store_stores_key_fk" FOREIGN KEY ("store") REFERENCES "public"."stores"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "vouchers_store_idx" ON "vouchers" USING btree ("store");--> statement-breakpoint
CREATE UNIQUE INDEX "vouchers_promotion_key" ON "vouchers" USING btree ("store",coalesce("country", ''),"promotion_id") WHERE "vouchers"."promotion_id" is not null;