import type { ErrorDetail } from "contract/core/errors.ts";
import type { GameFilters } from "contract/games/filters.ts";
import { failedWith } from "../../../api/api-error.ts";

type Read<Value> = (text: string) => Value | undefined;

const numberLike =
  (pattern: RegExp): Read<number> =>
  (text) =>
    pattern.test(text) ? Number(text) : undefined;
const amount = numberLike(/^\d{1,9}(\.\d{1,2})?$/);
const percent = numberLike(/^(\d\d?|100)$/);
const whole = numberLike(/^\d{1,9}$/);

const flag: Read<"true"> = (text) => (text === "true" ? text : undefined);

const choice =
  <Choice extends string>(...choices: Choice[]): Read<Choice> =>
  (text) =>
    choices.find((one) => one === text);

const name: Read<string> = (text) => (text.length <= 200 ? text : undefined);

/** Items separated by commas, sorted; invalid ones are left out. */
const list =
  (pattern: RegExp, maxItems: number): Read<string> =>
  (text) =>
    splitList(text)
      .filter((item) => pattern.test(item))
      .sort()
      .slice(0, maxItems)
      .join(",") || undefined;
const names = list(/^.{1,200}$/, 20);

const day: Read<string> = (text) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;

/**
 * Parsers of the filters in a list's address, by their names there and in the API. Each returns the value, or
 * `undefined` if it is invalid. What only the API can check, such as whether a store exists, the API refuses.
 */
const readers = {
  min_price: amount,
  max_price: amount,
  min_cut: percent,
  low: choice("at", "new", "near"),
  low_within: percent,
  store: list(/^[a-z0-9][a-z0-9-]{0,39}$/, 50),
  official: flag,
  activates: list(/^[a-z-]{1,20}$/, 20),
  free: flag,
  genre: names,
  tag: names,
  tag_any: names,
  tag_not: names,
  developer: name,
  released_from: day,
  released_to: day,
  upcoming: flag,
  min_rating: numberLike(/^(\d(\.\d)?|10(\.0)?)$/),
  min_metacritic: percent,
  min_players: whole,
  min_reviews: whole,
  type: list(/^[a-z]{1,20}$/, 7),
} satisfies Record<keyof GameFilters, Read<unknown>>;

/** Every filter by its name; `undefined` = not set. */
export type ListFilters = { [Name in keyof typeof readers]?: ReturnType<(typeof readers)[Name]> };
export type FilterName = keyof typeof readers;

/** Every filter, set or not. */
export function readFilters(raw: Record<string, unknown> | ListFilters): Required<ListFilters> {
  const entries = Object.entries(readers).map(([key, read]) => {
    const text = textOf(raw[key as FilterName]);
    return [key, isUnset(key, text) ? undefined : read(text)];
  });
  return Object.fromEntries(entries);
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

const filterNames = Object.keys(readers) as FilterName[];

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
  return Object.entries(readFilters(filters)).filter(([key, value]) => value !== undefined && key !== "low_within")
    .length;
}

function textOf(raw: unknown): string {
  return raw === undefined || raw === null ? "" : String(raw).trim();
}
