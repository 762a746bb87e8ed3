import type { filterTexts } from "../content-strings/defaults/filter.ts";
import { type Launcher, launcherNames } from "../prices/launchers.ts";
import type { GameFilters } from "./filters.ts";

/** Filters as in a URL: lists separated by commas. */
export type WireFilters = { [Name in keyof GameFilters]?: string | number | boolean | undefined };

/** Formatters for labels. */
export interface LabelOptions {
  text(key: keyof typeof filterTexts, variables?: Record<string, string | number>): string;
  /** Formats an amount in the market's currency. */
  money(amount: number): string;
  storeName(key: string): string;
  /** A whole number with thousands separators. */
  count(value: number): string;
  /** Formats a day such as 2026-01-31. */
  day(value: string): string;
}

export interface FilterLabel {
  name: keyof GameFilters;
  /** The list item that the label names. */
  item?: string;
  label: string;
}

type Format = (value: string, options: LabelOptions) => string;

const money: Format = (value, options) => options.money(Number(value));
const percent: Format = (value) => `${value}%`;
const count: Format = (value, options) => options.count(Number(value));
const day: Format = (value, options) => options.day(value);
const plain: Format = (value) => value;

/** How each filter formats its value; `items` = a label for each item of a list. A new filter is one entry here. */
const formats: Record<Exclude<keyof GameFilters, "low" | "low_within" | "type">, { format: Format; items?: true }> = {
  store: { format: (key, options) => options.storeName(key), items: true },
  activates: { format: (launcher) => launcherNames[launcher as Launcher] ?? launcher, items: true },
  min_price: { format: money },
  max_price: { format: money },
  min_cut: { format: percent },
  official: { format: plain },
  free: { format: plain },
  upcoming: { format: plain },
  genre: { format: plain, items: true },
  tag: { format: plain, items: true },
  tag_any: { format: plain, items: true },
  tag_not: { format: plain, items: true },
  developer: { format: plain },
  released_from: { format: day },
  released_to: { format: day },
  min_rating: { format: plain },
  min_metacritic: { format: plain },
  min_players: { format: count },
  min_reviews: { format: count },
};

/** The labels of the active filters, in the given order; lists have a label for each item. Other names have none. */
export function filterLabels(filters: WireFilters, options: LabelOptions): FilterLabel[] {
  return Object.entries(filters).flatMap(([key, value]): FilterLabel[] => {
    const name = key as keyof GameFilters;
    if (value === undefined || value === false || name === "low_within") return [];
    if (name === "low") return [{ name, label: lowLabel(String(value), filters.low_within, options) }];
    if (name === "type") {
      return itemsOf(value).map((item) => ({
        name,
        item,
        label: options.text(`filter.type.${item}` as "filter.free"),
      }));
    }
    if (!Object.hasOwn(formats, name)) return [];
    const { format, items } = formats[name];
    const label = (one: string) => options.text(`filter.${name}`, { value: format(one, options) });
    if (!items) return [{ name, label: label(String(value)) }];
    return itemsOf(value).map((item) => ({ name, item, label: label(item) }));
  });
}

const itemsOf = (value: string | number | boolean) => String(value).split(",").filter(Boolean);

/** The default of `low_within`, in percent. */
export const nearLow = 10;

function lowLabel(low: string, within: unknown, { text }: LabelOptions): string {
  return low === "near"
    ? text("filter.low.near", { value: `${within ?? nearLow}%` })
    : text(`filter.low.${low}` as "filter.low.at");
}
