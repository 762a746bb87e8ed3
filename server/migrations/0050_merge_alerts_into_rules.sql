-- exclusive: processes of the previous release evaluate alerts in the tables that are removed here
ALTER TABLE "channels" ADD COLUMN "is_alert_mail" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD COLUMN "in_digest" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_rules" ADD COLUMN "former_alert_id" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "channels_alert_mail_idx" ON "channels" USING btree ("user_id") WHERE "channels"."is_alert_mail";--> statement-breakpoint
CREATE UNIQUE INDEX "notification_rules_former_alert_idx" ON "notification_rules" USING btree ("former_alert_id");--> statement-breakpoint
-- where alerts are mailed; stopped mail is a disabled channel, unless everything is stopped anyway
INSERT INTO "channels" ("user_id", "kind", "name", "config", "schedule", "is_alert_mail", "verified_at", "disabled_at", "disabled_reason")
SELECT "users"."id", 'mail', 'Email', '', 'instant', true, now(), "stop"."at", CASE WHEN "stop"."at" IS NOT NULL THEN 'owner' END
FROM "users"
LEFT JOIN "alert_recipients" "recipient" ON "recipient"."user_id" = "users"."id"
LEFT JOIN "notification_settings" "settings" ON "settings"."user_id" = "users"."id"
CROSS JOIN LATERAL (SELECT CASE WHEN "settings"."stopped_at" IS NULL THEN "recipient"."stopped_at" END AS "at") "stop"
WHERE "stop"."at" IS NOT NULL
  OR EXISTS (SELECT FROM "price_alerts" WHERE "user_id" = "users"."id")
  OR EXISTS (SELECT FROM "merged_items" WHERE "user_id" = "users"."id" AND "kind" = 'price_alert')
ORDER BY "users"."id";--> statement-breakpoint
INSERT INTO "notification_rules" ("user_id", "kind", "subject", "game_id", "country", "value", "scope", "created_at", "last_fired_at", "former_alert_id")
SELECT "user_id", CASE WHEN "target_minor" IS NULL THEN 'drop' ELSE 'target' END, 'game', "game_id", "country", "target_minor", 'mine', "created_at", "last_fired_at", "id"
FROM "price_alerts"
ORDER BY "id";--> statement-breakpoint
INSERT INTO "rule_channels" ("rule_id", "channel_id")
SELECT "rule"."id", "channels"."id"
FROM "notification_rules" "rule"
JOIN "channels" ON "channels"."user_id" = "rule"."user_id" AND "is_alert_mail"
WHERE "former_alert_id" IS NOT NULL;--> statement-breakpoint
-- present prices are the baseline of alerts that could fire, so that none does because of the move
INSERT INTO "rule_states" ("rule_id", "game_id", "basis", "armed", "last_minor", "low_minor", "available")
SELECT "rule"."id", "rule"."game_id", concat_ws(' ', 0, "choice"."stores"::text, "choice"."official_only"::text),
  CASE WHEN "is_mailable" AND "price"."minor" <= "rule"."value" THEN false ELSE "alert"."armed" END,
  coalesce("price"."minor", "alert"."last_minor"), NULL, "price"."minor" IS NOT NULL
