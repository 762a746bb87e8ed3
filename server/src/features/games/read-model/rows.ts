import { type ColumnValue, type RowField, rowField, type ShownColumn, shownColumns } from "contract/games/columns.ts";
import { filteredColumns } from "contract/games/filter-kinds.ts";
import { type FlatStore, flatStores } from "contract/stores/flat-stores.ts";
import type { StoreKey } from "contract/stores/store-key.ts";

/** The columns of a game that do not depend on the market. */
const factNames = ["id", ...shownColumns, "also_known_as", "localized_titles"] as const;

/** Their values; a day is YYYY-MM-DD, other titles are one per line (contract/games/titles.ts). */
export type GameFacts = { id: number } & {
  [Name in ShownColumn | "also_known_as" | "localized_titles" as RowField<Name>]: ColumnValue<Name>;
};

/** The prices of a game in a market, in minor units of the market's currency. */
export type GamePrices = FlatPrices & {
  bestMinor: number | null;
  bestStore: StoreKey | null;
  regularMinor: number | null;
  officialMinor: number | null;
  officialStore: StoreKey | null;
  lowMinor: number | null;
  lowStore: StoreKey | null;
  /** In ms since 1970. */
  lowAt: number | null;
  officialLowMinor: number | null;
  keyshopLowMinor: number | null;
  /** Steam's regular price. */
  steamRegularMinor: number | null;
  /** Of the stores of the same kind as the best one: their lowest and highest price, and since when. */
  kindLowMinor: number | null;
  kindHighMinor: number | null;
  /** In ms since 1970, as the other times. */
  kindLowSince: number | null;
  kindSince: number | null;
  /** When the best store's latest period at its low began, and when it first sold the game. */
  bestLowAt: number | null;
  bestSince: number | null;
  bestChangedAt: number | null;
  previousBestMinor: number | null;
  saleEndsAt: number | null;
  lowSince: number | null;
  previousLowMinor: number | null;
  historySince: number | null;
};

/** The price and the link of each store that has fields of its own in the API. */
type FlatPrices = { [Store in FlatStore as `${Store}Minor`]: number | null } & {
  [Store in FlatStore as `${Store}Link`]: string | null;
} & { cdkeysInStock: boolean | null };

/** The source of a game's response. */
export type GameRow = GameFacts &
  GamePrices & {
    /** The best price of all stores, if the prices are those of some. */
    everywhere?: Pick<GamePrices, "bestMinor" | "bestStore">;
    /** The discount, where what it is compared with is not known. */
    cut?: number;
  };

/** The columns by which games are searched, sorted and filtered. */
const indexedNames = [
  "id",
  "title",
  "also_known_as",
  "localized_titles",
  "genre",
  "developer",
  "tags",
  "explicit",
  "type",
  "parent_id",
  ...filteredColumns,
] as const;

/** Their values; the record has all data. */
export type IndexedRow = Pick<GameFacts, RowField<(typeof indexedNames)[number]>> & {
  titleFolded: string;
  /** `games.plans` */
  plans: string | null;
  /** The release in days since 1970. */
  releaseDay: number | null;
  /** The values of `factFields` as a JSON array. */
  record: string;
};

/** The prices of a game in a market, of which a price book keeps what lists need. */
export type BookRow = {
  gameId: number;
  country: string;
  steamMinor: number | null;
  steamRegularMinor: number | null;
  /** In ms since 1970. */
  bestChangedAt: number | null;
  /** Whether the best price is lower than the one before. */
  fell: boolean;
  /** In seconds since 1970, as the next one. */
  saleEndsAt: number | null;
  historySince: number | null;
  /** The stores not known to be out of stock, separated by spaces; `*` = all that sell it. */
  deliverableAt: string;
  /**
   * The keys of the stores that sell it or have a low, then `offerLists`: lists separated by semicolons, items by
   * spaces, `-` = none. `""` = no store.
   */
  offers: string;
};

/**
 * The current and past prices of each store, in the order of `BookRow.offers`, which the column `store_lists` has;
 * times in seconds since 1970.
 */
export const offerLists = [
  "launchers",
  "minor",
  "regular",
  "low",
  "lowSince",
  "high",
  "since",
  "changedAt",
  "previous",
] as const;

/** The prices of a game that is shown. */
export interface Details {
  prices: GamePrices;
  /** Those of each store; `null` = there are none, undefined = they were not asked for. */
  stores?: StoreLists | null;
}

const factColumns = Object.fromEntries(
  factNames.map((name) => [rowField(name), name === "release_date" ? "release_date::text" : name]),
) as Record<keyof GameFacts, string>;

/** A time in ms since 1970. */
function msOf(column: string): string {
  return `floor(extract(epoch from ${column}) * 1000)::bigint`;
}

