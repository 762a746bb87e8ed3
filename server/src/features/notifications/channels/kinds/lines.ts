import type { ChannelMessage } from "./kind.ts";

/** Maximum games listed in a human-readable message; the page it links to has all. */
export const maxListed = 10;

/** `and 3 more`, or `null` when all are listed. */
export function moreLine({ items, moreText }: Pick<ChannelMessage, "items" | "moreText">): string | null {
  return items.length > maxListed ? moreText(items.length - maxListed) : null;
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
