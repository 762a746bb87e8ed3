ALTER TABLE "subscription_readings" ADD COLUMN "refused" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- An announced end before the begin was none.
UPDATE "subscription_memberships" SET "leaving_on" = NULL WHERE "leaving_on" < "since";--> statement-breakpoint
-- A period that ended before it began never counted: it becomes one without a day, one for each end.
DELETE FROM "subscription_memberships" wrong USING "subscription_memberships" other
WHERE wrong."until" < wrong."since" AND other."id" <> wrong."id"
	AND other."game_id" = wrong."game_id" AND other."plan" = wrong."plan"
	AND other."country" IS NOT DISTINCT FROM wrong."country"
	AND (other."since" = wrong."until"
		OR (other."until" = wrong."until" AND other."until" < other."since" AND other."id" < wrong."id"));--> statement-breakpoint
UPDATE "subscription_memberships" SET "since" = "until" WHERE "until" < "since";--> statement-breakpoint
ALTER TABLE "subscription_memberships" ADD CONSTRAINT "subscription_memberships_until_check" CHECK ("subscription_memberships"."until" >= "subscription_memberships"."since");--> statement-breakpoint
ALTER TABLE "subscription_memberships" ADD CONSTRAINT "subscription_memberships_leaving_on_check" CHECK ("subscription_memberships"."leaving_on" >= "subscription_memberships"."since");--> statement-breakpoint
-- The rules about a game, by itself or as part of a list.
CREATE FUNCTION rules_about(game integer) RETURNS TABLE (rule_id integer, item_id integer, country text)
LANGUAGE sql STABLE AS $$
	SELECT rule.id, 0, rule.country FROM notification_rules rule WHERE rule.game_id = game
	UNION ALL
	SELECT rule.id, item.id, rule.country FROM list_items item
	JOIN game_lists list ON list.id = item.list_id AND list.kind = 'wishlist'
	JOIN notification_rules rule ON rule.user_id = list.user_id AND rule.subject = 'wishlist'
	WHERE item.game_id = game
	UNION ALL
	SELECT rule.id, item.id, rule.country
	FROM list_items item JOIN notification_rules rule ON rule.list_id = item.list_id
	WHERE item.game_id = game
$$;
--> statement-breakpoint
-- Those of a market, also of markets that have its prices.
CREATE OR REPLACE FUNCTION rules_about(game integer, market text) RETURNS TABLE (rule_id integer, item_id integer)
LANGUAGE sql STABLE AS $$
	SELECT about.rule_id, about.item_id FROM rules_about(game) about
	WHERE about.country IN (SELECT country FROM markets WHERE coalesce(shares_prices_with, country) = market)
$$;
--> statement-breakpoint
DROP FUNCTION subscription_rules_about(integer);
