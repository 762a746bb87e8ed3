-- exclusive: processes of the release before know other columns.
-- Stores and countries become rows; offers and their history belong to a store in a market, in the currency it charges.
CREATE TABLE "stores" (
	"key" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"website" text,
	"activation" text[] DEFAULT '{}' NOT NULL,
	"color" text NOT NULL,
	"reports_stock" boolean DEFAULT false NOT NULL,
	"link_templates" jsonb DEFAULT '{}' NOT NULL,
	"position" integer NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "markets" (
	"country" text PRIMARY KEY NOT NULL,
	"currency" text NOT NULL,
	"minor_units" smallint NOT NULL,
	"locale" text NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "store_clicks" (
	"day" date NOT NULL,
	"store" text NOT NULL,
	"country" text NOT NULL,
	"clicks" integer NOT NULL,
	CONSTRAINT "store_clicks_day_store_country_pk" PRIMARY KEY("day","store","country")
);
--> statement-breakpoint
ALTER TABLE "store_clicks" ADD CONSTRAINT "store_clicks_store_stores_key_fk" FOREIGN KEY ("store") REFERENCES "public"."stores"("key") ON DELETE cascade;
--> statement-breakpoint
CREATE TABLE "exchange_rates" (
	"currency" text PRIMARY KEY NOT NULL,
	"rate" double precision NOT NULL,
	"day" date NOT NULL,
	"fetched_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
INSERT INTO "stores" ("key", "name", "kind", "website", "activation", "color", "reports_stock", "position", "enabled") VALUES
  ('steam', 'Steam', 'official', 'https://store.steampowered.com', '{own-launcher}', 'blue', false, 1, true),
  ('gog', 'GOG', 'official', 'https://www.gog.com', '{drm-free,own-launcher}', 'purple', false, 2, true),
  ('cdkeys', 'CDKeys', 'keyshop', 'https://www.cdkeys.com', '{steam-key,other-key}', 'green', true, 3, true),
  ('other', 'Other', 'official', null, '{}', 'gray', false, 4, true),
  ('epic', 'Epic Games Store', 'official', 'https://store.epicgames.com', '{own-launcher}', 'red', false, 5, false),
  ('microsoft', 'Microsoft Store', 'official', 'https://www.xbox.com', '{own-launcher}', 'orange', false, 6, false),
  ('ea', 'EA', 'official', 'https://www.ea.com', '{own-launcher}', 'amber', false, 7, false),
  ('ubisoft', 'Ubisoft Store', 'official', 'https://store.ubisoft.com', '{own-launcher}', 'lime', false, 8, false),
  ('battlenet', 'Battle.net', 'official', 'https://shop.battle.net', '{own-launcher}', 'teal', false, 9, false),
  ('squareenix', 'Square Enix Store', 'official', 'https://store.square-enix-games.com', '{steam-key,own-launcher}', 'cyan', false, 10, false),
  ('rockstar', 'Rockstar Store', 'official', 'https://store.rockstargames.com', '{own-launcher}', 'indigo', false, 11, false),
  ('itch', 'itch.io', 'official', 'https://itch.io', '{drm-free}', 'pink', false, 12, false),
  ('humble', 'Humble Store', 'official', 'https://www.humblebundle.com', '{steam-key,drm-free,other-key}', 'blue', false, 13, false),
  ('fanatical', 'Fanatical', 'official', 'https://www.fanatical.com', '{steam-key,other-key}', 'green', false, 14, false),
  ('greenmangaming', 'Green Man Gaming', 'official', 'https://www.greenmangaming.com', '{steam-key,other-key}', 'purple', false, 15, false),
  ('gamersgate', 'GamersGate', 'official', 'https://www.gamersgate.com', '{steam-key,drm-free,other-key}', 'red', false, 16, false),
  ('gamesplanet-uk', 'Gamesplanet UK', 'official', 'https://uk.gamesplanet.com', '{steam-key,other-key}', 'orange', false, 17, false),
  ('gamesplanet-de', 'Gamesplanet DE', 'official', 'https://de.gamesplanet.com', '{steam-key,other-key}', 'amber', false, 18, false),
  ('gamesplanet-fr', 'Gamesplanet FR', 'official', 'https://fr.gamesplanet.com', '{steam-key,other-key}', 'lime', false, 19, false),
  ('gamesplanet-us', 'Gamesplanet US', 'official', 'https://us.gamesplanet.com', '{steam-key,other-key}', 'teal', false, 20, false),
  ('gamebillet', 'GameBillet', 'official', 'https://www.gamebillet.com', '{steam-key,other-key}', 'cyan', false, 21, false),
  ('wingamestore', 'WinGameStore', 'official', 'https://www.wingamestore.com', '{steam-key,drm-free}', 'indigo', false, 22, false),
  ('macgamestore', 'MacGameStore', 'official', 'https://www.macgamestore.com', '{steam-key,drm-free}', 'pink', false, 23, false),
  ('indiegala', 'IndieGala Store', 'official', 'https://www.indiegala.com', '{steam-key,drm-free,other-key}', 'blue', false, 24, false),
  ('dlgamer', 'DLGamer', 'official', 'https://www.dlgamer.com', '{steam-key,other-key}', 'green', false, 25, false),
  ('2game', '2Game', 'official', 'https://2game.com', '{steam-key,other-key}', 'purple', false, 26, false),
  ('allyouplay', 'AllYouPlay', 'official', 'https://www.allyouplay.com', '{steam-key,other-key}', 'red', false, 27, false),
  ('dreamgame', 'DreamGame', 'official', 'https://www.dreamgame.com', '{steam-key,other-key}', 'orange', false, 28, false),
  ('gamesload', 'Gamesload', 'official', 'https://www.gamesload.com', '{steam-key,other-key}', 'amber', false, 29, false),
  ('joybuggy', 'JoyBuggy', 'official', 'https://www.joybuggy.com', '{steam-key,other-key}', 'lime', false, 30, false),
  ('noctre', 'Noctre', 'official', 'https://www.noctre.com', '{steam-key,other-key}', 'teal', false, 31, false),
  ('etailmarket', 'eTail.Market', 'official', 'https://etail.market', '{steam-key,other-key}', 'cyan', false, 32, false),
  ('gamerthor', 'Gamer Thor', 'official', 'https://gamerthor.com', '{steam-key,other-key}', 'indigo', false, 33, false),
  ('nuuvem', 'Nuuvem', 'official', 'https://www.nuuvem.com', '{steam-key,other-key}', 'pink', false, 34, false),
  ('voidu', 'Voidu', 'official', 'https://www.voidu.com', '{steam-key,other-key}', 'blue', false, 35, false),
  ('fireflower', 'FireFlower Games', 'official', 'https://fireflowergames.com', '{drm-free}', 'green', false, 36, false),
  ('newegg', 'Newegg', 'official', 'https://www.newegg.com', '{steam-key,other-key}', 'purple', false, 37, false),
  ('amazon', 'Amazon', 'official', 'https://www.amazon.com', '{steam-key,other-key}', 'red', false, 38, false),
  ('planetplay', 'PlanetPlay', 'official', 'https://planetplay.com', '{steam-key,other-key}', 'orange', false, 39, false),
  ('playsum', 'Playsum', 'official', 'https://playsum.live', '{steam-key,other-key}', 'amber', false, 40, false),
  ('playerland', 'PlayerLand', 'official', 'https://player.land', '{steam-key,other-key}', 'lime', false, 41, false),
  ('instantgaming', 'Instant Gaming', 'keyshop', 'https://www.instant-gaming.com', '{steam-key,other-key}', 'teal', true, 42, false),
  ('kinguin', 'Kinguin', 'marketplace', 'https://www.kinguin.net', '{steam-key,other-key}', 'cyan', true, 43, false),
  ('eneba', 'Eneba', 'marketplace', 'https://www.eneba.com', '{steam-key,other-key}', 'indigo', true, 44, false),
  ('g2a', 'G2A', 'marketplace', 'https://www.g2a.com', '{steam-key,other-key}', 'pink', true, 45, false),
  ('gamivo', 'Gamivo', 'marketplace', 'https://www.gamivo.com', '{steam-key,other-key}', 'blue', true, 46, false);
--> statement-breakpoint
-- The currency is the one that Steam charges there.
INSERT INTO "markets" ("country", "currency", "minor_units", "locale", "enabled") VALUES
  ('US', 'USD', 2, 'en-US', true),
  ('CA', 'CAD', 2, 'en-CA', false),
  ('MX', 'MXN', 2, 'es-MX', false),
  ('BR', 'BRL', 2, 'pt-BR', false),
  ('AR', 'USD', 2, 'es-AR', false),
  ('CL', 'CLP', 0, 'es-CL', false),
  ('CO', 'COP', 2, 'es-CO', false),
  ('PE', 'PEN', 2, 'es-PE', false),
  ('GB', 'GBP', 2, 'en-GB', false),
  ('DE', 'EUR', 2, 'de-DE', false),
  ('FR', 'EUR', 2, 'fr-FR', false),
  ('IT', 'EUR', 2, 'it-IT', false),
  ('ES', 'EUR', 2, 'es-ES', false),
  ('NL', 'EUR', 2, 'nl-NL', false),
  ('BE', 'EUR', 2, 'nl-BE', false),
  ('AT', 'EUR', 2, 'de-AT', false),
  ('IE', 'EUR', 2, 'en-IE', false),
  ('PT', 'EUR', 2, 'pt-PT', false),
  ('FI', 'EUR', 2, 'fi-FI', false),
  ('GR', 'EUR', 2, 'el-GR', false),
  ('SE', 'EUR', 2, 'sv-SE', false),
  ('DK', 'EUR', 2, 'da-DK', false),
  ('CZ', 'EUR', 2, 'cs-CZ', false),
  ('HU', 'EUR', 2, 'hu-HU', false),
  ('RO', 'EUR', 2, 'ro-RO', false),
  ('PL', 'PLN', 2, 'pl-PL', false),
  ('NO', 'NOK', 2, 'nb-NO', false),
  ('CH', 'CHF', 2, 'de-CH', false),
  ('UA', 'UAH', 2, 'uk-UA', false),
  ('RU', 'RUB', 2, 'ru-RU', false),
  ('KZ', 'KZT', 2, 'ru-KZ', false),
  ('TR', 'USD', 2, 'tr-TR', false),
  ('EG', 'USD', 2, 'en-EG', false),
  ('IL', 'ILS', 2, 'en-IL', false),
  ('SA', 'SAR', 2, 'en-SA', false),
  ('AE', 'AED', 2, 'en-AE', false),
  ('ZA', 'ZAR', 2, 'en-ZA', false),
  ('IN', 'INR', 2, 'en-IN', false),
  ('PK', 'USD', 2, 'en-PK', false),
  ('CN', 'CNY', 2, 'zh-CN', false),
  ('JP', 'JPY', 0, 'ja-JP', false),
  ('KR', 'KRW', 0, 'ko-KR', false),
  ('TW', 'TWD', 2, 'zh-TW', false),
  ('HK', 'HKD', 2, 'en-HK', false),
  ('SG', 'SGD', 2, 'en-SG', false),
  ('MY', 'MYR', 2, 'en-MY', false),
  ('TH', 'THB', 2, 'th-TH', false),
  ('ID', 'IDR', 2, 'id-ID', false),
  ('PH', 'PHP', 2, 'en-PH', false),
  ('VN', 'VND', 0, 'vi-VN', false),
  ('AU', 'AUD', 2, 'en-AU', false),
  ('NZ', 'NZD', 2, 'en-NZ', false);
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON "stores"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON "markets"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OF "currency", "rate", "day" OR DELETE ON "exchange_rates"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
--> statement-breakpoint
ALTER TABLE "offers" DROP CONSTRAINT "offers_game_id_store_pk";
--> statement-breakpoint
DROP INDEX "offers_product_idx";
--> statement-breakpoint
ALTER TABLE "offers"
  ALTER COLUMN "store" TYPE text USING "store"::text,
  ADD COLUMN "country" text DEFAULT 'US' NOT NULL,
  ADD COLUMN "currency" text DEFAULT 'USD' NOT NULL,
  ADD COLUMN "activates_in" text[];
--> statement-breakpoint
ALTER TABLE "offers" ALTER COLUMN "country" DROP DEFAULT, ALTER COLUMN "currency" DROP DEFAULT;
--> statement-breakpoint
ALTER TABLE "offers" RENAME COLUMN "price_cents" TO "price_minor";
--> statement-breakpoint
ALTER TABLE "offers" RENAME COLUMN "regular_cents" TO "regular_minor";
--> statement-breakpoint
ALTER TABLE "offers" RENAME COLUMN "after_cents" TO "after_minor";
--> statement-breakpoint
ALTER TABLE "offers" RENAME COLUMN "after_regular_cents" TO "after_regular_minor";
--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_game_id_country_store_pk" PRIMARY KEY("game_id","country","store");
--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_store_stores_key_fk" FOREIGN KEY ("store") REFERENCES "public"."stores"("key");
--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_country_markets_country_fk" FOREIGN KEY ("country") REFERENCES "public"."markets"("country");
--> statement-breakpoint
CREATE INDEX "offers_product_idx" ON "offers" USING btree ("store","country","product_id") WHERE "offers"."product_id" is not null;
--> statement-breakpoint
ALTER TABLE "price_history" DROP CONSTRAINT "price_history_game_id_store_recorded_at_pk";
--> statement-breakpoint
ALTER TABLE "price_history"
  ALTER COLUMN "store" TYPE text USING "store"::text,
  ADD COLUMN "country" text DEFAULT 'US' NOT NULL,
  ADD COLUMN "currency" text DEFAULT 'USD' NOT NULL;
--> statement-breakpoint
ALTER TABLE "price_history" ALTER COLUMN "country" DROP DEFAULT, ALTER COLUMN "currency" DROP DEFAULT;
--> statement-breakpoint
ALTER TABLE "price_history" RENAME COLUMN "price_cents" TO "price_minor";
--> statement-breakpoint
ALTER TABLE "price_history" RENAME COLUMN "regular_cents" TO "regular_minor";
--> statement-breakpoint
ALTER TABLE "price_history" ADD CONSTRAINT "price_history_game_id_country_store_recorded_at_pk" PRIMARY KEY("game_id","country","store","recorded_at");
--> statement-breakpoint
ALTER TABLE "game_prices" DROP CONSTRAINT "game_prices_pkey";
--> statement-breakpoint
ALTER TABLE "game_prices"
  ALTER COLUMN "best_store" TYPE text USING "best_store"::text,
  ALTER COLUMN "low_store" TYPE text USING "low_store"::text,
  ADD COLUMN "country" text DEFAULT 'US' NOT NULL,
  ADD COLUMN "steam_link" text,
  ADD COLUMN "gog_link" text,
  ADD COLUMN "cdkeys_link" text,
  ADD COLUMN "other_link" text,
  ADD COLUMN "regular_minor" integer,
  ADD COLUMN "official_minor" integer,
  ADD COLUMN "official_store" text,
  ADD COLUMN "official_low_minor" integer,
  ADD COLUMN "official_low_store" text,
  ADD COLUMN "sold_at" text[] DEFAULT '{}' NOT NULL,
  ADD COLUMN "deliverable_at" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE "game_prices" ALTER COLUMN "country" DROP DEFAULT;
--> statement-breakpoint
ALTER TABLE "game_prices" RENAME COLUMN "steam_cents" TO "steam_minor";
--> statement-breakpoint
ALTER TABLE "game_prices" RENAME COLUMN "gog_cents" TO "gog_minor";
--> statement-breakpoint
ALTER TABLE "game_prices" RENAME COLUMN "cdkeys_cents" TO "cdkeys_minor";
--> statement-breakpoint
ALTER TABLE "game_prices" RENAME COLUMN "other_cents" TO "other_minor";
--> statement-breakpoint
ALTER TABLE "game_prices" RENAME COLUMN "best_cents" TO "best_minor";
--> statement-breakpoint
ALTER TABLE "game_prices" RENAME COLUMN "highest_best_cents" TO "highest_best_minor";
--> statement-breakpoint
ALTER TABLE "game_prices" RENAME COLUMN "low_cents" TO "low_minor";
--> statement-breakpoint
ALTER TABLE "game_prices" ADD CONSTRAINT "game_prices_game_id_country_pk" PRIMARY KEY("game_id","country");
--> statement-breakpoint
ALTER TABLE "game_prices" ADD CONSTRAINT "game_prices_country_markets_country_fk" FOREIGN KEY ("country") REFERENCES "public"."markets"("country");
--> statement-breakpoint
ALTER TABLE "game_prices" DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE "game_prices" SET
  "steam_link" = known."steam_link", "gog_link" = known."gog_link", "cdkeys_link" = known."cdkeys_link",
  "other_link" = known."other_link", "sold_at" = known."sold_at", "deliverable_at" = known."deliverable_at",
  "regular_minor" = known."regular_minor", "official_minor" = known."official_minor",
  "official_store" = known."official_store"
FROM (
  SELECT "game_id",
    max("link") FILTER (WHERE "store" = 'steam') AS "steam_link",
    max("link") FILTER (WHERE "store" = 'gog') AS "gog_link",
    max("link") FILTER (WHERE "store" = 'cdkeys') AS "cdkeys_link",
    max("link") FILTER (WHERE "store" = 'other') AS "other_link",
    coalesce(array_agg("store" ORDER BY "position") FILTER (WHERE "price_minor" IS NOT NULL), '{}') AS "sold_at",
    coalesce(array_agg("store" ORDER BY "position")
      FILTER (WHERE "price_minor" IS NOT NULL AND "in_stock" IS NOT FALSE), '{}') AS "deliverable_at",
    (array_agg("regular_minor" ORDER BY "price_minor", "position") FILTER (WHERE "price_minor" IS NOT NULL))[1]
      AS "regular_minor",
    min("price_minor") FILTER (WHERE "kind" = 'official') AS "official_minor",
    (array_agg("store" ORDER BY "price_minor", "position")
      FILTER (WHERE "price_minor" IS NOT NULL AND "kind" = 'official'))[1] AS "official_store"
  FROM "offers" JOIN "stores" ON "stores"."key" = "offers"."store"
  GROUP BY "game_id"
) known
WHERE "game_prices"."game_id" = known."game_id";
--> statement-breakpoint
-- Stock was not recorded for these stores, so each of their past prices could be had.
UPDATE "game_prices" SET "official_low_minor" = lowest."price_minor", "official_low_store" = lowest."store"
FROM (
  SELECT DISTINCT ON ("game_id") "game_id", "price_minor", "store"
  FROM "price_history" JOIN "stores" ON "stores"."key" = "price_history"."store"
  WHERE "kind" = 'official' AND "price_minor" > 0
  ORDER BY "game_id", "price_minor", "recorded_at" DESC, "position"
) lowest
WHERE "game_prices"."game_id" = lowest."game_id";
--> statement-breakpoint
ALTER TABLE "game_prices" ENABLE TRIGGER USER;
--> statement-breakpoint
ALTER TABLE "price_polls"
  ALTER COLUMN "store" TYPE text USING "store"::text,
  ADD COLUMN "country" text DEFAULT 'US' NOT NULL;
--> statement-breakpoint
DROP INDEX "match_reviews_waiting_idx";
--> statement-breakpoint
ALTER TABLE "match_reviews" ALTER COLUMN "store" TYPE text USING "store"::text;
--> statement-breakpoint
CREATE INDEX "match_reviews_waiting_idx" ON "match_reviews" USING btree ("store","id") WHERE "match_reviews"."decision" is null;
--> statement-breakpoint
ALTER TABLE "price_feeds" DROP CONSTRAINT "price_feeds_pkey";
--> statement-breakpoint
ALTER TABLE "price_feeds"
  ALTER COLUMN "store" TYPE text USING "store"::text,
  ADD COLUMN "country" text DEFAULT 'US' NOT NULL;
--> statement-breakpoint
ALTER TABLE "price_feeds" ALTER COLUMN "country" DROP DEFAULT;
--> statement-breakpoint
ALTER TABLE "price_feeds" ADD CONSTRAINT "price_feeds_store_country_pk" PRIMARY KEY("store","country");
--> statement-breakpoint
ALTER TABLE "staged_offers" ALTER COLUMN "store" TYPE text USING "store"::text;
--> statement-breakpoint
ALTER TABLE "fired_alerts" ALTER COLUMN "store" TYPE text USING "store"::text;
--> statement-breakpoint
ALTER TABLE "fired_alerts" RENAME COLUMN "target_cents" TO "target_minor";
--> statement-breakpoint
ALTER TABLE "fired_alerts" RENAME COLUMN "old_cents" TO "old_minor";
--> statement-breakpoint
ALTER TABLE "fired_alerts" RENAME COLUMN "new_cents" TO "new_minor";
--> statement-breakpoint
ALTER TABLE "price_alerts" RENAME COLUMN "target_cents" TO "target_minor";
--> statement-breakpoint
ALTER TABLE "price_alerts" RENAME COLUMN "last_cents" TO "last_minor";
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "country" text;
--> statement-breakpoint
ALTER TABLE "price_alerts" ADD COLUMN "country" text DEFAULT 'US' NOT NULL;
--> statement-breakpoint
ALTER TABLE "price_alerts" ADD CONSTRAINT "price_alerts_country_markets_country_fk" FOREIGN KEY ("country") REFERENCES "public"."markets"("country");
--> statement-breakpoint
DROP TYPE "public"."store_key";
