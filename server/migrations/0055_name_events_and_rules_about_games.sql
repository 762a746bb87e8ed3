-- What messages and inboxes show of an event.
CREATE VIEW "shown_events" AS
	SELECT event.id, event.user_id, event.rule_id, event.kind, event.value, event.scope, event.subject, event.list_name,
		event.game_id, games.title, stores.name AS store_name, stores.kind AS store_kind, event.old_minor,
		event.new_minor, event.currency, event.country, markets.locale,
		-- URLs of the default market have no country
		CASE WHEN event.country <> (
			SELECT country FROM markets WHERE enabled ORDER BY country <> 'US', country LIMIT 1
		) THEN lower(event.country) END AS country_path,
		event.at, event.read_at IS NOT NULL AS read
	FROM notification_events event
	JOIN games ON games.id = event.game_id AND NOT games.hidden
	JOIN stores ON stores.key = event.store
	JOIN markets ON markets.country = event.country;--> statement-breakpoint
-- The rules that watch a game in a market, with the list item that includes it; 0 for a rule about the game itself.
CREATE FUNCTION rules_about(game integer, market text) RETURNS TABLE (rule_id integer, item_id integer)
LANGUAGE sql STABLE AS $$
	SELECT rule.id, 0 FROM notification_rules rule
	WHERE rule.game_id = game AND rule.country = market
	UNION ALL
	SELECT rule.id, item.id FROM list_items item
	JOIN game_lists list ON list.id = item.list_id AND list.kind = 'wishlist'
	JOIN notification_rules rule ON rule.user_id = list.user_id AND rule.subject = 'wishlist'
	WHERE item.game_id = game AND rule.country = market
	UNION ALL
	SELECT rule.id, item.id FROM list_items item JOIN notification_rules rule ON rule.list_id = item.list_id
	WHERE item.game_id = game AND rule.country = market
$$;
