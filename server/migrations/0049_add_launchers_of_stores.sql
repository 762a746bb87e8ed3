ALTER TABLE "users" ADD COLUMN "activates" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "game_prices" ADD COLUMN "store_launchers" integer[];
--> statement-breakpoint
-- Processes read the whole catalogue after an upgrade: announcing each row would only take time.
ALTER TABLE "game_prices" DISABLE TRIGGER USER;
--> statement-breakpoint
-- The first launcher has the lowest bit: steam, gog, epic, ubisoft, ea, battlenet, microsoft, rockstar, drm-free.
WITH "bit" AS (
  SELECT "launcher", 1 << ("place"::integer - 1) AS "bit", "place"
  FROM unnest(ARRAY['steam', 'gog', 'epic', 'ubisoft', 'ea', 'battlenet', 'microsoft', 'rockstar', 'drm-free'])
    WITH ORDINALITY AS "launchers" ("launcher", "place")
),
"fact" AS (
  SELECT "game_prices"."game_id", "game_prices"."country", "of"."minor", "of"."place",
    CASE
      WHEN "activates_on_of_offer" IS NOT NULL
        THEN (SELECT coalesce(sum("bit"), 0)::integer FROM "bit" WHERE "launcher" = ANY("activates_on_of_offer"))
      ELSE CASE "of"."store" WHEN 'steam' THEN 1 WHEN 'gog' THEN 258 WHEN 'epic' THEN 4 ELSE 0 END
    END AS "bits"
  FROM "game_prices"
  CROSS JOIN LATERAL unnest("store_keys", "store_minors") WITH ORDINALITY AS "of" ("store", "minor", "place")
  LEFT JOIN LATERAL (
    SELECT "offers"."activates_on" AS "activates_on_of_offer" FROM "offers"
    WHERE "offers"."game_id" = "game_prices"."game_id" AND "offers"."country" = "game_prices"."country"
      AND "offers"."store" = "of"."store"
  ) "offer" ON true
),
"by_game" AS (
  SELECT "game_id", "country", array_agg("bits" ORDER BY "place") AS "store_launchers",
    bit_or("bits") FILTER (WHERE "minor" IS NOT NULL) AS "bits"
  FROM "fact"
  GROUP BY "game_id", "country"
)
UPDATE "game_prices" SET
  "store_launchers" = "by_game"."store_launchers",
  "activates_on" =
    ARRAY(SELECT "launcher" FROM "bit" WHERE "bit" & coalesce("by_game"."bits", 0) > 0 ORDER BY "place")
FROM "by_game"
WHERE "game_prices"."game_id" = "by_game"."game_id" AND "game_prices"."country" = "by_game"."country";
--> statement-breakpoint
ALTER TABLE "game_prices" ENABLE TRIGGER USER;
