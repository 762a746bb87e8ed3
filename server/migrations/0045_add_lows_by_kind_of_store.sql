ALTER TABLE "game_prices"
  ADD COLUMN "keyshop_low_minor" integer,
  ADD COLUMN "keyshop_low_store" text,
  ADD COLUMN "kind_low_minor" integer,
  ADD COLUMN "kind_high_minor" integer,
  ADD COLUMN "kind_low_since" timestamp with time zone,
  ADD COLUMN "kind_since" timestamp with time zone,
  ADD COLUMN "store_lows_at" double precision[],
  ADD COLUMN "store_sinces" double precision[];
--> statement-breakpoint
-- Processes read the whole catalogue after an upgrade: announcing each row would only take time.
ALTER TABLE "game_prices" DISABLE TRIGGER USER;
--> statement-breakpoint
WITH "fact" AS (
  SELECT "game_id", "country", "of".*, "position",
    coalesce("kind" = 'official', false) AS "is_official",
    coalesce("kind" = 'official', false) = ("best_store" IS NOT DISTINCT FROM "official_store") AS "is_of_best_kind"
  FROM "game_prices"
  CROSS JOIN LATERAL unnest("store_keys", "store_lows", "store_lows_since", "store_highs")
    WITH ORDINALITY AS "of" ("store", "low", "since", "high", "place")
  LEFT JOIN "stores" ON "stores"."key" = "of"."store"
),
"step" AS (
  SELECT "game_id", "country", "store", "price_minor", floor(extract(epoch FROM "recorded_at"))::float8 AS "begun",
    lag("price_minor") OVER (PARTITION BY "game_id", "country", "store" ORDER BY "recorded_at") AS "before"
  FROM "price_history" JOIN "markets" USING ("country", "currency")
),
"past" AS (
  SELECT "game_id", "country", "store", min("begun") AS "begun",
    max("step"."begun") FILTER (WHERE "price_minor" = "low" AND "price_minor" IS DISTINCT FROM "before") AS "at"
  FROM "fact" JOIN "step" USING ("game_id", "country", "store")
  WHERE "price_minor" > 0
  GROUP BY "game_id", "country", "store"
),
"by_game" AS (
  SELECT "game_id", "country",
    array_agg(CASE WHEN "low" IS NOT NULL THEN greatest("at", "since") END ORDER BY "place") AS "store_lows_at",
    array_agg(least("begun", "since") ORDER BY "place") AS "store_sinces",
    min("low") FILTER (WHERE NOT "is_official") AS "keyshop_low_minor",
    (array_agg("store" ORDER BY "low", "position") FILTER (WHERE NOT "is_official" AND "low" IS NOT NULL))[1]
      AS "keyshop_low_store",
    min("low") FILTER (WHERE "is_of_best_kind") AS "kind_low_minor",
    max("high") FILTER (WHERE "is_of_best_kind") AS "kind_high_minor",
    (array_agg("since" ORDER BY "low", "since") FILTER (WHERE "is_of_best_kind" AND "low" IS NOT NULL))[1]
      AS "kind_low_since",
    min(least("begun", "since")) FILTER (WHERE "is_of_best_kind") AS "kind_since"
  FROM "fact" LEFT JOIN "past" USING ("game_id", "country", "store")
  GROUP BY "game_id", "country"
)
UPDATE "game_prices" SET
  "store_lows_at" = "by_game"."store_lows_at",
  "store_sinces" = "by_game"."store_sinces",
  "keyshop_low_minor" = "by_game"."keyshop_low_minor",
  "keyshop_low_store" = "by_game"."keyshop_low_store",
  "kind_low_minor" = "by_game"."kind_low_minor",
  "kind_high_minor" = "by_game"."kind_high_minor",
  "kind_low_since" = to_timestamp("by_game"."kind_low_since"),
  "kind_since" = to_timestamp("by_game"."kind_since")
FROM "by_game"
WHERE "game_prices"."game_id" = "by_game"."game_id" AND "game_prices"."country" = "by_game"."country";
--> statement-breakpoint
ALTER TABLE "game_prices" ENABLE TRIGGER USER;
