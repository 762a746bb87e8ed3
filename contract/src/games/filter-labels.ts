import type { filterTexts } from "../content-strings/defaults/filter.ts";
import { type Launcher, launcherNames } from "../prices/launchers.ts";
import { type FilterKind, type FilterName, filterKinds } from "./filter-kinds.ts";
import type { GameFilters } from "./filters.ts";

/** Filters as in a URL: lists separated by commas. */
export type WireFilters = { [Name in keyof GameFilters]?: string | number | boolean | undefined };

/** Formatters for labels. */
export interface LabelOptions {
  text(key: keyof typeof filterTexts, variables?: Record<string, string | number>): string;
  /** Formats an amount in the market's currency. */
  money(amount: number): string;
  storeName(key: string): string;
  launcherName(launcher: Launcher): string;
  /** The name of a subscription plan, where it is known. */
  planName?(key: string): string | undefined;
  /** A genre or tag as it is shown. */
  nameOf(kind: "genre" | "tag", name: string): string;
  /** A whole number with thousands separators. */
  count(value: number): string;
  /** Formats a number in percent. */
  percent(value: number): string;
  /** Formats a day such as 2026-01-31. */
  day(value: string): string;
}

export interface FilterLabel {
  name: keyof GameFilters;
  /** The list item that the label names. */
  item?: string;
  label: string;
}

/** How a filter's value is written. */
function format(name: FilterName, value: string, options: LabelOptions): string {
  switch (filterKinds[name].is) {
    case "amount":
      return options.money(Number(value));
    case "percent":
      return options.percent(Number(value));
    case "whole":
      return options.count(Number(value));
    case "day":
      return options.day(value);
    case "stores":
      return options.storeName(value);
    case "plans":
      return options.planName?.(value) ?? value;
    case "names":
      return options.nameOf(name === "genre" ? name : "tag", value);
    default:
      return name === "activates" && Object.hasOwn(launcherNames, value)
        ? options.launcherName(value as Launcher)
        : value;
  }
}

const lists: readonly FilterKind["is"][] = ["names", "stores", "choices", "types", "plans"];

/** The labels of the active filters, in the given order; lists have a label for each item. Other names have none. */
export function filterLabels(filters: WireFilters, options: LabelOptions): FilterLabel[] {
  return Object.entries(filters).flatMap(([key, value]): FilterLabel[] => {
    const name = key as keyof GameFilters;
    if (value === undefined || value === false || name === "low_within") return [];
    if (name === "low") return [{ name, label: lowLabel(String(value), filters.low_within, options) }];
    if (!Object.hasOwn(filterKinds, name)) return [];
    const kind = filterKinds[name];
    // each choice has a text of its own
    const isNamed = kind.is === "types" || (kind.is === "choices" && "column" in kind);
    const label = (one: string) =>
      isNamed
        ? options.text(`filter.${name}.${one}` as "filter.free")
        : options.text(`filter.${name}` as "filter.free", { value: format(name, one, options) });
    if (!lists.includes(kind.is)) return [{ name, label: label(String(value)) }];
    return itemsOf(value).map((item) => ({ name, item, label: label(item) }));
  });
}

const itemsOf = (value: string | number | boolean) => String(value).split(",").filter(Boolean);

/** The default of `low_within`, in percent. */
export const nearLow = 10;

function lowLabel(low: string, within: unknown, { text, percent }: LabelOptions): string {
  return low === "near"
    ? text("filter.low.near", { value: percent(Number(within ?? nearLow)) })
    : text(`filter.low.${low}` as "filter.low.at");
}
