import { maskAddress } from "contract/prices/feed-rules.ts";
import type { ProductFeed } from "contract/prices/feed-schema.ts";
import { feedKey } from "../sources/feed.ts";
import type { FeedRow } from "./queries-feeds.ts";

/** A feed for administrators, without the secrets of its address. */
export function toProductFeed(feed: FeedRow): ProductFeed {
  const { id, store, country, url, currency, encoding, columns, offers, readAt, version, updatedAt } = feed;
  return {
    id,
    store,
    country,
    url: url && maskAddress(url),
    currency,
    encoding,
    columns,
    source: feedKey(store, country),
    offers,
    read_at: readAt?.toISOString() ?? null,
    version,
    updated_at: updatedAt.toISOString(),
  };
}
