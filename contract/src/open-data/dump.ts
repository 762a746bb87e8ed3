import { z } from "zod";
import { gameColumns } from "../games/columns.ts";
import { keyPattern, storeKinds, storeLimits } from "../stores/rules.ts";

/** The open data of a site (spec/open-data): tables that another site can start from. */

export const dumpFormat = "lootwise-open-data";
export const dumpVersion = 1;
export const manifestName = "manifest.json";

/** Of the facts about games and their ids. */
export const catalogueLicence = "CC0-1.0";

/** `words` = texts separated by commas; `time` = ISO 8601 in UTC; `day` = YYYY-MM-DD. */
export type DumpValue = "text" | "words" | "whole" | "decimal" | "flag" | "time" | "day";

interface DumpColumn {
  is: DumpValue;
  /** Never null. */
  isRequired?: true;
  /** The longest text. */
  max?: number;
  pattern?: RegExp;
  choices?: readonly string[];
  description?: string;
}

const country = { is: "text", isRequired: true, pattern: /^[A-Z]{2}$/, description: "ISO 3166 alpha-2" } as const;
const currency = { is: "text", isRequired: true, pattern: /^[A-Z]{3}$/, description: "ISO 4217" } as const;
const store = { is: "text", isRequired: true, pattern: keyPattern, description: "Key of a store" } as const;
const game = { is: "whole", isRequired: true, description: "Id of a game" } as const;
const minor = { is: "whole", description: "In minor units of its currency" } as const;
const time = { is: "time" } as const;
const requiredTime = { is: "time", isRequired: true } as const;
const link = { is: "text", max: 2_000, pattern: /^https?:\/\/\S+$/i } as const;

/** The columns of games that are facts: texts of stores, such as descriptions, are not. */
const factNames = [
  ...(["title", "genre", "developer", "rating", "review_score", "review_count", "boxart_url", "steam_appid"] as const),
  ...(["tags", "content_descriptors", "player_count", "metacritic_score", "release_date", "type"] as const),
  ...(["also_known_as", "localized_titles", "parent_id", "explicit", "controller_support"] as const),
] satisfies (keyof typeof gameColumns)[];

function factColumn(name: (typeof factNames)[number]): DumpColumn {
  const column = gameColumns[name];
  const required = "isRequired" in column ? { isRequired: true as const } : {};
  const kinds = {
    text: "text",
    paragraphs: "text",
    address: "text",
    choice: "text",
    list: "words",
    day: "day",
  } as const;
  const is = column.is in kinds ? kinds[column.is as keyof typeof kinds] : (column.is as "whole" | "decimal" | "flag");
  return {
    is,
    ...required,
    ...("max" in column && is === "text" && { max: column.max }),
    ...(column.is === "address" && { max: 2_000, pattern: /^https:\/\/\S+$/ }),
    ...(column.is === "choice" && { choices: column.choices }),
    ...(column.is === "list" && { pattern: /^\d{1,4}(,\d{1,4}){0,50}$/ }),
  };
}

