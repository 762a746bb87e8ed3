import { z } from "zod";
import { StoreKey } from "../stores/store-key.ts";
import { defaultPageSize, largestPageSize } from "./pagination.ts";
import type { Order } from "./sorting.ts";

/** A whole number in decimal digits, as in a path or a query string. */
export function wholeNumber(min: number, max: number): z.ZodType<number, number> {
  const digits = (value: unknown) => (typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value);
  return z.preprocess(digits, z.number().int().min(min).max(max)) as z.ZodType<number, number>;
}

/** An amount in the market's currency, with at most three decimals, the most that any currency has. */
export const Amount: z.ZodType<number, unknown> = z.preprocess(
  (text) => (typeof text === "string" && /^\d{1,10}(\.\d{1,3})?$/.test(text) ? Number(text) : text),
  z.number("Expected an amount such as 9.99").min(0).max(2_147_483_647),
);

/** The id of a row. In a path, anything else responds with 404 (spec/games 1.5). */
export const Id = wholeNumber(1, 2_147_483_647);

/** The position of an item in a list, from 1; values past the end mean the end. */
export const Place = z.number().int().min(1).max(2_147_483_647);

/** For `superRefine`: the values of these fields must be unique within a list. */
export function rejectDuplicates<Field extends string>(...fields: readonly Field[]) {
  return (items: readonly Record<Field, unknown>[], context: z.RefinementCtx) => {
    for (const field of fields) {
      const seen = new Set<unknown>();
      const duplicate = items.findIndex((item) => seen.size === seen.add(item[field]).size);
      if (duplicate < 0) continue;
      context.addIssue({ code: "custom", path: [duplicate, field], message: "Comes twice" });
    }
  };
}

/** `page` 1… and `limit` 1…100 (spec/api 4.1). */
export const pageQuery = {
  page: wholeNumber(1, 1_000_000_000).default(1),
  limit: wholeNumber(1, largestPageSize).default(defaultPageSize),
};

/** `ASC` or `DESC`, in either case. */
export const SortOrder = z.enum(["ASC", "DESC", "asc", "desc"]).transform((order) => order.toUpperCase() as Order);

/** The bytes of a file, which browsers send as a `Blob`. */
export const FileBytes = z.instanceof(Uint8Array, { error: "Expected a file" }) as z.ZodType<Uint8Array, object>;

/** A flag in a query string. */
export const Flag = z.enum(["true", "false"]).transform((text) => text === "true");

/**
 * Distinct items, separated by commas and sorted; at least one. A problem with an item is reported for the list, which
 * cannot be a repeated parameter.
 */
export function listOf<Item extends string>(item: z.ZodType<Item, string>, maxItems: number) {
  const Items = z.array(item).max(maxItems);
  const Text = z.string("Expected one parameter, with several values separated by commas");
  return Text.transform((list, context): Item[] => {
    const { data, error } = Items.safeParse([...new Set(list.split(",").map((text) => text.trim()))].sort());
    if (error) context.addIssue({ code: "custom", message: error.issues[0]!.message });
    return data ?? z.NEVER;
  });
}

/** Keys of stores, separated by commas. */
export const StoreKeys = listOf(StoreKey, 50);

/** A country by its code (ISO 3166 alpha-2). */
export const CountryCode = z.string().regex(/^[A-Z]{2}$/, "Expected the code of a country, such as GB");

/** A country in a query string, in either case; the site decides which countries are markets. */
export const Country = z
  .string()
  .transform((code) => code.toUpperCase())
  .pipe(CountryCode);

/** A search, truncated to 100 characters (spec/games 2.2). */
export const SearchText = z.string().transform((text) => [...text.trim()].slice(0, 100).join(""));
