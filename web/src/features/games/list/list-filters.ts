import type { ErrorDetail } from "contract/core/errors.ts";
import { type FilterKind, type FilterName, filterKinds, filterNames } from "contract/games/filter-kinds.ts";
import { failedWith } from "../../../api/api-error.ts";

type Value = string | number;

const matching = (pattern: RegExp, text: string) => (pattern.test(text) ? text : undefined);

/** Items separated by commas, sorted; invalid ones are left out. */
const listOf = (pattern: RegExp, maxItems: number, text: string) =>
  splitList(text)
    .filter((item) => pattern.test(item))
    .sort()
    .slice(0, maxItems)
    .join(",") || undefined;

function numberIn(pattern: RegExp, text: string, max = Number.POSITIVE_INFINITY): number | undefined {
  const value = Number(text);
  return pattern.test(text) && value <= max ? value : undefined;
}

/**
 * Reads a filter's value from an address; `undefined` if it is invalid. What only the API can check, such as whether a
 * store exists, the API refuses.
 */
function read(kind: FilterKind, text: string): Value | undefined {
  switch (kind.is) {
    case "amount":
      return numberIn(/^\d{1,9}(\.\d{1,2})?$/, text);
    case "percent":
      return numberIn(/^\d{1,3}$/, text, 100);
    case "whole":
      return numberIn(/^\d{1,9}$/, text, kind.max);
    case "decimal":
      return numberIn(/^\d{1,2}(\.\d)?$/, text, kind.max);
    case "flag":
      return matching(/^true$/, text);
    case "day":
      return Number.isNaN(Date.parse(text)) ? undefined : matching(/^\d{4}-\d\d-\d\d$/, text);
    case "choice":
      return kind.choices.find((choice) => choice === text);
    case "choices":
      return listOf(/^[a-z-]{1,20}$/, 20, text);
    case "stores":
    case "plans":
      return listOf(/^[a-z0-9][a-z0-9-]{0,39}$/, 50, text);
    case "name":
      return matching(/^.{1,200}$/s, text);
    case "names":
      return listOf(/^.{1,200}$/, 20, text);
    case "types":
      return listOf(/^[a-z]{1,20}$/, 7, text);
  }
}

type Numeric = "amount" | "percent" | "whole" | "decimal";
type Read<Kind> = Kind extends { is: "choice"; choices: readonly (infer Choice)[] }
  ? Choice
  : Kind extends { is: Numeric }
    ? number
    : Kind extends { is: "flag" }
      ? "true"
      : string;

/** Every filter by its name, there and in the API; `undefined` = not set. */
export type ListFilters = { [Name in FilterName]?: Read<(typeof filterKinds)[Name]> | undefined };

const unset = Object.fromEntries(filterNames.map((name) => [name, undefined])) as unknown as Required<ListFilters>;

/** Every filter, set or not. */
export function readFilters(raw: Record<string, unknown> | ListFilters): Required<ListFilters> {
  return { ...unset, ...readSetFilters(raw) };
}

/** The filters that are set. */
export function readSetFilters(raw: Record<string, unknown> | ListFilters): ListFilters {
  const filters: Record<string, Value> = {};
  for (const name of filterNames) {
    // most of them, a dozen times per page
    if (raw[name] === undefined) continue;
    const text = textOf(raw[name]);
    const value = isUnset(name, text) ? undefined : read(filterKinds[name], text);
    if (value !== undefined) filters[name] = value;
  }
  return filters;
}

/** The filters with invalid values. */
export function invalidFilters(raw: Record<string, unknown>): FilterName[] {
  const valid = readFilters(raw);
  return filterNames.filter((key) => valid[key] === undefined && !isUnset(key, textOf(raw[key])));
}

/** Whether the value is the default: forms send empty fields, and lists show games by default. */
function isUnset(key: string, text: string): boolean {
  return text === "" || text === "false" || (key === "type" && text === "game");
}

/** The names that are filters, separated by commas. */
export function filterNamesIn(text: unknown): string | undefined {
  const named = splitList(text);
  return filterNames.filter((key) => named.includes(key)).join(",") || undefined;
}

/** The filters that the API refused, from its error. */
export function refusedFilters(error: unknown): FilterName[] {
  if (!failedWith(error, "invalid")) return [];
  const { details = [] } = error as { details?: readonly ErrorDetail[] };
  return filterNames.filter((key) => details.some(({ path }) => path.split(".")[0] === key));
}

/** The unique items of a comma-separated list. */
export function splitList(text: unknown): string[] {
  const items = typeof text === "string" ? text.split(",").map((item) => item.trim()) : [];
  return [...new Set(items.filter(Boolean))];
}

/** The number of filters that are set; `low_within` belongs to `low`. */
export function countFilters(filters: ListFilters): number {
  return Object.keys(readSetFilters(filters)).filter((key) => key !== "low_within").length;
}

function textOf(raw: unknown): string {
  return raw === undefined || raw === null ? "" : String(raw).trim();
}
