import { isCurrencyCode } from "contract/core/currencies.ts";
import { usDollar } from "contract/core/money.ts";
import { CountryCode } from "contract/core/parameters.ts";
import {
  type Column,
  type ColumnValue,
  gameColumns,
  type ImportedColumn,
  importedColumns,
} from "contract/games/columns.ts";
import { canonicalGenres } from "contract/games/genres.ts";
import { ratingFromReviews, splitTags } from "contract/games/rules.ts";
import { cleanTitle, joinLocalizedTitles, joinTitles, splitLocalizedTitles } from "contract/games/titles.ts";
import { flatOffer, toFlatFields, toFlatPrices } from "contract/stores/flat-stores.ts";
import { StoreKey } from "contract/stores/store-key.ts";
import { z } from "zod";
import { amountIn, isNot, largestInteger, shown } from "../../../platform/files/row-values.ts";
import { cleanLine, cleanText } from "../../../platform/files/text.ts";

/** CSV has numbers as text. Currency symbols and thousands separators are refused: their meaning differs by country. */
const fromText = (value: unknown) =>
  typeof value === "string" && /^-?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(value.trim()) ? Number(value) : value;

const number = (what: string, fits: (value: number) => boolean) =>
  z.preprocess(fromText, z.number({ error: isNot(what) }).refine(fits, { error: isNot(what) }));

const whole = (what: string, min: number, max = largestInteger) =>
  number(what, (value) => Number.isInteger(value) && value >= min && value <= max);

const price = z.preprocess(fromText, amountIn(usDollar));

const string = z.string({ error: isNot("text") });

/** `null` if it is empty once cleaned. */
const text = (maxLength: number, clean: (raw: string) => string = cleanLine) =>
  string.transform((raw, context) => {
    const cleaned = clean(raw);
    if (cleaned.length > maxLength) context.addIssue(`is longer than ${maxLength} characters`);
    return cleaned || null;
  });

const title = text(300).transform((cleaned, context) => {
  if (cleaned !== null && /[^\p{C}\p{Z}]/u.test(cleaned)) return cleaned;
  context.addIssue("must not be empty");
  return z.NEVER;
});

