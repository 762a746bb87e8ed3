CREATE TYPE "public"."game_type" AS ENUM('game', 'dlc', 'bundle', 'software', 'demo', 'soundtrack', 'video');
--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "type" "game_type", ADD COLUMN "parent_id" integer;
--> statement-breakpoint
ALTER TABLE "games" ADD CONSTRAINT "games_parent_id_games_id_fk"
  FOREIGN KEY ("parent_id") REFERENCES "public"."games"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "games_parent_idx" ON "games" USING btree ("parent_id") WHERE "games"."parent_id" is not null;
--> statement-breakpoint
ALTER TABLE "game_prices"
  ADD COLUMN "best_changed_at" timestamp with time zone,
  ADD COLUMN "previous_best_minor" integer,
  ADD COLUMN "sale_ends_at" timestamp with time zone,
  ADD COLUMN "low_since" timestamp with time zone,
  ADD COLUMN "previous_low_minor" integer,
  ADD COLUMN "history_since" timestamp with time zone;
--> statement-breakpoint
-- Processes read the catalogue anew after an upgrade: announcing each row would only take time.
ALTER TABLE "game_prices" DISABLE TRIGGER USER;
--> statement-breakpoint
-- The best price changed about when its store's did; what it was before is not known.
WITH "known" AS (
  SELECT "history"."game_id", "history"."country",
    min("recorded_at") AS "history_since",
    max("recorded_at") FILTER (WHERE "history"."store" = "best_store") AS "best_changed_at",
    min("recorded_at") FILTER (WHERE "price_minor" = "low_minor") AS "low_since"
  FROM "price_history" "history"
  JOIN "game_prices" USING ("game_id", "country")
  JOIN "markets" ON "markets"."country" = "history"."country" AND "markets"."currency" = "history"."currency"
  GROUP BY "history"."game_id", "history"."country"
)
UPDATE "game_prices" SET
  "history_since" = "known"."history_since",
  "best_changed_at" = "known"."best_changed_at",
  "low_since" = "known"."low_since",
  "previous_low_minor" = (
    SELECT min("price_minor") FROM "price_history" "before"
    WHERE "before"."game_id" = "known"."game_id" AND "before"."country" = "known"."country"
      AND "before"."recorded_at" < "known"."low_since" AND "price_minor" > "low_minor"
  )
FROM "known"
WHERE "game_prices"."game_id" = "known"."game_id" AND "game_prices"."country" = "known"."country";
--> statement-breakpoint
ALTER TABLE "game_prices" ENABLE TRIGGER USER;
