ALTER TABLE "game_prices"
  ADD COLUMN "store_keys" text[],
  ADD COLUMN "store_minors" integer[],
  ADD COLUMN "store_regulars" integer[],
  ADD COLUMN "store_lows" integer[],
  ADD COLUMN "store_lows_since" double precision[],
  ADD COLUMN "store_highs" integer[],
  ADD COLUMN "store_changed_at" double precision[],
  ADD COLUMN "store_previous" integer[];
--> statement-breakpoint
-- Processes read the catalogue anew after an upgrade: announcing each row would only take time.
ALTER TABLE "game_prices" DISABLE TRIGGER USER;
--> statement-breakpoint
-- Where a store tells its stock, the history does not know what could be had: its low is what is known as one.
WITH "step" AS (
  SELECT "game_id", "country", "store", "price_minor", "recorded_at",
    lag("price_minor") OVER "line" AS "before",
    row_number() OVER "line" AS "place"
  FROM "price_history" JOIN "markets" USING ("country", "currency")
  WINDOW "line" AS (PARTITION BY "game_id", "country", "store" ORDER BY "recorded_at")
),
"past" AS (
  SELECT "game_id", "country", "store",
    min("price_minor") FILTER (WHERE "price_minor" > 0) AS "low",
    max("price_minor") FILTER (WHERE "price_minor" > 0) AS "high",
    max("recorded_at") AS "changed",
    (array_agg("before" ORDER BY "recorded_at" DESC))[1] AS "previous"
  FROM "step" WHERE "place" = 1 OR "price_minor" IS DISTINCT FROM "before"
  GROUP BY "game_id", "country", "store"
),
"low_since" AS (
  SELECT "step"."game_id", "step"."country", "step"."store", min("recorded_at") AS "since"
  FROM "step" JOIN "past" USING ("game_id", "country", "store")
  WHERE "price_minor" = "low"
  GROUP BY "step"."game_id", "step"."country", "step"."store"
),
"fact" AS (
  SELECT "offers"."game_id", "offers"."country", "offers"."store", "position",
    CASE WHEN "stores"."enabled" THEN "offers"."price_minor" END AS "minor",
    CASE WHEN "stores"."enabled" THEN "offers"."regular_minor" END AS "regular",
    CASE WHEN "in_stock" IS NULL THEN "low" WHEN "low_store" = "offers"."store" THEN "low_minor" END AS "low",
    CASE WHEN "in_stock" IS NULL THEN "since" ELSE "game_prices"."low_since" END AS "since",
    "high", "changed", "previous"
  FROM "offers"
  JOIN "stores" ON "stores"."key" = "offers"."store"
  JOIN "markets" ON "markets"."country" = "offers"."country" AND "markets"."currency" = "offers"."currency"
  JOIN "game_prices" ON "game_prices"."game_id" = "offers"."game_id" AND "game_prices"."country" = "offers"."country"
  LEFT JOIN "past" ON "past"."game_id" = "offers"."game_id" AND "past"."country" = "offers"."country"
    AND "past"."store" = "offers"."store"
  LEFT JOIN "low_since" ON "low_since"."game_id" = "offers"."game_id" AND "low_since"."country" = "offers"."country"
    AND "low_since"."store" = "offers"."store"
),
"by_store" AS (
  SELECT "game_id", "country",
    array_agg("store" ORDER BY "position", "store") AS "store_keys",
    array_agg("minor" ORDER BY "position", "store") AS "store_minors",
    array_agg("regular" ORDER BY "position", "store") AS "store_regulars",
    array_agg("low" ORDER BY "position", "store") AS "store_lows",
    array_agg(CASE WHEN "low" IS NOT NULL THEN floor(extract(epoch FROM "since"))::float8 END
      ORDER BY "position", "store") AS "store_lows_since",
    array_agg("high" ORDER BY "position", "store") AS "store_highs",
    array_agg(CASE WHEN "minor" IS NOT NULL THEN floor(extract(epoch FROM "changed"))::float8 END ORDER BY "position", "store") AS "store_changed_at",
    array_agg("previous" ORDER BY "position", "store") AS "store_previous"
  FROM "fact" WHERE "minor" IS NOT NULL OR "low" IS NOT NULL
  GROUP BY "game_id", "country"
)
UPDATE "game_prices" SET
  "store_keys" = "by_store"."store_keys",
  "store_minors" = "by_store"."store_minors",
  "store_regulars" = "by_store"."store_regulars",
  "store_lows" = "by_store"."store_lows",
  "store_lows_since" = "by_store"."store_lows_since",
  "store_highs" = "by_store"."store_highs",
  "store_changed_at" = "by_store"."store_changed_at",
  "store_previous" = "by_store"."store_previous"
FROM "by_store"
WHERE "game_prices"."game_id" = "by_store"."game_id" AND "game_prices"."country" = "by_store"."country";
--> statement-breakpoint
ALTER TABLE "game_prices" ENABLE TRIGGER USER;
