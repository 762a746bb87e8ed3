-- Every committed change of what the site shows is announced on the channel "changes", so that each process
-- can bring its read models up to date. The payload is a topic, for games followed by ids or by * for very many.
CREATE FUNCTION announce_games(ids integer[]) RETURNS void LANGUAGE sql AS $$
  -- merging this many into what a process holds is no quicker than reading everything again
  SELECT pg_notify('changes', 'games *') WHERE cardinality(ids) > 10000
  UNION ALL
  -- a payload may have 8,000 bytes at most
  SELECT pg_notify('changes', 'games ' || string_agg(id::text, ','))
  FROM unnest(ids) WITH ORDINALITY AS each (id, place)
  WHERE cardinality(ids) <= 10000
  GROUP BY (place - 1) / 500
$$;
--> statement-breakpoint
CREATE FUNCTION announce_changed_games() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_games((SELECT array_agg(id) FROM changed));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION announce_changed_game_prices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_games((SELECT array_agg(game_id) FROM changed));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION announce_truncated_games() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('changes', 'games *');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION announce_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('changes', TG_TABLE_NAME);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER announce_insert AFTER INSERT ON games REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_changed_games();
--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON games REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_changed_games();
--> statement-breakpoint
CREATE TRIGGER announce_delete AFTER DELETE ON games REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_changed_games();
--> statement-breakpoint
CREATE TRIGGER announce_truncate AFTER TRUNCATE ON games
  FOR EACH STATEMENT EXECUTE FUNCTION announce_truncated_games();
--> statement-breakpoint
CREATE TRIGGER announce_insert AFTER INSERT ON game_prices REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_changed_game_prices();
--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON game_prices REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_changed_game_prices();
--> statement-breakpoint
CREATE TRIGGER announce_delete AFTER DELETE ON game_prices REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_changed_game_prices();
--> statement-breakpoint
CREATE TRIGGER announce_truncate AFTER TRUNCATE ON game_prices
  FOR EACH STATEMENT EXECUTE FUNCTION announce_truncated_games();
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON content_strings
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON site_config
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