/** The value of a store in a list of all stores. */
function ofStore(list: string, store: string): string {
  return `${list}[array_position(store_keys, ${store})]`;
}

const flatColumns = {
  ...Object.fromEntries(
    flatStores.flatMap((store) => [
      [`${store}Minor`, `${store}_minor`],
      [`${store}Link`, `${store}_link`],
    ]),
  ),
  cdkeysInStock: "cdkeys_in_stock",
} as Record<keyof FlatPrices, string>;

const priceColumns: Record<keyof GamePrices, string> = {
  ...flatColumns,
  bestMinor: "best_minor",
  bestStore: "best_store",
  regularMinor: "regular_minor",
  officialMinor: "official_minor",
  officialStore: "official_store",
  lowMinor: "low_minor",
  lowStore: "low_store",
  lowAt: msOf("low_at"),
  officialLowMinor: "official_low_minor",
  keyshopLowMinor: "keyshop_low_minor",
  steamRegularMinor: ofStore("store_regulars", "'steam'"),
  kindLowMinor: "kind_low_minor",
  kindHighMinor: "kind_high_minor",
  kindLowSince: msOf("kind_low_since"),
  kindSince: msOf("kind_since"),
  bestLowAt: `(${ofStore("store_lows_at", "best_store")} * 1000)::bigint`,
  bestSince: `(${ofStore("store_sinces", "best_store")} * 1000)::bigint`,
  bestChangedAt: msOf("best_changed_at"),
  previousBestMinor: "previous_best_minor",
  saleEndsAt: msOf("sale_ends_at"),
  lowSince: msOf("low_since"),
  previousLowMinor: "previous_low_minor",
  historySince: msOf("history_since"),
};

export const factFields = Object.keys(factColumns) as (keyof GameFacts)[];

/** The prices of a game that is not sold in a market. */
export const noPrices = Object.fromEntries(Object.keys(priceColumns).map((field) => [field, null])) as GamePrices;

/** Built by the database: parsing every value just to serialize it again would dominate the build. */
const recordOf = (columns: Record<string, string>) => `json_build_array(${Object.values(columns).join(", ")})::text`;

const indexedColumns: Record<keyof IndexedRow, string> = {
  ...(Object.fromEntries(indexedNames.map((name) => [rowField(name), name])) as Record<
    RowField<(typeof indexedNames)[number]>,
    string
  >),
  titleFolded: "title_folded",
  plans: "plans",
  releaseDay: "release_date - date '1970-01-01'",
  record: recordOf(factColumns),
};

/** The lists of each store's current and past prices, all of the same length. */
const storeLists = {
  key: "store_keys",
  launchers: "store_launchers",
  minor: "store_minors",
  regular: "store_regulars",
  low: "store_lows",
  lowSince: "store_lows_since",
  lowAt: "store_lows_at",
  high: "store_highs",
  since: "store_sinces",
  changedAt: "store_changed_at",
  previous: "store_previous",
};
type StoreList = keyof typeof storeLists;
export type StoreLists = { key: StoreKey[] } & Record<Exclude<StoreList, "key">, (number | null)[]>;

const secondsOf = (column: string) => `floor(extract(epoch from ${column}))::float8`;

const bookColumns: Record<keyof BookRow, string> = {
  gameId: "game_id",
  country: "country",
  steamMinor: priceColumns.steamMinor,
  steamRegularMinor: priceColumns.steamRegularMinor,
  bestChangedAt: `(${priceColumns.bestChangedAt})::float8`,
  fell: "previous_best_minor > best_minor",
  saleEndsAt: secondsOf("sale_ends_at"),
  historySince: secondsOf("history_since"),
  deliverableAt: "case when deliverable_at = sold_at then '*' else array_to_string(deliverable_at, ' ') end",
  offers: "coalesce(store_lists, '')",
};

const listOf = (columns: Record<string, string>) =>
  Object.entries(columns)
    .map(([name, sql]) => `${sql} as "${name}"`)
    .join(", ");

/**
 * Reads games that visitors may see, in no order; append a further condition with `and`. Plain SQL, because loading a
 * query builder in the building thread would take longer than reading a small catalogue.
 */
export const selectGames = `select ${listOf(indexedColumns)} from games where not hidden`;

/** Reads prices for books, in no order; append a condition. */
export const selectBook = `select ${listOf(bookColumns)} from game_prices`;

const objectOf = (columns: Record<string, string>) =>
  `json_build_object(${Object.entries(columns).map(([name, sql]) => `'${name}', ${sql}`)})`;

/** The columns of `Details` in SQL. */
export const detailsColumns = {
  prices: objectOf(priceColumns),
  stores: `case when store_keys is not null then ${objectOf(storeLists)} end`,
};