const address = (...protocols: string[]) =>
  string.transform((raw, context) => {
    const trimmed = raw.trim();
    if (trimmed === "") return null;
    const url = /^[^\s\p{C}]{1,2000}$/u.test(trimmed) ? URL.parse(trimmed) : null;
    if (url && protocols.includes(url.protocol) && trimmed.isWellFormed()) return trimmed;
    context.addIssue(`${shown(raw)} is not an address that begins with ${protocols.map((p) => `${p}//`).join(" or ")}`);
    return z.NEVER;
  });

const link = address("https:", "http:");

/** A price of any store in any market; amounts in its currency. Whether the store and market exist is checked later. */
const marketPrice = z
  .object(
    {
      store: StoreKey,
      country: CountryCode,
      currency: z.string({ error: isNot("a currency") }).refine(isCurrencyCode, { error: isNot("a currency") }),
      price: z.preprocess(fromText, z.number({ error: isNot("an amount") })).nullish(),
      regular: z.preprocess(fromText, z.number({ error: isNot("an amount") })).nullish(),
      link: link.nullish(),
      in_stock: z.lazy(() => flag).nullish(),
    },
    { error: () => "is not a price" },
  )
  .transform(({ price, regular, ...offer }, context) => {
    const minor = (amount: number | null | undefined, field: string) => {
      if (amount === null || amount === undefined) return amount;
      const parsed = amountIn(offer.currency).safeParse(amount);
      if (!parsed.success)
        context.addIssue({ code: "custom", path: [field], message: parsed.error.issues[0]!.message });
      return parsed.data;
    };
    return { ...offer, price: minor(price, "price"), regular: minor(regular, "regular") };
  });

const flag = z.preprocess(
  (value) => ({ true: true, false: false, "1": true, "0": false })[String(value).trim().toLowerCase()] ?? value,
  z.boolean({ error: isNot("true or false") }),
);

const day = string.transform((raw, context) => {
  const trimmed = raw.trim();
  if (trimmed === "") return null;
  const date = /^(19[5-9]|2[01]\d)\d-\d\d-\d\d$/.test(trimmed) ? new Date(trimmed) : null;
  // Date reads February 30 as March 1: only a day that formats back to itself is valid.
  if (date && !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(trimmed)) return trimmed;
  context.addIssue(`${shown(raw)} is not a day written YYYY-MM-DD`);
  return z.NEVER;
});

/** Steam's ids of content descriptors: `[1, 5]`, or in CSV `1, 5`. An empty cell clears them. */
const descriptors = z.preprocess(
  (value) => (typeof value === "string" ? splitTags(value.replaceAll(";", ",")).map(fromText) : value),
  z
    .array(z.int().min(1).max(1_000), { error: isNot("a list of content descriptors such as 1, 5") })
    .max(20)
    .transform((ids) => [...new Set(ids)].sort((a, b) => a - b)),
);

/** Other titles: a list, or a text with a line break or `|` between them. */
const titles = z.preprocess(
  (value) => {
    const isTitle = (one: unknown) => typeof one === "string" || typeof one === "number";
    return isTitle(value) ? [String(value)] : Array.isArray(value) ? value.filter(isTitle).map(String) : value;
  },
  z
    .array(string, { error: isNot("a list of titles") })
    .transform((all) => joinTitles(all.flatMap((text) => text.split(/[\n\r|]/).map(cleanLine)))),
);

const isText = (one: unknown) => typeof one === "string";

/** In a text on one line, separates titles by language. */
const nextTitle = /\| {0,9}(?=[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,4}[:：])/g;

/** Titles by language: `{"ja": "缺氧"}`, also with lists, or a text `ja: 缺氧 | ko: 산소미포함`. */
const localizedTitles = z.preprocess(
  (value) => {
    if (isText(value)) return String(value).replace(nextTitle, "\n");
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const titles = Object.entries(value).flatMap(([tag, all]) =>
      [all]
        .flat()
        .filter(isText)
        .map((one) => [tag, one]),
    );
    return titles.map(([tag, title]) => `${tag}: ${String(title).replace(/\s/g, " ")}`).join("\n");
  },
  z.string({ error: isNot("titles by language") }).transform((text) => {
    const decoded = splitLocalizedTitles(text).map(({ locale, title }) => ({
      locale,
      title: cleanTitle(cleanLine(title)),
    }));
    return joinLocalizedTitles(decoded.filter(({ title }) => title !== ""));
  }),
);

/** A value that is stated; `null` if it is empty once cleaned. */
function schemaOf(column: Column): z.ZodType {
  switch (column.is) {
    case "text":
      return text(column.max);
    case "paragraphs":
      return text(column.max, cleanText);
    case "address":
      return address("https:");
    case "day":
      return day;
    case "whole":
      return whole("a whole number", column.min, column.max);
    case "decimal": {
      const value = number(`a number from ${column.min} to ${column.max}`, (n) => n >= column.min && n <= column.max);
      return column.isRounded ? value.transform((n) => Math.round(n * 10) / 10) : value;
    }
    case "choice":
      return z.enum(column.choices, { error: isNot(`one of ${column.choices.join(", ")}`) });
    case "flag":
      return flag;
    case "list":
      return descriptors;
  }
}

/** Values with rules of their own. */
const ownSchemas: { [Name in ImportedColumn]?: z.ZodType } = {
  title,
  genre: text(gameColumns.genre.max).transform(canonicalGenres),
  steam_appid: whole("a Steam appid", 1),
  tags: text(gameColumns.tags.max).transform((tags) => splitTags(tags).join(", ") || null),
  // some sources write a missing score as 0
  metacritic_score: whole("a score from 0 to 100", 0, 100).transform((score) => score || null),
  also_known_as: titles,
  localized_titles: localizedTitles,
};

const facts = Object.fromEntries(
  importedColumns.map((name) => {
    const schema = ownSchemas[name] ?? schemaOf(gameColumns[name]);
    return [name, name === "title" ? schema : schema.nullish()];
  }),
) as {
  [Name in ImportedColumn]: Name extends "title" ? z.ZodType<string> : z.ZodOptional<z.ZodType<ColumnValue<Name>>>;
};

const offers = {
  ...toFlatFields({ price: () => price.nullish(), link: () => link.nullish(), stock: () => flag.nullish() }),
  prices: z.array(marketPrice).max(2_000).nullish(),
};

const fields = { ...facts, ...offers };

/** The fields of a catalogue file, in the order in which an export writes them: the prices follow the appid. */
export const importFields = importedColumns.flatMap((name) =>
  name === "steam_appid" ? [name, ...(Object.keys(offers) as (keyof typeof offers)[])] : [name],
);

/** The fields with a single value, which CSV supports as well. */
export const flatFields = importFields.filter((field) => field !== "prices");

/**
 * One game of a catalogue file: the importable fields of Game, prices in dollars. An absent field leaves the value,
 * `null` clears it. Parses to clean texts, prices in cents and the rating derived from the reviews.
 */
export const ImportRow = z
  .object(Object.fromEntries(importFields.map((name) => [name, fields[name]])) as typeof fields, {
    error: () => "is not a JSON object",
  })
  .transform(({ rating, ...row }) => ({ ...row, ...ratingOf(row, rating) }));
export type ImportRow = z.output<typeof ImportRow>;

/** Fields, and fields of `prices`, whose unreadable values are ignored with a warning: a row counts without them. */
const optionalFields = [
  "also_known_as",
  "localized_titles",
  "boxart_url",
  "release_date",
  ...Object.keys(offers).filter((field) => /_(link|stock)$/.test(field)),
];
const optionalPriceFields = ["link", "in_stock"];

/** Whether a row counts without the value at this path. */
export function isOptional(path: readonly PropertyKey[]): boolean {
  const [field, , ofPrice] = path.map(String);
  if (path.length === 1) return optionalFields.includes(field!);
  return field === "prices" && path.length === 3 && optionalPriceFields.includes(ofPrice!);
}

/**
 * The row without prices of 0 that nothing explains (spec/price-sources 4.7), and their fields. A 0
 * counts at Steam and GOG, at other stores if the row has a 0 there, and at official stores if it has no price there.
 */
export function withoutBareZeros(
  row: ImportRow,
  isOfficial: (store: StoreKey) => boolean,
): { row: ImportRow; zeros: string[] } {
  const atHome = [row.steam_price, row.gog_price].filter((minor) => typeof minor === "number");
  const isBare = (store: StoreKey, price: number | null | undefined, inStock?: boolean | null) =>
    price === 0 &&
    !["steam", "gog"].includes(store) &&
    (inStock === false || !(atHome.includes(0) || (atHome.length === 0 && isOfficial(store))));
  const flat = Object.entries(
    toFlatPrices((store) => isBare(store, flatOffer(row, store).price, flatOffer(row, store).stock)),
  ).flatMap(([field, bare]) => (bare ? [field] : []));
  const others = (row.prices ?? []).map(({ store, price, in_stock }) => isBare(store, price, in_stock));
  const zeros = [...flat, ...others.flatMap((bare, n) => (bare ? `prices.${n}.price` : []))];
  if (zeros.length === 0) return { row, zeros };
  return {
    row: {
      ...row,
      ...Object.fromEntries(flat.map((field) => [field, undefined])),
      prices: row.prices?.map((price, n) => (others[n] ? { ...price, price: undefined } : price)),
    },
    zeros,
  };
}

/** Derives the rating from the reviews; without reviews, the given rating applies (spec/price-sources 5.3). */
function ratingOf(
  { review_score: score, review_count: count }: { review_score?: number | null; review_count?: number | null },
  rating: number | null | undefined,
): { rating?: number | null } {
  if (count === 0) return { rating: null };
  if (typeof score === "number" && typeof count === "number") return { rating: ratingFromReviews(score, count) };
  return rating === undefined ? {} : { rating };
}
