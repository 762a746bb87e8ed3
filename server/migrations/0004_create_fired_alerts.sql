CREATE TABLE "fired_alerts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fired_alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"alert_id" integer NOT NULL,
	"target_cents" integer,
	"old_cents" integer,
	"new_cents" integer NOT NULL,
	"store" "store_key" NOT NULL,
	"fired_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"purpose" text PRIMARY KEY NOT NULL,
	"key" "bytea" NOT NULL
);
--> statement-breakpoint
DROP INDEX "wishlist_items_user_order_idx";--> statement-breakpoint
ALTER TABLE "fired_alerts" ADD CONSTRAINT "fired_alerts_alert_id_price_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."price_alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fired_alerts_alert_id_idx" ON "fired_alerts" USING btree ("alert_id");--> statement-breakpoint
-- By row, so that a statement that fires nothing announces nothing; equal announcements of one transaction become one.
CREATE TRIGGER announce AFTER INSERT ON fired_alerts
  FOR EACH ROW EXECUTE FUNCTION announce_table();
