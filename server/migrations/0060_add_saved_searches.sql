CREATE TABLE "rule_searches" (
	"rule_id" integer PRIMARY KEY NOT NULL,
	"game_ids" integer[] NOT NULL,
	"basis" text NOT NULL,
	"checked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notification_rules" ADD COLUMN "search" text;--> statement-breakpoint
ALTER TABLE "notification_rules" ADD COLUMN "search_name" text;--> statement-breakpoint
ALTER TABLE "rule_searches" ADD CONSTRAINT "rule_searches_rule_id_notification_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."notification_rules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rule_searches_checked_at_idx" ON "rule_searches" USING btree ("checked_at");--> statement-breakpoint
ALTER TABLE "notification_rules" ADD CONSTRAINT "notification_rules_search_check" CHECK (("subject" = 'search') = ("search" IS NOT NULL) AND ("search" IS NULL) = ("search_name" IS NULL));