FROM "price_alerts" "alert"
JOIN "notification_rules" "rule" ON "rule"."former_alert_id" = "alert"."id"
JOIN "users" ON "users"."id" = "alert"."user_id"
JOIN "channels" ON "channels"."user_id" = "alert"."user_id" AND "is_alert_mail"
JOIN "markets" ON "markets"."country" = "alert"."country"
LEFT JOIN "notification_settings" "settings" ON "settings"."user_id" = "alert"."user_id"
CROSS JOIN LATERAL (
  SELECT "email" IS NOT NULL AND "email_verified" AND "disabled_at" IS NULL AND "settings"."stopped_at" IS NULL AS "is_mailable"
) "recipient"
LEFT JOIN LATERAL (
  SELECT "official_only", CASE WHEN EXISTS (
    SELECT FROM "stores" WHERE "enabled" AND "key" = ANY("chosen"."stores")
  ) THEN "chosen"."stores" ELSE '{}' END AS "stores"
  FROM "store_preferences" "chosen" WHERE "chosen"."user_id" = "alert"."user_id"
) "choice" ON true
CROSS JOIN LATERAL (
  SELECT min("price_minor") AS "minor"
  FROM "offers"
  JOIN "stores" ON "stores"."key" = "offers"."store" AND "stores"."enabled"
  WHERE "offers"."game_id" = "alert"."game_id" AND "offers"."country" = "alert"."country"
    AND "offers"."currency" = "markets"."currency" AND "in_stock" IS NOT FALSE
    AND coalesce(
      (cardinality("choice"."stores") = 0 OR "offers"."store" = ANY("choice"."stores"))
        AND (NOT "choice"."official_only" OR "stores"."kind" = 'official'),
      true
    )
) "price";--> statement-breakpoint
-- what has fired: prices of the last day, which do not repeat, and what is still to be mailed
CREATE TEMPORARY TABLE "moved_events" AS
SELECT nextval(pg_get_serial_sequence('notification_events', 'id')) AS "id", "fired".*
FROM (
  SELECT "rule"."id" AS "rule_id", "rule"."user_id", "rule"."game_id", "rule"."country", "target_minor" AS "value", "store", "old_minor",
    "new_minor", "at", "is_pending", "deferred_on"
  FROM (
    SELECT "alert_id", "target_minor", "store", "old_minor", "new_minor", "deferred_on", true AS "is_pending", "id" AS "place",
      coalesce((
        SELECT "at" FROM "alert_notices" WHERE "alert_notices"."alert_id" = "fired_alerts"."alert_id" AND "minor" = "new_minor"
      ), (SELECT "last_fired_at" FROM "price_alerts" WHERE "id" = "alert_id"), now()) AS "at"
    FROM "fired_alerts"
    UNION ALL
    SELECT "alert_id", "target_minor", coalesce(
      (
        SELECT "store" FROM "price_history" "past"
        WHERE "past"."game_id" = "alert"."game_id" AND "past"."country" = "alert"."country" AND "price_minor" = "minor"
          AND "recorded_at" <= "at"
        ORDER BY "recorded_at" DESC LIMIT 1
      ),
      (
        SELECT "store" FROM "offers"
        WHERE "offers"."game_id" = "alert"."game_id" AND "offers"."country" = "alert"."country"
        ORDER BY "price_minor" LIMIT 1
      ),
      (SELECT "key" FROM "stores" ORDER BY "position" LIMIT 1)
    ), NULL, "minor", NULL, false, 0, "at"
    FROM "alert_notices" "notice"
    JOIN "price_alerts" "alert" ON "alert"."id" = "alert_id"
    WHERE NOT EXISTS (
      SELECT FROM "fired_alerts" "waiting"
      WHERE "waiting"."alert_id" = "notice"."alert_id" AND "waiting"."new_minor" = "minor"
    )
  ) "event"
  JOIN "notification_rules" "rule" ON "rule"."former_alert_id" = "alert_id"
  ORDER BY "at", "place", "rule"."id"
) "fired";--> statement-breakpoint
INSERT INTO "notification_events" ("id", "user_id", "rule_id", "kind", "value", "scope", "subject", "game_id", "country", "currency", "store", "old_minor", "new_minor", "at", "read_at")
OVERRIDING SYSTEM VALUE
SELECT "id", "user_id", "rule_id", CASE WHEN "value" IS NULL THEN 'drop' ELSE 'target' END, "value", 'mine', 'game', "game_id",
  "moved_events"."country", "currency", "store", "old_minor", "new_minor", "at", now()
FROM "moved_events" JOIN "markets" ON "markets"."country" = "moved_events"."country";--> statement-breakpoint
INSERT INTO "notification_deliveries" ("event_id", "channel_id", "state", "due_at", "in_digest")
SELECT "moved_events"."id", "channel_id", CASE WHEN "is_pending" THEN 'waiting' ELSE 'sent' END,
  CASE WHEN NOT "is_pending" THEN "at" ELSE ("deferred_on" + 1)::timestamp AT TIME ZONE 'UTC' END,
  "deferred_on" IS NOT NULL
FROM "moved_events" JOIN "rule_channels" USING ("rule_id")
ORDER BY "moved_events"."id";--> statement-breakpoint
DROP TABLE "moved_events";--> statement-breakpoint
-- merges of games that can be undone
DELETE FROM "merged_items"
WHERE "kind" = 'price_alert' AND (
  ("before" ->> 'game_id')::integer <> "game_id"
  OR "after" IS NOT NULL AND NOT EXISTS (SELECT FROM "notification_rules" WHERE "former_alert_id" = "item_id")
);--> statement-breakpoint
UPDATE "merged_items" "merged" SET "kind" = 'rule', "item_id" = "moved"."rule_id", "before" = "moved"."row",
  "after" = CASE WHEN "after" IS NOT NULL THEN "moved"."row" || jsonb_build_object('game_id', "after" -> 'game_id') END
FROM (
  SELECT "numbered"."game_id", "item_id", "rule_id", jsonb_build_object(
    'id', "rule_id", 'user_id', "numbered"."user_id",
    'kind', CASE WHEN "before" ->> 'target_minor' IS NULL THEN 'drop' ELSE 'target' END, 'subject', 'game',
    'game_id', "before" -> 'game_id', 'list_id', NULL, 'country', "before" -> 'country', 'value', "before" -> 'target_minor',
    'scope', 'mine', 'created_at', "before" -> 'created_at', 'last_fired_at', "before" -> 'last_fired_at',
    'former_alert_id', "item_id", 'channels', jsonb_build_array("channels"."id")
  ) AS "row"
  FROM (
    SELECT "item"."game_id", "item"."item_id", "item"."user_id", "item"."before",
      coalesce("rule"."id", nextval(pg_get_serial_sequence('notification_rules', 'id')))::integer AS "rule_id"
    FROM "merged_items" "item"
    LEFT JOIN "notification_rules" "rule" ON "rule"."former_alert_id" = "item"."item_id"
    WHERE "item"."kind" = 'price_alert'
  ) "numbered"
  JOIN "channels" ON "channels"."user_id" = "numbered"."user_id" AND "is_alert_mail"
) "moved"
WHERE "merged"."kind" = 'price_alert' AND "merged"."game_id" = "moved"."game_id" AND "merged"."item_id" = "moved"."item_id";--> statement-breakpoint
DROP TABLE "alert_notices";--> statement-breakpoint
DROP TABLE "fired_alerts";--> statement-breakpoint
DROP TABLE "alert_recipients";--> statement-breakpoint
DROP TABLE "price_alerts";
