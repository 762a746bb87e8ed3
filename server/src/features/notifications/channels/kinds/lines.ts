import { formatPriceOrFree } from "contract/core/money.ts";
import type { MessageItem } from "./kind.ts";

/** Maximum games listed in a human-readable message; the page it links to has all. */
export const maxListed = 10;

/** What follows a game's title: `$9.99 at Steam, before $24.99. Lowest price ever`. */
export function describeItem({ price, oldPrice, currency, store, reason }: MessageItem): string {
  const money = (amount: number) => formatPriceOrFree(amount, { currency, locale: "en-US" });
  const now = price === null ? "" : `${money(price)} at ${store}`;
  const before = price === null || oldPrice === null ? "" : `, before ${money(oldPrice)}`;
  return [`${now}${before}`, reason].filter((part) => part !== "").join(". ");
}

/** `and 3 more`, or `null` when all are listed. */
export function moreLine(items: readonly MessageItem[], listed: number): string | null {
  const more = items.length - listed;
  return more <= 0 ? null : `and ${more} more`;
}

/** Cuts to at most `max` bytes in UTF-8, without a broken character at the end. */
export function cutBytes(text: string, max: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= max) return text;
  return `${bytes
    .subarray(0, max - 3)
    .toString("utf8")
    .replace(/\uFFFD$/, "")}…`;
}

/** Cuts to at most `max` characters. */
export function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
