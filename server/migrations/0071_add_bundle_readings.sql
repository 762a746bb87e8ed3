CREATE TABLE "bundle_readings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bundle_readings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"state" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"seen" integer NOT NULL,
	"problem" text
);
--> statement-breakpoint
CREATE INDEX "bundle_readings_source_idx" ON "bundle_readings" USING btree ("source","id");