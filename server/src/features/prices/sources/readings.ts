import { highestPrice, toCents } from "contract/core/money.ts";
import type { Refusal, RefusalReason, SourcePage } from "./source.ts";

/** What was made of one answer or one row. */
export interface Reading<Item> {
  items: Item[];
  refusals: Refusal[];
}

export function refused(what: string | number, reason: RefusalReason, message: string, productId?: string): Refusal {
  return { what: String(what).slice(0, 100), reason, message, ...(productId !== undefined && { productId }) };
}

/** Puts what was made of one row where it belongs. */
export function collect<Item extends object>(reading: Reading<Item>, made: Item | Refusal): void {
  if ("reason" in made) reading.refusals.push(made);
  else reading.items.push(made);
}

/** A decimal amount such as `9.99` or `1,299.00` as whole cents; `null` for anything else, or what is no price. */
export function readAmount(text: string): number | null {
  const plain = /^\d{1,3}(,\d{3})+\.\d\d$/.test(text) ? text.replaceAll(",", "") : text;
  return /^\d{1,7}(\.\d{1,2})?$/.test(plain) ? toCents(Number(plain)) : null;
}

/** Whether a number of cents is a price that is believed (spec/prices 1.2). */
export function isPrice(cents: unknown): cents is number {
  return Number.isInteger(cents) && (cents as number) >= 0 && (cents as number) <= highestPrice;
}

/**
 * ISO 8601 with an offset, or a day, which stands for its first moment or, as an `end`, for its last (UTC).
 * `null` for anything else: in other notations day and month cannot be told apart.
 */
export function readMoment(text: string, side: "start" | "end" = "start"): Date | null {
  const [, day, time, offset] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(Z|[+-]\d\d:?\d\d))?$/.exec(text.trim()) ?? [];
  if (day === undefined) return null;
  const moment = new Date(
    time === undefined
      ? `${day}T${side === "start" ? "00:00:00.000" : "23:59:59.999"}Z`
      : `${day}T${time}${offset!.replace(/^([+-]\d\d):?(\d\d)$/, "$1:$2")}`,
  );
  // A 30th of February is read as a day of March.
  const isReal = new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day);
  return isReal && !Number.isNaN(moment.valueOf()) ? moment : null;
}

/** A web address as an upstream gave it, or undefined. */
export function readLink(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  const url = /^https?:\/\/[^\s\p{C}]{1,2000}$/iu.test(text) && text.isWellFormed() ? URL.parse(text) : null;
  return url && !url.username && !url.password ? text : undefined;
}

/** A page of what was read, where nothing else is to be said of it. */
export function pageOf<Item>(
  reading: Reading<Item>,
  cursor: string | null,
  version: string | null = null,
): SourcePage<Item> {
  return { items: reading.items, refusals: reading.refusals, cursor, version, unchanged: false };
}
