import { fromPrice, type SoldBundle } from "contract/bundles/rules.ts";
import type { GameBundle } from "contract/bundles/schema.ts";
import { toAmount } from "contract/core/money.ts";
import { rowField, type ShownColumn, shownColumns } from "contract/games/columns.ts";
import { cutOf, isLowestEver, referenceOf, savingsPercentage } from "contract/games/rules.ts";
import type { Game, GameDetail, GameField, GameOffer, Insight, PartialGame } from "contract/games/schema.ts";
import { localizedIn } from "contract/games/titles.ts";
import { uploadVersion } from "contract/images/uploads.ts";
import { convert } from "contract/markets/rates.ts";
import type { ExchangeRates, Market } from "contract/markets/schema.ts";
import { launchersOf } from "contract/prices/launchers.ts";
import { toFlatFields } from "contract/stores/flat-stores.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import { referenceIn } from "./read-model/columns.ts";
import type { GameRow } from "./read-model/rows.ts";

interface ShownGame extends Pick<Market, "currency"> {
  language?: string | undefined;
  bundle?: Game["bundle"];
}

/**
 * A game as the API returns it: amounts become decimal, and fields derived from the prices are added, as is its title
 * in a language. `now` in ms since 1970.
 */
export function toGame(row: GameRow, { currency, language, bundle = null }: ShownGame, now: number): Game {
  const reference = referenceIn(row);
  const cut = row.cut ?? cutOf(row.bestMinor, reference?.price ?? null);
  return {
    id: row.id,
    ...toFacts(row),
    ...localizedIn(row, language),
    picture_version: uploadVersion(row.boxartUrl),
    ...toFlatFields({
      price: (store) => toAmount(row[`${store}Minor`], currency),
      link: (store) => row[`${store}Link`] ?? (store === "steam" ? steamPage(row) : null),
      stock: () => row.cdkeysInStock,
    }),
    currency,
    best_price: toAmount(row.bestMinor, currency),
    best_store: row.bestStore,
    cut,
    reference_price: toAmount(reference?.price ?? null, currency),
    reference_store: reference?.store ?? null,
    regular_price: toAmount(row.regularMinor, currency),
    best_official_price: toAmount(row.officialMinor, currency),
    best_official_store: row.officialStore,
    price_changed_at: toTime(row.bestChangedAt),
    previous_price: toAmount(row.previousBestMinor, currency),
    sale_ends_at: toTime(row.saleEndsAt),
    savings_percentage: savingsPercentage(row.steamMinor, row.bestMinor),
    historical_low: toAmount(row.lowMinor, currency),
    historical_low_store: row.lowStore,
    historical_low_at: toTime(row.lowAt),
    historical_low_since: toTime(row.lowSince),
    previous_low: toAmount(row.previousLowMinor, currency),
    historical_official_low: toAmount(row.officialLowMinor, currency),
    historical_keyshop_low: toAmount(row.keyshopLowMinor, currency),
    ...lowestEver(row, cut, now),
    bundle,
    ...(row.everywhere && {
      everywhere_best_price: toAmount(row.everywhere.bestMinor, currency),
      everywhere_best_store: row.everywhere.bestStore,
    }),
  };
}

/** The bundle that a game in a list names. */
export function toNamedBundle(
  { id, games, tiers, endsAt }: SoldBundle,
  { country, currency }: Pick<Market, "country" | "currency">,
): NonNullable<Game["bundle"]> {
  const from = fromPrice(tiers, country);
  const from_price = from?.currency === currency ? toAmount(from.amount, currency) : null;
  return { id, games, from_price, ends_at: toTime(endsAt) };
}

const factFields = shownColumns.map((name) => [name, rowField(name)] as const);

/** The fields that do not depend on prices. */
function toFacts(row: GameRow): Pick<Game, ShownColumn> {
  const facts: Partial<Record<ShownColumn, unknown>> = {};
  for (const [name, field] of factFields) facts[name] = row[field];
  return facts as Pick<Game, ShownColumn>;
}

/** What was read from a game's history. */
export interface PastPrices {
  insight: Insight | null;
  nextSale: GameDetail["next_sale"];
  /** In minor units. */
  lowestBefore: { price: number; store: StoreKey } | null;
}

/** An offer of a game; money in minor units of its currency. */
export interface OfferRow {
  store: StoreKey;
  currency: string;
  priceMinor: number | null;
  regularMinor: number | null;
  link: string | null;
  activatesIn: GameOffer["activates_in"];
  inStock: boolean | null;
  lastSeenAt: Date;
  endsAt: Date | null;
  wasFreeUntil: Date | null;
  saleEndsAt: Date | null;
  activatesOn: string[] | null;
}

/** A voucher, with the price of an offer in minor units of its currency. */
export interface OfferVoucher {
  id: number;
  code: string;
  conditions: string;
  minor: number;
  works: number;
  fails: number;
  workedAt: Date | null;
}

