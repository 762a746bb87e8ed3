ALTER TABLE "markets" ADD COLUMN "shares_prices_with" text;--> statement-breakpoint
ALTER TABLE "markets" ADD CONSTRAINT "markets_shares_prices_with_markets_country_fk" FOREIGN KEY ("shares_prices_with") REFERENCES "public"."markets"("country") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- The countries where Steam charges the same prices. Those that have prices of their own keep them.
UPDATE "markets" SET "shares_prices_with" = shared."with"
FROM (VALUES
  ('FR', 'DE'), ('IT', 'DE'), ('ES', 'DE'), ('NL', 'DE'), ('BE', 'DE'), ('AT', 'DE'), ('IE', 'DE'), ('PT', 'DE'),
  ('FI', 'DE'), ('GR', 'DE'), ('SE', 'DE'), ('DK', 'DE'), ('CZ', 'DE'), ('HU', 'DE'), ('RO', 'DE'), ('EG', 'TR')
) shared (country, "with")
WHERE "markets"."country" = shared.country
  AND "markets"."country" NOT IN (SELECT country FROM offers UNION SELECT country FROM product_feeds);--> statement-breakpoint
-- Also the rules of markets that have the prices of this one.
CREATE OR REPLACE FUNCTION rules_about(game integer, market text) RETURNS TABLE (rule_id integer, item_id integer)
LANGUAGE sql STABLE AS $$
	SELECT rule.id, 0 FROM notification_rules rule
	WHERE rule.game_id = game AND rule.country IN (
		SELECT country FROM markets WHERE coalesce(shares_prices_with, country) = market
	)
	UNION ALL
	SELECT rule.id, item.id FROM list_items item
	JOIN game_lists list ON list.id = item.list_id AND list.kind = 'wishlist'
	JOIN notification_rules rule ON rule.user_id = list.user_id AND rule.subject = 'wishlist'
	WHERE item.game_id = game AND rule.country IN (
		SELECT country FROM markets WHERE coalesce(shares_prices_with, country) = market
	)
	UNION ALL
	SELECT rule.id, item.id FROM list_items item JOIN notification_rules rule ON rule.list_id = item.list_id
	WHERE item.game_id = game AND rule.country IN (
		SELECT country FROM markets WHERE coalesce(shares_prices_with, country) = market
	)
$$;
