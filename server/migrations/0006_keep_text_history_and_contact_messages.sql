CREATE TYPE "public"."submission_status" AS ENUM('new', 'read', 'in_progress', 'resolved', 'closed', 'spam');--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"submission_id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"ip_address" text,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "contact_submissions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contact_submissions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"status" "submission_status" NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"resolved_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"folded_name" text collate "C" NOT NULL,
	"folded_email" text collate "C" NOT NULL,
	"folded_subject" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_string_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "content_string_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"content_string_id" integer NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"change_reason" text
);
--> statement-breakpoint
ALTER TABLE "content_strings" ADD COLUMN "folded_value" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "content_strings" ADD COLUMN "custom_variables" text[];--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_submission_id_contact_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."contact_submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_string_versions" ADD CONSTRAINT "content_string_versions_content_string_id_content_strings_id_fk" FOREIGN KEY ("content_string_id") REFERENCES "public"."content_strings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_submissions_submitted_at_idx" ON "contact_submissions" USING btree ("submitted_at","id","status");--> statement-breakpoint
CREATE INDEX "contact_submissions_name_idx" ON "contact_submissions" USING btree ("folded_name","id","status");--> statement-breakpoint
CREATE INDEX "contact_submissions_email_idx" ON "contact_submissions" USING btree ("folded_email","id","status");--> statement-breakpoint
CREATE INDEX "contact_submissions_subject_idx" ON "contact_submissions" USING btree ("folded_subject","id","status");--> statement-breakpoint
CREATE INDEX "contact_submissions_status_idx" ON "contact_submissions" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "content_string_versions_string_idx" ON "content_string_versions" USING btree ("content_string_id","id");--> statement-breakpoint
-- Accents go when a text is written next; nobody has edited one before there was a panel.
UPDATE "content_strings" SET "folded_value" = lower("current_value");--> statement-breakpoint
INSERT INTO "content_string_versions" ("content_string_id", "value", "created_at")
SELECT "id", "current_value", coalesce("last_modified", now()) FROM "content_strings" ORDER BY "id";
