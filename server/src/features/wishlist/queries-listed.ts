import type { BasketOffer, WishlistSort } from "contract/wishlist/rules.ts";
import { and, eq, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { games } from "../games/table.ts";
import { markets } from "../markets/table.ts";
import { gamePrices, offers } from "../prices/table.ts";
import { stores } from "../stores/table.ts";

/** Columns and conditions that all lists of users share. */

/** A market by its country, also as a parameter of a prepared statement. */
export type Country = SQL | Placeholder | string;

/** The offers that count, as the `keys` of `shownStoresReader`, also as a parameter; null = all offers. */
export type Counting = SQL | Placeholder;

export const anyStore: Counting = sql`null`;

export const pricesOf: Counting = sql.placeholder("pricesOf");

export interface PricesShown {
  market: Country;
  counting: Counting;
}

/** The best price of the stores that count, from `game_prices`. */
export function bestOf(counting: Counting) {
  const part = (all: AnyPgColumn, list: string) => sql`
    case when ${counting}::text is null then ${all} else (
      select ${sql.raw(list)} from unnest(store_keys, store_launchers, store_minors, store_regulars)
        with ordinality own (store, launchers, minor, regular, place)
      where store = any(string_to_array(split_part(${counting}::text, ';', 1), ',')) and minor is not null
        and coalesce(launchers & nullif(split_part(${counting}::text, ';', 2), '')::integer > 0, true)
      order by minor, place limit 1
    ) end`;
  return {
    minor: part(gamePrices.bestMinor, "minor").mapWith(gamePrices.bestMinor) as SQL<number | null>,
    store: part(gamePrices.bestStore, "store") as SQL<string | null>,
    regular: part(gamePrices.regularMinor, "regular").mapWith(gamePrices.regularMinor) as SQL<number | null>,
  };
}

/** Steam's regular price in the market. */
const steamRegular = sql`store_regulars[array_position(store_keys, 'steam')]`.mapWith(gamePrices.regularMinor) as SQL<
  number | null
>;

/** Money in minor units of the market's currency. */
export function listedColumns(counting: Counting) {
  const best = bestOf(counting);
  return {
    title: games.title,
    genre: games.genre,
    developer: games.developer,
    steamAppid: games.steamAppid,
    boxartUrl: games.boxartUrl,
    steamMinor: gamePrices.steamMinor,
    gogMinor: gamePrices.gogMinor,
    cdkeysMinor: gamePrices.cdkeysMinor,
    otherMinor: gamePrices.otherMinor,
    bestMinor: best.minor,
    bestStore: best.store,
    regularMinor: best.regular,
    steamRegularMinor: steamRegular,
    everywhereMinor: gamePrices.bestMinor,
    everywhereStore: gamePrices.bestStore,
  };
}

/** A hidden game stays on a list without being shown. */
export const shownGame = (gameId: AnyPgColumn) => and(eq(games.id, gameId), eq(games.hidden, false));

export const pricesIn = (gameId: AnyPgColumn, country: Country) =>
  and(eq(gamePrices.gameId, gameId), eq(gamePrices.country, country));

/** The sort column of a list, given the columns of its items and the stores that count. */
export function sortColumn(
  sort: WishlistSort,
  item: { addedAt: AnyPgColumn; place: AnyPgColumn },
  counting: Counting,
): SQL {
  const columns: Record<WishlistSort, SQL> = {
    added_at: sql`${item.addedAt}`,
    // the same on every database, whatever its locale
    title: sql`${games.titleFolded} collate "C"`,
    lowest_price: bestOf(counting).minor,
    display_order: sql`${item.place}`,
  };
  return columns[sort];
}

/** A game with its offers, as the basket computation needs them. */
export function basketColumns(country: Country) {
  return { id: games.id, title: games.title, offers: deliverableOffers(country) };
}

export interface BasketRow {
  id: number;
  title: string;
  offers: (BasketOffer & { activatesOn: string[] | null })[];
}

/**
 * The offers of a game in a market that are not out of stock, in the order of the stores and in minor units of the
 * market's currency.
 */
function deliverableOffers(country: Country): SQL<BasketRow["offers"]> {
  return sql<BasketRow["offers"]>`coalesce((
    select json_agg(
      json_build_object('store', ${stores.key}, 'price', ${offers.priceMinor}, 'activatesOn', ${offers.activatesOn})
      order by ${stores.position})
    from ${offers}
    join ${stores} on ${stores.key} = ${offers.store} and ${stores.enabled}
    join ${markets} on ${markets.country} = ${offers.country} and ${markets.currency} = ${offers.currency}
    where ${offers.gameId} = ${games.id} and ${offers.country} = ${country}
      and ${offers.priceMinor} is not null and ${offers.inStock} is not false
  ), '[]')`;
}
