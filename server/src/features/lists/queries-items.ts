import type { Order } from "contract/core/sorting.ts";
import type { BasketOffer, ListFilter, ListSort } from "contract/lists/rules.ts";
import { firstCountry } from "contract/markets/regions.ts";
import { type FlatStore, flatStores } from "contract/stores/flat-stores.ts";
import type { Db } from "../../platform/db/connect.ts";
import { type AnyPgColumn, and, count, eq, type Placeholder, type SQL, sql } from "../../platform/db/drizzle.ts";
import { games } from "../games/table.ts";
import { gamePrices } from "../prices/table.ts";
import { type OwnList, ownList } from "./queries.ts";
import { gameLists, listItems } from "./table.ts";

/** A market by its country, also as a parameter of a prepared statement. */
type Country = SQL | Placeholder | string;

/** The offers that count, as the `keys` of `shownStoresReader`, also as a parameter; null = all offers. */
type Counting = SQL | Placeholder;

const anyStore: Counting = sql`null`;
const country = sql.placeholder("country");
const pricesOf: Counting = sql.placeholder("pricesOf");

const anyGame = eq(games.id, listItems.gameId);
/** A hidden game stays on a list without being shown. */
export const shownGame = and(anyGame, eq(games.hidden, false));

const isOn = (list: OwnList) => sql`${listItems.listId} = (select id from ${gameLists} where ${ownList(list)})`;

/** The list of a prepared statement: the parameter `listId` is null for the wishlist. */
const isOnPrepared = sql`${listItems.listId} = (
  select id from ${gameLists} where user_id = ${sql.placeholder("userId")} and case
    when ${sql.placeholder("listId")}::integer is null then kind = 'wishlist'
    else id = ${sql.placeholder("listId")}::integer and kind = 'list'
  end)`;
const namesOf = ({ userId, listId }: OwnList) => ({ userId, listId: listId === "wishlist" ? null : listId });

const pricesIn = (market: Country) => and(eq(gamePrices.gameId, listItems.gameId), eq(gamePrices.country, market));

/** Whether the offer of `store` that activates on `launchers` counts. */
const counts = (counting: Counting) => sql`
  store = any(string_to_array(split_part(${counting}::text, ';', 1), ','))
    and coalesce(launchers & nullif(split_part(${counting}::text, ';', 2), '')::integer > 0, true)`;

/** The best price of the stores that count, and their low, from `game_prices`. */
function bestOf(counting: Counting) {
  const part = (all: AnyPgColumn, list: string) => sql`
    case when ${counting}::text is null then ${all} else (
      select ${sql.raw(list)} from unnest(store_keys, store_launchers, store_minors, store_regulars)
        with ordinality own (store, launchers, minor, regular, place)
      where minor is not null and ${counts(counting)}
      order by minor, place limit 1
    ) end`;
  return {
    minor: part(gamePrices.bestMinor, "minor").mapWith(gamePrices.bestMinor) as SQL<number | null>,
    store: part(gamePrices.bestStore, "store") as SQL<string | null>,
    regular: part(gamePrices.regularMinor, "regular").mapWith(gamePrices.regularMinor) as SQL<number | null>,
    low: sql`
      case when ${counting}::text is null then ${gamePrices.lowMinor} else (
        select min(low) from unnest(store_keys, store_launchers, store_lows) own (store, launchers, low)
        where ${counts(counting)}
      ) end`.mapWith(gamePrices.lowMinor) as SQL<number | null>,
  };
}

/** Steam's regular price in the market. */
const steamRegular = sql`store_regulars[array_position(store_keys, 'steam')]`.mapWith(gamePrices.regularMinor) as SQL<
  number | null
>;

/** The discount of the best price in per cent, as `cutOf` of `referenceOf` in the contract. */
function cutOf({ minor, regular }: ReturnType<typeof bestOf>) {
  const reference = sql`coalesce(${regular}, ${steamRegular}, ${gamePrices.steamMinor})`;
  return sql`case when ${minor} < ${reference}
    then floor((${reference} - ${minor})::double precision * 100 / ${reference} + 0.5) end`;
}

