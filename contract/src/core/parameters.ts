import { z } from "zod";
import { storeKeys } from "../stores.ts";
import { highestPrice } from "./money.ts";
import { defaultPageSize, largestPageSize } from "./pagination.ts";
import type { Order } from "./sorting.ts";

/** A whole number written in digits, as it comes in a path or a query string. */
export function wholeNumber(min: number, max: number): z.ZodType<number, number> {
  const digits = (value: unknown) => (typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value);
  return z.preprocess(digits, z.number().int().min(min).max(max)) as z.ZodType<number, number>;
}

/** An amount in dollars with at most two decimals, from 0 to the highest price (spec/prices 1.2). */
export const Dollars: z.ZodType<number, unknown> = z.preprocess(
  (text) => (typeof text === "string" && /^\d{1,7}(\.\d{1,2})?$/.test(text) ? Number(text) : text),
  z
    .number("Expected an amount in dollars with at most two decimals")
    .min(0)
    .max(highestPrice / 100),
);

/** The id of a row. In a path, anything else is an unknown thing: 404 (spec/games 1.5). */
export const Id = wholeNumber(1, 2_147_483_647);

/** `page` 1… and `limit` 1…100 (spec/api 4.1). */
export const pageQuery = {
  page: wholeNumber(1, 1_000_000_000).default(1),
  limit: wholeNumber(1, largestPageSize).default(defaultPageSize),
};

/** `ASC` or `DESC`, in either case. */
export const SortOrder = z.enum(["ASC", "DESC", "asc", "desc"]).transform((order) => order.toUpperCase() as Order);

/** A flag in a query string. */
export const Flag = z.enum(["true", "false"]).transform((text) => text === "true");

export const StoreKey = z.enum(storeKeys);

/** At most 100 characters of a search are used; more are cut, not refused (spec/games 2.2). */
export const SearchText = z.string().transform((text) => [...text.trim()].slice(0, 100).join(""));