/** The tables of a dump with their columns, each in the order of its first columns. */
export const dumpTables = {
  stores: {
    description: "The stores whose prices are here",
    key: ["key"],
    columns: {
      key: store,
      name: { is: "text", isRequired: true, max: storeLimits.name },
      kind: { is: "text", isRequired: true, choices: storeKinds },
      activation: { is: "words", max: 500, description: "What its keys activate on" },
      reports_stock: { is: "flag", isRequired: true },
      position: { is: "whole", isRequired: true, description: "Ties for the best price go to the lowest" },
      enabled: { is: "flag", isRequired: true, description: "Whether its prices are shown" },
    },
  },
  markets: {
    description: "The countries whose prices are here",
    key: ["country"],
    columns: {
      country,
      currency,
      locale: { is: "text", isRequired: true, max: 35, description: "How prices are written (BCP 47)" },
      shares_prices_with: { is: "text", pattern: /^[A-Z]{2}$/, description: "The market whose prices it has" },
    },
  },
  games: {
    description: "Games with their ids and facts",
    key: ["id"],
    columns: { id: game, ...Object.fromEntries(factNames.map((name) => [name, factColumn(name)])) },
  },
  offers: {
    description: "What stores ask today; a price of null = no longer sold",
    key: ["game_id", "country", "store"],
    columns: {
      game_id: game,
      country,
      store,
      currency,
      price_minor: minor,
      regular_minor: minor,
      link,
      in_stock: { is: "flag", description: "null = not known" },
      product_id: { is: "text", max: 300, description: "The store's id of the product" },
      activates_in: { is: "words", max: 2_000, description: "Countries where a key activates; null = not stated" },
      activates_on: { is: "words", max: 500, description: "What a key activates on; null = not stated" },
      first_seen_at: requiredTime,
      last_seen_at: requiredTime,
      ends_at: { ...time, description: "The end of the giveaway" },
      after_minor: { ...minor, description: "The price after the giveaway" },
      after_regular_minor: minor,
      after_link: link,
      was_free_until: time,
      sale_ends_at: time,
    },
  },
  lows: {
    description: "The lows of stores, in the currency of the market",
    key: ["game_id", "country", "store"],
    columns: {
      game_id: game,
      country,
      store,
      price_minor: { ...minor, description: "Today's; null = not sold" },
      low_minor: minor,
      low_since: { ...time, description: "When it first had its low" },
      low_at: { ...time, description: "When the latest period at that low began" },
      high_minor: minor,
      since: { ...time, description: "The time of its first price" },
      changed_at: { ...time, description: "When its price last changed" },
      previous_minor: { ...minor, description: "The price before" },
    },
  },
  bests: {
    description: "The best prices of games, where the prices of all its stores are here",
    key: ["game_id", "country"],
    columns: {
      game_id: game,
      country,
      highest_best_minor: minor,
      best_changed_at: time,
      previous_best_minor: minor,
      low_since: time,
      low_at: time,
      previous_low_minor: minor,
    },
  },
  prices: {
    description: "Every observed change of a price; a price of null = no longer sold",
    key: ["game_id", "country", "store", "recorded_at"],
    columns: {
      game_id: game,
      country,
      store,
      currency,
      recorded_at: requiredTime,
      price_minor: minor,
      regular_minor: minor,
    },
  },
} as const satisfies Record<string, { description: string; key: string[]; columns: Record<string, DumpColumn> }>;

export type DumpTable = keyof typeof dumpTables;
export const dumpTableNames = Object.keys(dumpTables) as DumpTable[];
export type DumpRow = Record<string, string | number | boolean | null>;

export function columnsOf(table: DumpTable): Record<string, DumpColumn> {
  return dumpTables[table].columns;
}

const maxWhole = 2_147_483_647;

function valueSchema({ is, isRequired, max = 200, pattern, choices }: DumpColumn): z.ZodType {
  const text = pattern ? z.string().max(max).regex(pattern) : z.string().max(max);
  const schemas = {
    text: choices ? z.enum(choices) : isRequired ? text.min(1) : text,
    words: text,
    whole: z.number().int().min(0).max(maxWhole),
    decimal: z.number().min(0).max(1_000_000),
    flag: z.boolean(),
    time: z.iso.datetime({ offset: true }),
    day: z.iso.date(),
  } satisfies Record<DumpValue, z.ZodType>;
  return isRequired ? schemas[is] : schemas[is].nullable();
}

/** The rows of a table as they are read. */
export function rowSchema(table: DumpTable): z.ZodType<DumpRow> {
  const fields = Object.entries(columnsOf(table)).map(([name, column]) => [name, valueSchema(column)]);
  return z.strictObject(Object.fromEntries(fields)) as unknown as z.ZodType<DumpRow>;
}

const DumpFile = z.object({
  name: z.string().regex(/^[a-z]{1,40}\.(jsonl\.gz|parquet)$/),
  bytes: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type DumpFile = z.output<typeof DumpFile>;

export const DumpManifest = z.object({
  format: z.literal(dumpFormat),
  version: z.literal(dumpVersion),
  made_at: z.iso.datetime(),
  site: z.object({ name: z.string().max(200), url: z.string().max(500) }),
  /** The catalogue and each store, with the licence of its data. */
  sources: z.array(z.object({ source: z.string().max(40), name: z.string().max(200), licence: z.string().max(100) })),
  tables: z.array(
    z.object({
      name: z.enum(dumpTableNames),
      description: z.string(),
      rows: z.number().int().min(0),
      columns: z.array(
        z.object({
          name: z.string(),
          type: z.string(),
          nullable: z.boolean(),
          description: z.string().optional(),
        }),
      ),
      files: z.array(DumpFile).max(4),
    }),
  ),
});
export type DumpManifest = z.output<typeof DumpManifest>;

/** The file that sites read. */
export const lineFile = (table: DumpTable) => `${table}.jsonl.gz`;
export const parquetFile = (table: DumpTable) => `${table}.parquet`;
