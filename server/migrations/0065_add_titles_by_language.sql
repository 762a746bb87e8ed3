ALTER TABLE "steam_apps" ADD COLUMN "titles_read" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "steam_apps" ADD COLUMN "titles_read_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "localized_titles" text;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "localized_keys" text;--> statement-breakpoint
CREATE OR REPLACE FUNCTION list_game_titles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM game_titles WHERE game_id = NEW.id AND source = 'game';
  INSERT INTO game_titles (game_id, locale, title, title_key, source)
  SELECT NEW.id, 'und', title, key, 'game'
  FROM unnest(string_to_array(NEW.also_known_as, E'\n'), string_to_array(NEW.also_known_keys, E'\n')) AS other (title, key)
  WHERE key <> NEW.title_key
  UNION ALL
  -- lines such as `ja: 缺氧`
  SELECT NEW.id, split_part(line, ':', 1), substr(line, position(':' in line) + 2), key, 'game'
  FROM unnest(string_to_array(NEW.localized_titles, E'\n'), string_to_array(NEW.localized_keys, E'\n'))
    AS localized (line, key)
  WHERE key <> NEW.title_key
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
--> statement-breakpoint
DROP TRIGGER list_titles_insert ON games;--> statement-breakpoint
CREATE TRIGGER list_titles_insert AFTER INSERT ON games
  FOR EACH ROW WHEN (NEW.also_known_as IS NOT NULL OR NEW.localized_titles IS NOT NULL)
  EXECUTE FUNCTION list_game_titles();
--> statement-breakpoint
DROP TRIGGER list_titles_update ON games;--> statement-breakpoint
CREATE TRIGGER list_titles_update AFTER UPDATE ON games
  FOR EACH ROW WHEN (
    (OLD.title_key, OLD.also_known_as, OLD.also_known_keys, OLD.localized_titles, OLD.localized_keys)
      IS DISTINCT FROM (NEW.title_key, NEW.also_known_as, NEW.also_known_keys, NEW.localized_titles, NEW.localized_keys)
    AND num_nonnulls(OLD.also_known_as, NEW.also_known_as, OLD.localized_titles, NEW.localized_titles) > 0
  ) EXECUTE FUNCTION list_game_titles();
--> statement-breakpoint
CREATE OR REPLACE VIEW "shown_events" AS
	SELECT event.id, event.user_id, event.rule_id, event.kind, event.value, event.scope, event.subject, event.list_name,
		event.game_id, games.title, stores.name AS store_name, stores.kind AS store_kind, event.old_minor,
		event.new_minor, event.currency, event.country, markets.locale,
		-- URLs of the default market have no country
		CASE WHEN event.country <> (
			SELECT country FROM markets WHERE enabled ORDER BY country <> 'US', country LIMIT 1
		) THEN lower(event.country) END AS country_path,
		event.at, event.read_at IS NOT NULL AS read, games.localized_titles
	FROM notification_events event
	JOIN games ON games.id = event.game_id AND NOT games.hidden
	JOIN stores ON stores.key = event.store
	JOIN markets ON markets.country = event.country;