export interface DetailOptions {
  otherTitles: readonly string[];
  rates: ExchangeRates | null;
  /** The best voucher for each offer, by store. */
  vouchers?: ReadonlyMap<StoreKey, OfferVoucher>;
  /** Left out = not read. */
  past?: PastPrices | null;
  /** The best prices in all markets. */
  marketPrices?: readonly MarketPrice[];
  subscriptions?: GameDetail["subscriptions"];
  /** Those on sale that it is in. */
  bundles?: readonly GameBundle[];
}

/** The best price of a game in a market, in minor units of its currency. */
export interface MarketPrice {
  country: string;
  currency: string;
  minor: number;
  store: StoreKey;
}

/** What the database knows of a game's prices in a market. */
export interface DetailPrices {
  offers: OfferRow[];
  past: PastPrices;
  marketPrices: MarketPrice[];
}

/** A game with its other titles, its offers, and its past if that was read. */
export function toGameDetail(
  game: Game,
  offers: readonly OfferRow[],
  { otherTitles, rates, vouchers, past = null, marketPrices = [], subscriptions = [], bundles = [] }: DetailOptions,
): GameDetail {
  const steam = offers.find(({ store, currency }) => store === "steam" && currency === game.currency);
  const lowest = past?.lowestBefore;
  return {
    ...game,
    also_known_as: [...otherTitles],
    offers: offers.map((offer) => toOffer(offer, { game, steam, rates, voucher: vouchers?.get(offer.store) })),
    insight: past?.insight ?? null,
    next_sale: past?.nextSale ?? null,
    markets: marketPrices.map(({ country, currency, minor, store }) => ({
      country,
      currency,
      best_price: toAmount(minor, currency),
      best_store: store,
      converted_price: toAmount(convert(minor, currency, game.currency, rates), game.currency),
    })),
    subscriptions,
    bundles: [...bundles],
    lowest_30_days: lowest ? { ...lowest, price: toAmount(lowest.price, game.currency) } : null,
  };
}

interface OfferContext {
  game: Game;
  voucher: OfferVoucher | undefined;
  /** Steam's offer in the market's currency. */
  steam: OfferRow | undefined;
  rates: ExchangeRates | null;
}

function toOffer(row: OfferRow, { game, steam, rates, voucher }: OfferContext): GameOffer {
  const { store, currency, priceMinor, regularMinor } = row;
  const converted = priceMinor === null ? null : convert(priceMinor, currency, game.currency, rates);
  const reference = referenceOf({
    store,
    regular: regularMinor,
    steamRegular: steam?.regularMinor ?? null,
    steam: steam?.priceMinor ?? null,
  });
  return {
    store,
    currency,
    price: toAmount(priceMinor, currency),
    converted_price: toAmount(converted, game.currency),
    regular_price: toAmount(regularMinor, currency),
    // Steam's price is in the market's currency
    cut: cutOf(reference?.store === store ? priceMinor : converted, reference?.price ?? null),
    reference_store: reference?.store ?? null,
    link: row.link ?? (store === "steam" ? game.steam_link : null),
    activates_in: row.activatesIn,
    in_stock: row.inStock,
    last_seen_at: row.lastSeenAt.toISOString(),
    ends_at: row.endsAt?.toISOString() ?? null,
    was_free_until: row.wasFreeUntil?.toISOString() ?? null,
    sale_ends_at: row.saleEndsAt?.toISOString() ?? null,
    activates_on: launchersOf(row.store, row.activatesOn),
    voucher: voucher ? toVoucher(voucher, currency) : null,
  };
}

function toVoucher({ minor, workedAt, id, code, conditions, works, fails }: OfferVoucher, currency: string) {
  const price = toAmount(minor, currency);
  return { id, code, price, conditions, works, fails, worked_at: workedAt?.toISOString() ?? null };
}

function toTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** Steam's page of a game without a link, which follows from the appid. */
function steamPage({ steamAppid, steamMinor }: GameRow): string | null {
  return steamAppid === null || steamMinor === null ? null : `https://store.steampowered.com/app/${steamAppid}/`;
}

/** Whether the best price is the lowest ever of its kind of store, and whether it was as low before (spec/prices 5.2). */
function lowestEver(row: GameRow, cut: number, now: number): Pick<Game, "lowest_ever" | "low_kind" | "ties_low"> {
  const { bestMinor: best, kindLowMinor: low, kindHighMinor: high, kindSince: since } = row;
  if (!isLowestEver({ best, cut, low, high, since }, now)) {
    return { lowest_ever: false, low_kind: null, ties_low: false };
  }
  return {
    lowest_ever: true,
    low_kind: row.bestStore === row.officialStore ? "official" : "keyshop",
    ties_low: row.bestLowAt !== null && row.kindLowSince !== null && row.bestLowAt > row.kindLowSince,
  };
}

/** The game with its id and the requested fields; all of them if none are requested. */
export function toPartialGame(game: Game | GameDetail, fields: readonly GameField[] | undefined): PartialGame {
  if (!fields?.length) return game;
  return { id: game.id, ...Object.fromEntries(fields.map((field) => [field, (game as GameDetail)[field]])) };
}
