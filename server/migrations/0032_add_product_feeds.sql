CREATE TABLE "product_feeds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_feeds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"store" text NOT NULL,
	"country" text NOT NULL,
	"address" text NOT NULL,
	"currency" text,
	"columns" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "product_feeds_shelf_key" UNIQUE("store","country")
);
--> statement-breakpoint
ALTER TABLE "product_feeds" ADD CONSTRAINT "product_feeds_store_stores_key_fk" FOREIGN KEY ("store") REFERENCES "public"."stores"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_feeds" ADD CONSTRAINT "product_feeds_country_markets_country_fk" FOREIGN KEY ("country") REFERENCES "public"."markets"("country") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON "product_feeds"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
--> statement-breakpoint
-- The setting `sync.feeds` becomes rows, which the next start encrypts. Feeds of unknown stores could never be read. A
-- process of the release before reads no feeds from now on, as if the setting were empty.
DO $$
BEGIN
  INSERT INTO "product_feeds" ("store", "country", "address", "currency", "columns", "updated_at")
  SELECT DISTINCT ON (feed ->> 'store', feed ->> 'country')
    feed ->> 'store', feed ->> 'country', feed ->> 'url', feed ->> 'currency',
    (
      SELECT coalesce(jsonb_object_agg(key, value), '{}')
      FROM jsonb_each(coalesce(feed -> 'columns', '{}'))
      WHERE key IN ('id', 'title', 'link', 'price', 'sale_price', 'sale_price_effective_date', 'availability',
        'currency', 'steam_appid', 'platform', 'region', 'edition')
    ),
    now()
  FROM "site_config", jsonb_array_elements("value"::jsonb) feed
  WHERE "site_config"."key" = 'sync.feeds' AND feed ->> 'url' IS NOT NULL
    AND feed ->> 'store' IN (SELECT "key" FROM "stores") AND feed ->> 'country' IN (SELECT "country" FROM "markets");
EXCEPTION WHEN invalid_text_representation OR invalid_parameter_value THEN
  RAISE WARNING 'the setting sync.feeds is no list of feeds, and is dropped';
END
$$;
--> statement-breakpoint
DELETE FROM "site_config" WHERE "key" = 'sync.feeds';
