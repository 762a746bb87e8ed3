-- Immutable, as a generated column demands: the texts of whole numbers depend on no setting.
CREATE FUNCTION "price_lists"(
  "keys" text[], "launchers" integer[], "minors" integer[], "regulars" integer[], "lows" integer[],
  "lows_since" double precision[], "highs" integer[], "sinces" double precision[], "changed_at" double precision[],
  "previous" integer[]
) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN concat_ws(';',
  array_to_string("keys", ' ', '-'), array_to_string("launchers", ' ', '-'), array_to_string("minors", ' ', '-'),
  array_to_string("regulars", ' ', '-'), array_to_string("lows", ' ', '-'), array_to_string("lows_since", ' ', '-'),
  array_to_string("highs", ' ', '-'), array_to_string("sinces", ' ', '-'), array_to_string("changed_at", ' ', '-'),
  array_to_string("previous", ' ', '-')
);
--> statement-breakpoint
ALTER TABLE "game_prices" ADD COLUMN "store_lists" text GENERATED ALWAYS AS (
  price_lists(store_keys, store_launchers, store_minors, store_regulars, store_lows, store_lows_since, store_highs,
    store_sinces, store_changed_at, store_previous)
) STORED;
