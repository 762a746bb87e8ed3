-- The features of stores and markets read how many offers they have, without knowing the table of offers.
CREATE VIEW "offer_counts" AS
	SELECT store, country, count(*)::integer AS offers FROM offers GROUP BY store, country;--> statement-breakpoint
-- Whoever writes an event, each process learns whose inbox has changed. A payload may have 8,000 bytes at most.
CREATE FUNCTION announce_inboxes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('changes', 'inbox ' || string_agg(user_id::text, ','))
	FROM (SELECT user_id, (row_number() OVER () - 1) / 500 AS part FROM (SELECT DISTINCT user_id FROM added) who) each
	GROUP BY part;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "announce_insert" AFTER INSERT ON "notification_events" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION announce_inboxes();
