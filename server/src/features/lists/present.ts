import { toAmount, toMinor } from "contract/core/money.ts";
import { cutOf, referenceOf } from "contract/games/rules.ts";
import type { Game } from "contract/games/schema.ts";
import { localizedIn } from "contract/games/titles.ts";
import { uploadVersion } from "contract/images/uploads.ts";
import { type BasketOption as CheapestOption, cheapestOption } from "contract/lists/rules.ts";
import type {
  Basket,
  BasketOption,
  ListedGame,
  ListItem,
  ListShare,
  SharedItem,
  SharedList,
  UserList,
  WishlistItem,
  WishlistStats,
} from "contract/lists/schema.ts";
import type { Market } from "contract/markets/schema.ts";
import { type Launcher, launchersOf } from "contract/prices/launchers.ts";
import { toFlatPrices } from "contract/stores/flat-stores.ts";
import type { Retailer } from "contract/stores/schema.ts";
import { decrypt } from "../../platform/process/encryption.ts";
import type { SecretKey } from "../../platform/process/secret-key.ts";
import type { ListRow } from "./queries.ts";
import type { BasketRow, ItemRow, ListSums } from "./queries-items.ts";
import type { SharedItem as SharedItemRow, SharedRow, ShareRow } from "./queries-shared.ts";

export function toUserList(row: ListRow): UserList {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    is_gift: row.isGift,
    shared: row.shared,
    total: row.total,
    game_ids: row.gameIds,
    ...(row.hasGame !== null && { has_game: row.hasGame }),
    created_at: row.createdAt.toISOString(),
    version: row.version,
  };
}

/** The currency of prices, and the language of titles that are shown beside the English ones. */
type ShownMarket = Pick<Market, "currency"> & { language?: string | undefined };

/** With `ofSome` the lowest price is that of some stores, and the one of all stores is added. */
function toListedGame(row: ItemRow, { currency, language }: ShownMarket, ofSome = false): ListedGame {
  const reference = referenceOf({
    store: row.bestStore,
    regular: row.regularMinor,
    steamRegular: row.steamRegularMinor,
    steam: row.steamMinor,
  });
  return {
    game_id: row.gameId,
    title: row.title,
    ...localizedIn(row, language),
    genre: row.genre,
    developer: row.developer,
    steam_appid: row.steamAppid,
    boxart_url: row.boxartUrl,
    picture_version: uploadVersion(row.boxartUrl),
    currency,
    lowest_price: toAmount(row.bestMinor, currency),
    lowest_price_store: row.bestStore,
    cut: cutOf(row.bestMinor, reference?.price ?? null),
    reference_price: toAmount(reference?.price ?? null, currency),
    reference_store: reference?.store ?? null,
    historical_low: toAmount(row.lowMinor, currency),
    ...(ofSome && {
      everywhere_lowest_price: toAmount(row.everywhereMinor, currency),
      everywhere_lowest_price_store: row.everywhereStore,
    }),
    ...toFlatPrices((store) => toAmount(row[`${store}Minor`], currency)),
    added_at: row.addedAt.toISOString(),
    notes: row.notes,
    display_order: row.displayOrder,
  };
}

export function toListItem(row: ItemRow, market: ShownMarket, ofSome = false): ListItem {
  return { item_id: row.id, ...toListedGame(row, market, ofSome) };
}

export function toWishlistItem(row: ItemRow, market: ShownMarket, ofSome = false): WishlistItem {
  return { wishlist_id: row.id, ...toListedGame(row, market, ofSome), priority: row.priority };
}

export function toWishlistStats(
  { games, pricedGames, valueMinor, savingsMinor }: ListSums,
  { currency }: Market,
): WishlistStats {
  return {
    total_games: games,
    currency,
    total_value: toAmount(valueMinor, currency),
    total_savings: toAmount(savingsMinor, currency),
    average_price: pricedGames === 0 ? 0 : toAmount(Math.round(valueMinor / pricedGames), currency),
  };
}

interface ShownOffers {
  stores: readonly Pick<Retailer, "key" | "kind">[];
  /** Only offers that activate on one of these count; none = all offers. */
  activates: readonly Launcher[];
}

/** The options to buy a whole list: from all stores, from official ones, and from each store alone. */
export function toBasket(
  rows: readonly BasketRow[],
  { stores, activates }: ShownOffers,
  { currency, language }: ShownMarket,
): Basket {
  const counts = ({ store, activatesOn }: BasketRow["offers"][number]) =>
    activates.length === 0 || launchersOf(store, activatesOn).some((launcher) => activates.includes(launcher));
  const games = rows.map((row) => ({
    titles: { game_id: row.id, title: row.title, ...localizedIn(row, language) },
    offers: row.offers.filter(counts),
  }));
  const optionFrom = (chosen: typeof stores) =>
    toOption(cheapestOption(games, new Set(chosen.map(({ key }) => key))), currency);
  return {
    currency,
    with_keyshops: optionFrom(stores),
    official_only: optionFrom(stores.filter(({ kind }) => kind === "official")),
    per_store: stores.map((store) => ({ store: store.key, way: optionFrom([store]) })),
  };
}

function toOption(
  { total, items, missing }: CheapestOption<{ titles: BasketOption["missing"][number] }>,
  currency: string,
): BasketOption {
  return {
    total: toAmount(total, currency),
    items: items.map(({ game, store, price }) => ({ ...game.titles, store, price: toAmount(price, currency) })),
    missing: missing.map(({ titles }) => titles),
  };
}

/** The key that encrypts links, so that owners can see them again. */
export function shareKey(secretKey: SecretKey): Buffer {
  return secretKey.derive("links of shared lists");
}

/** How a list is shared; with a `key` the owner also sees the link, which outlives the API key that reads it. */
export function toListShare({ token, showsNotes, showsName, createdAt }: ShareRow, key: Buffer | null): ListShare {
  const shown = key && decrypt(key, token);
  return { token: shown, notes: showsNotes, name: showsName, shared_at: createdAt.toISOString() };
}

export function toSharedList({ name, description, isGift, showsName, ownerName }: SharedRow): SharedList {
  return { name, description, owner: showsName ? ownerName || null : null, is_gift: isGift };
}

/** The sum of the best prices of games. */
export function toValue(games: readonly Game[], { currency }: Pick<Market, "currency">) {
  const minor = games.reduce((sum, { best_price: best }) => sum + (toMinor(best ?? 0, currency) ?? 0), 0);
  return { total_value: toAmount(minor, currency), currency };
}

/** Items with their games; without those that the catalogue has not read yet. */
export function toSharedItems(items: readonly SharedItemRow[], games: readonly Game[]): SharedItem[] {
  const found = new Map(games.map((game) => [game.id, game]));
  return items.flatMap(({ gameId, notes }) => {
    const game = found.get(gameId);
    return game ? [{ game, notes }] : [];
  });
}
