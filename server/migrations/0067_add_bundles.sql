CREATE TABLE "bundle_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bundle_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"bundle_id" integer NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"kind" text NOT NULL,
	"tier" integer,
	"product_id" text,
	"steam_appid" integer,
	"game_id" integer,
	"activates_on" text[] DEFAULT '{}' NOT NULL,
	"activates_in" text[]
);
--> statement-breakpoint
CREATE TABLE "bundles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bundles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"store" text NOT NULL,
	"key" text,
	"title" text NOT NULL,
	"address" text NOT NULL,
	"kind" text NOT NULL,
	"countries" text[] DEFAULT '{}' NOT NULL,
	"begins_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"redeem_by" date,
	"complete" boolean DEFAULT false NOT NULL,
	"games" integer,
	"tiers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"edited" boolean DEFAULT false NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bundle_items" ADD CONSTRAINT "bundle_items_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundle_items" ADD CONSTRAINT "bundle_items_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundles" ADD CONSTRAINT "bundles_store_stores_key_fk" FOREIGN KEY ("store") REFERENCES "public"."stores"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bundle_items_position_key" ON "bundle_items" USING btree ("bundle_id","position");--> statement-breakpoint
CREATE INDEX "bundle_items_game_idx" ON "bundle_items" USING btree ("game_id") WHERE "bundle_items"."game_id" is not null;--> statement-breakpoint
CREATE INDEX "bundle_items_product_idx" ON "bundle_items" USING btree ("product_id") WHERE "bundle_items"."product_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "bundles_store_key" ON "bundles" USING btree ("store","key") WHERE "bundles"."key" is not null;--> statement-breakpoint
CREATE INDEX "bundles_ends_at_idx" ON "bundles" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "audit_log_resource_idx" ON "audit_log" USING btree ("resource_type","resource_id","id");
--> statement-breakpoint
CREATE FUNCTION announce_bundles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce('bundles', NULL);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON "bundles"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_bundles();
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON "bundle_items"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_bundles();
--> statement-breakpoint
-- A decision about a product of a bundle counts at once: bundles are not read as often as prices.
CREATE FUNCTION decide_bundle_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE bundle_items SET game_id = NEW.game_id
  FROM bundles
  WHERE bundles.id = bundle_items.bundle_id AND bundles.store = NEW.store AND bundle_items.product_id = NEW.product_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER decide_bundle_items AFTER UPDATE OF decision, game_id ON match_reviews
  FOR EACH ROW WHEN (NEW.product_id LIKE 'bundle:%'
    AND (OLD.decision, OLD.game_id) IS DISTINCT FROM (NEW.decision, NEW.game_id))
  EXECUTE FUNCTION decide_bundle_items();
