CREATE INDEX "offers_ends_at_idx" ON "offers" USING btree ("ends_at") WHERE "offers"."ends_at" is not null;--> statement-breakpoint
-- The history in partitions, a month each. What lies outside of those that there are goes into one for the rest.
ALTER TABLE "price_history" RENAME TO "price_history_before";--> statement-breakpoint
ALTER TABLE "price_history_before" RENAME CONSTRAINT "price_history_game_id_store_recorded_at_pk" TO "price_history_before_pk";--> statement-breakpoint
CREATE TABLE "price_history" (
	"game_id" integer NOT NULL,
	"store" "store_key" NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"price_cents" integer,
	"regular_cents" integer,
	CONSTRAINT "price_history_game_id_store_recorded_at_pk" PRIMARY KEY("game_id","store","recorded_at")
) PARTITION BY RANGE ("recorded_at");
--> statement-breakpoint
CREATE TABLE "price_history_rest" PARTITION OF "price_history" DEFAULT;--> statement-breakpoint
ALTER TABLE "price_history" ADD CONSTRAINT "price_history_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Makes the partitions that are missing from one month to another (UTC), and says how many. What the rest held of these
-- months moves into them.
CREATE FUNCTION make_price_history_months(first_month date, last_month date) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  month date := date_trunc('month', first_month);
  name text;
  opening timestamptz;
  closing timestamptz;
  made integer := 0;
BEGIN
  WHILE month <= last_month LOOP
    name := 'price_history_' || to_char(month, 'YYYY_MM');
    IF to_regclass(name) IS NULL THEN
      opening := month::timestamp AT TIME ZONE 'UTC';
      closing := (month + interval '1 month')::timestamp AT TIME ZONE 'UTC';
      EXECUTE format('CREATE TABLE %I (LIKE price_history INCLUDING ALL)', name);
      EXECUTE format(
        'WITH moved AS (DELETE FROM price_history_rest WHERE recorded_at >= %L AND recorded_at < %L RETURNING *)
        INSERT INTO %I SELECT * FROM moved', opening, closing, name);
      EXECUTE format('ALTER TABLE price_history ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, opening, closing);
      made := made + 1;
    END IF;
    month := month + interval '1 month';
  END LOOP;
  RETURN made;
END
$$;
--> statement-breakpoint
SELECT make_price_history_months(
  greatest(coalesce((SELECT min("recorded_at") FROM "price_history_before"), now())::date, (now() - interval '35 months')::date),
  (now() + interval '2 months')::date
);
--> statement-breakpoint
INSERT INTO "price_history" SELECT * FROM "price_history_before" ORDER BY "recorded_at";--> statement-breakpoint
DROP TABLE "price_history_before";