/** The prices of the stores that have fields of their own in the API. */
const flatMinors = Object.fromEntries(
  flatStores.map((store) => [`${store}Minor`, gamePrices[`${store}Minor`]]),
) as Pick<typeof gamePrices, `${FlatStore}Minor`>;

/** Items with their games and the prices in a market; money in minor units of the market's currency. */
function selectItems(db: Db, { market, counting }: { market: Country; counting: Counting }, game = shownGame) {
  const best = bestOf(counting);
  return db
    .select({
      id: listItems.id,
      gameId: listItems.gameId,
      priority: listItems.priority,
      notes: listItems.notes,
      displayOrder: listItems.position,
      addedAt: listItems.addedAt,
      title: games.title,
      localizedTitles: games.localizedTitles,
      genre: games.genre,
      developer: games.developer,
      steamAppid: games.steamAppid,
      boxartUrl: games.boxartUrl,
      ...flatMinors,
      bestMinor: best.minor,
      bestStore: best.store,
      regularMinor: best.regular,
      steamRegularMinor: steamRegular,
      lowMinor: best.low,
      everywhereMinor: gamePrices.bestMinor,
      everywhereStore: gamePrices.bestStore,
    })
    .from(listItems)
    .innerJoin(games, game)
    .leftJoin(gamePrices, pricesIn(market))
    .$dynamic();
}

export type ItemRow = Awaited<ReturnType<typeof selectItems>>[number];

interface PageOf {
  country: string;
  /** The offers that count, as the `keys` of `shownStoresReader`; `null` = all. */
  pricesOf: string | null;
  sort: ListSort;
  order: Order;
  /** `null` = all games. */
  show: ListFilter | null;
  limit: number;
  offset: number;
}

const shownBest = bestOf(pricesOf);
const cut = cutOf(shownBest);

/** Whether an item is among those that a list is narrowed to (`ListFilter`), also as a parameter. */
const isShown = sql`case ${sql.placeholder("show")}::text
  when 'on_sale' then ${cut} > 0
  when 'at_low' then ${cut} > 0 and ${shownBest.minor} <= ${shownBest.low}
  when 'below_target' then exists (
    select from notification_rules rule
    where rule.user_id = ${sql.placeholder("userId")} and rule.game_id = ${listItems.gameId}
      and rule.kind = 'target' and rule.value >= ${shownBest.minor} and rule.country in (
        select market.country from markets market
        where coalesce(market.shares_prices_with, market.country) = ${country}
      )
  )
  else true
end`;

/** The columns that lists are sorted by. */
const sortColumns: Record<ListSort, SQL> = {
  added_at: sql`${listItems.addedAt}`,
  // the same on every database, whatever its locale
  title: sql`${games.titleFolded} collate "C"`,
  lowest_price: shownBest.minor,
  display_order: sql`${listItems.position}`,
  discount: cut,
  above_low: sql`${shownBest.minor}::double precision / ${shownBest.low}`,
};

/** A page of one of a user's lists; games without what it is sorted by come last in both directions. */
export function prepareListItems(db: Db): (list: OwnList, page: PageOf) => Promise<ItemRow[]> {
  const prepare = (sort: ListSort, order: Order) => {
    const direction = sql.raw(order);
    return selectItems(db, { market: country, counting: pricesOf })
      .where(and(isOnPrepared, isShown))
      .orderBy(sql`${sortColumns[sort]} ${direction} nulls last`, sql`${listItems.id} ${direction}`)
      .limit(sql.placeholder("limit"))
      .offset(sql.placeholder("offset"))
      .prepare(`list_items_${sort}_${order.toLowerCase()}`);
  };
  // when they are first needed: all of them take a tenth of a second
  const statements: Record<string, ReturnType<typeof prepare>> = {};
  return (list, { sort, order, ...values }) => {
    statements[`${sort} ${order}`] ??= prepare(sort, order);
    return statements[`${sort} ${order}`]!.execute({ ...namesOf(list), ...values });
  };
}

