CREATE TYPE "public"."email_link_purpose" AS ENUM('confirm', 'undo');--> statement-breakpoint
CREATE TABLE "email_links" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"purpose" "email_link_purpose" NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "reauthenticated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "pending_email" text;--> statement-breakpoint
ALTER TABLE "email_links" ADD CONSTRAINT "email_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_links_user_id_idx" ON "email_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "email_links_email_key_idx" ON "email_links" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "email_links_expires_at_idx" ON "email_links" USING btree ("expires_at");