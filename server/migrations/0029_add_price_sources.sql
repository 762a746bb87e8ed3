CREATE TABLE "price_sources" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_sources_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"store" text NOT NULL,
	"country" text NOT NULL,
	"registered_at" timestamp with time zone NOT NULL,
	"paused" boolean DEFAULT false NOT NULL,
	"requested_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"reported_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "price_sources_key_unique" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "price_polls" ADD COLUMN "refusals" jsonb DEFAULT '[]'::jsonb NOT NULL;