export function prepareCountItems(
  db: Db,
): (list: OwnList, page: Pick<PageOf, "country" | "pricesOf" | "show">) => Promise<number> {
  const statement = db
    .select({ total: count() })
    .from(listItems)
    .innerJoin(games, shownGame)
    .leftJoin(gamePrices, pricesIn(country))
    .where(and(isOnPrepared, isShown))
    .prepare("count_list_items");
  return async (list, { country, pricesOf, show }) =>
    (await statement.execute({ ...namesOf(list), country, pricesOf, show }))[0]!.total;
}

/** The given games that are on a list, in no order. */
export function prepareListItemsOfGames(
  db: Db,
): (list: OwnList, gameIds: readonly number[], country: string) => Promise<ItemRow[]> {
  const statement = selectItems(db, { market: country, counting: anyStore })
    .where(and(isOnPrepared, sql`${listItems.gameId} = any(${sql.placeholder("gameIds")}::int[])`))
    .prepare("list_items_of_games");
  return (list, gameIds, country) => statement.execute({ ...namesOf(list), gameIds, country });
}

/** An item of a list, by its id or its game; `null` when there is none. */
export async function findItem(
  db: Db,
  listId: number,
  by: { id: number } | { gameId: number },
  market: string = firstCountry,
): Promise<ItemRow | null> {
  const named = "id" in by ? eq(listItems.id, by.id) : eq(listItems.gameId, by.gameId);
  const [row] = await selectItems(db, { market, counting: anyStore }).where(and(eq(listItems.listId, listId), named));
  return row ?? null;
}

/** All items in the owner's order, including hidden games, for the export of an account. */
export function listWholeList(db: Db, list: OwnList, market: string = firstCountry): Promise<ItemRow[]> {
  return selectItems(db, { market, counting: anyStore }, anyGame)
    .where(isOn(list))
    .orderBy(listItems.position, listItems.id);
}

/** Sums over a list; money in minor units (spec/wishlist-and-alerts 1.3). */
export function prepareSumList(db: Db) {
  const { steamMinor } = gamePrices;
  const { minor: bestMinor } = shownBest;
  const statement = db
    .select({
      games: count(),
      pricedGames: sql`count(${bestMinor})`.mapWith(Number),
      valueMinor: sql`coalesce(sum(${bestMinor}), 0)`.mapWith(Number),
      savingsMinor:
        sql`coalesce(sum(${steamMinor} - ${bestMinor}) filter (where ${steamMinor} > ${bestMinor}), 0)`.mapWith(Number),
    })
    .from(listItems)
    .innerJoin(games, shownGame)
    .leftJoin(gamePrices, pricesIn(country))
    .where(isOnPrepared)
    .prepare("sum_list");
  return async (list: OwnList, country: string, pricesOf: string | null) =>
    (await statement.execute({ ...namesOf(list), country, pricesOf }))[0]!;
}

export type ListSums = Awaited<ReturnType<ReturnType<typeof prepareSumList>>>;

/** A game with its offers, as the basket computation needs them. */
export interface BasketRow {
  id: number;
  title: string;
  localizedTitles: string | null;
  offers: (BasketOffer & { activatesOn: string[] | null })[];
}

/** The games on a list in the owner's order, with their offers in a market. */
export function prepareListBasket(db: Db): (list: OwnList, country: string) => Promise<BasketRow[]> {
  const statement = db
    .select({
      id: games.id,
      title: games.title,
      localizedTitles: games.localizedTitles,
      offers: deliverableOffers,
    })
    .from(listItems)
    .innerJoin(games, shownGame)
    .where(isOnPrepared)
    .orderBy(listItems.position, listItems.id)
    .prepare("list_basket");
  return (list, country) => statement.execute({ ...namesOf(list), country });
}

/**
 * The offers of a game in a market that are not out of stock, in the order of the stores and in minor units of the
 * market's currency.
 */
const deliverableOffers = sql<BasketRow["offers"]>`coalesce((
    select json_agg(
      json_build_object('store', store, 'price', price_minor, 'activatesOn', activates_on) order by position)
    from deliverable_offers offer join stores on stores.key = offer.store
    where offer.game_id = ${games.id} and offer.country = ${country}
  ), '[]')`;
