/** A feed, whatever its format. Addresses are absolute, times ISO 8601 in UTC, texts plain. */
export interface Feed {
  title: string;
  description: string;
  /** The tag of the language of its texts. */
  language: string;
  /** Who publishes it. */
  author: string;
  /** The address of the feed in this format. */
  address: string;
  /** The page that shows the same. */
  page: string;
  items: FeedItem[];
}

export interface FeedItem {
  /** Stays the same until the price changes. */
  id: string;
  title: string;
  summary: string;
  link: string;
  /** `null` = none. */
  image: string | null;
  /** When the price changed. */
  updated: string;
  /** When the price ends; `null` = unknown. */
  ends: string | null;
}

/** When the latest of its prices changed; a constant for an empty feed. */
export function updatedOf({ items }: Feed): string {
  const times = items.map(({ updated }) => updated).sort();
  return times.at(-1) ?? new Date(0).toISOString();
}
