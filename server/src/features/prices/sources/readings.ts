import { decimalsOf, highestPriceIn } from "contract/core/currencies.ts";
import { usDollar } from "contract/core/money.ts";
import type { Refusal, RefusalReason, SourcePage } from "./source.ts";

/** The parsed items and refusals of a response or row. */
export interface Reading<Item> {
  items: Item[];
  refusals: Refusal[];
}

export function refused(what: string | number, reason: RefusalReason, message: string, productId?: string): Refusal {
  return { what: String(what).slice(0, 100), reason, message, ...(productId !== undefined && { productId }) };
}

/** Adds a parsed item or its refusal to the reading. */
export function collect<Item extends object>(reading: Reading<Item>, result: Item | Refusal): void {
  if ("reason" in result) reading.refusals.push(result);
  else reading.items.push(result);
}

/**
 * A decimal amount such as `9.99` or `1,299.00` as whole minor units of its currency; `null` for anything else, or an
 * implausible price.
 */
export function readAmount(text: string, currency = usDollar): number | null {
  const plain = /^\d{1,3}(,\d{3})+\.\d{2,3}$/.test(text) ? text.replaceAll(",", "") : text;
  const [, whole, fraction = ""] = /^(\d{1,12})(?:\.(\d{1,3}))?$/.exec(plain) ?? [];
  return whole === undefined ? null : minorOf(whole, fraction, currency);
}

/**
 * The digits before and after the decimal point as whole minor units; `null` if there are too many, or the price is
 * implausible. Currencies without decimals are often written with two zeros anyway.
 */
export function minorOf(whole: string, fraction: string, currency: string): number | null {
  const decimals = decimalsOf(currency);
  if (fraction.length > decimals && !(decimals === 0 && /^00?$/.test(fraction))) return null;
  const minor = Number(whole + fraction.slice(0, decimals).padEnd(decimals, "0"));
  return isPrice(minor, currency) ? minor : null;
}

/** An amount with the given number of decimals in whole minor units; `null` if it is not whole, or implausible. */
export function minorFrom(amount: number, decimals: number, currency: string): number | null {
  const shift = decimalsOf(currency) - decimals;
  // a product with 0.01 would not be exact
  const minor = shift < 0 ? amount / 10 ** -shift : amount * 10 ** shift;
  return isPrice(minor, currency) ? minor : null;
}

/** Whether a number of minor units is a plausible price (spec/prices 1.2). */
export function isPrice(minor: unknown, currency = usDollar): minor is number {
  return Number.isInteger(minor) && (minor as number) >= 0 && (minor as number) <= highestPriceIn(currency);
}

/** The name of a currency in messages. */
export function nameOfCurrency(currency: string): string {
  return currency === usDollar ? "US dollars" : currency;
}

/**
 * ISO 8601, without an offset in UTC, or a day, which stands for its first moment or, as an `end`, for its last (UTC).
 * `null` for anything else: other notations are ambiguous about day and month.
 */
export function readMoment(text: string, side: "start" | "end" = "start"): Date | null {
  const [, day, time, offset = "Z"] =
    /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$/i.exec(
      text.trim(),
    ) ?? [];
  if (day === undefined) return null;
  const zone = /^[zug]/i.test(offset) ? "Z" : `${offset.slice(0, 3)}:${offset.slice(3).replace(":", "") || "00"}`;
  const moment = new Date(
    time === undefined ? `${day}T${side === "start" ? "00:00:00.000" : "23:59:59.999"}Z` : `${day}T${time}${zone}`,
  );
  // Date reads February 30 as March
  const isReal = new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day);
  return isReal && !Number.isNaN(moment.valueOf()) ? moment : null;
}

/** A period written `start/end`, where one side may be left open; `null` for anything else. */
export function readPeriod(text: string): { startsAt?: Date; endsAt?: Date } | null {
  const sides = text.split("/", 3).map((side) => side.trim());
  if (sides.length !== 2) return null;
  const [start = "", end = ""] = sides;
  const startsAt = start === "" ? undefined : readMoment(start);
  const endsAt = end === "" ? undefined : readMoment(end, "end");
  if (startsAt === null || endsAt === null || (!startsAt && !endsAt)) return null;
  if (startsAt && endsAt && endsAt <= startsAt) return null;
  return { ...(startsAt && { startsAt }), ...(endsAt && { endsAt }) };
}

/** A web address as an upstream gave it, or undefined. */
export function readLink(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  const url = /^https?:\/\/[^\s\p{C}]{1,2000}$/iu.test(text) && text.isWellFormed() ? URL.parse(text) : null;
  return url && !url.username && !url.password ? text : undefined;
}

/** A page of a reading. */
export function pageOf<Item>(
  reading: Reading<Item>,
  cursor: string | null,
  version: string | null = null,
): SourcePage<Item> {
  return { items: reading.items, refusals: reading.refusals, cursor, version, unchanged: false };
}
