import { AppError } from "contract/core/errors.ts";
import type { FeedColumn } from "contract/prices/feed-rules.ts";
import type { FeedFields } from "contract/prices/feed-schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, asc, eq, type SQL } from "../../../platform/db/drizzle.ts";
import { decrypt } from "../../../platform/process/encryption.ts";
import type { SecretKey } from "../../../platform/process/secret-key.ts";
import { markets } from "../../markets/table.ts";
import { stores } from "../../stores/table.ts";
import type { FeedSetting } from "../sources/open.ts";
import { priceFeeds, productFeeds } from "../table.ts";

export interface FeedRow extends Omit<typeof productFeeds.$inferSelect, "address"> {
  /** `null` = it was encrypted with another secret key. */
  url: string | null;
  /** The number of good rows of the last accepted reading, and its time. */
  offers: number | null;
  readAt: Date | null;
}

/** The key that encrypts addresses of feeds. */
export const feedsKey = (secretKey: SecretKey) => secretKey.derive("addresses of feeds");

/** Addresses that a migration carried over are not encrypted until the next start; encrypted text has no colon. */
export const isPlain = (address: string) => address.includes(":");

/** The feeds, by store and country. */
export async function listFeeds(db: Db, secretKey: SecretKey, condition?: SQL): Promise<FeedRow[]> {
  const key = feedsKey(secretKey);
  const rows = await db
    .select({ feed: productFeeds, offers: priceFeeds.offers, readAt: priceFeeds.readAt })
    .from(productFeeds)
    .leftJoin(priceFeeds, and(eq(priceFeeds.store, productFeeds.store), eq(priceFeeds.country, productFeeds.country)))
    .where(condition)
    .orderBy(asc(productFeeds.store), asc(productFeeds.country));
  return rows.map(({ feed: { address, ...feed }, offers, readAt }) => {
    return { ...feed, url: isPlain(address) ? address : decrypt(key, address), offers, readAt };
  });
}

/** Throws `not_found`. */
export async function requireFeed(db: Db, secretKey: SecretKey, id: number): Promise<FeedRow> {
  const [feed] = await listFeeds(db, secretKey, eq(productFeeds.id, id));
  if (!feed) throw new AppError("not_found", `There is no feed ${id}`);
  return feed;
}

/** How the first feed of a store is read; `null` = it has none. */
export async function findFeedFacts(db: Db, store: StoreKey): Promise<Pick<FeedFields, FeedFact> | null> {
  const { columns, currency, encoding } = productFeeds;
  const rows = db.select({ columns, currency, encoding }).from(productFeeds).where(eq(productFeeds.store, store));
  const [feed] = await rows.orderBy(asc(productFeeds.country)).limit(1);
  return feed ?? null;
}

type FeedFact = "columns" | "currency" | "encoding";

/** The stores and the enabled markets, which may have feeds. */
export async function listPlaces(db: Db) {
  const { key, name, pack } = stores;
  const rows = await db.select({ key, name, pack }).from(stores).orderBy(asc(stores.name));
  const all = rows.map(({ pack, ...store }) => {
    const said = [pack?.source, pack?.feed?.programme, pack?.feed?.licence].filter(Boolean).join(" ");
    return { ...store, ...(pack?.feed && { columns: pack.feed.columns }), ...(said && { about_feed: said }) };
  });
  const enabled = await db
    .select({ country: markets.country, currency: markets.currency })
    .from(markets)
    .where(eq(markets.enabled, true))
    .orderBy(asc(markets.country));
  return { stores: all, markets: enabled };
}

/** The feeds as settings of sources, without those whose address cannot be decrypted. */
export async function listFeedSettings(db: Db, secretKey: SecretKey): Promise<FeedSetting[]> {
  return (await listFeeds(db, secretKey)).flatMap((feed) => (feed.url === null ? [] : [toFeedSetting(feed, feed.url)]));
}

/** Whether a price file of the store is set up. */
export async function hasFeed(db: Db, store: StoreKey): Promise<boolean> {
  return (await db.$count(productFeeds, eq(productFeeds.store, store))) > 0;
}

export function toFeedSetting(
  {
    store,
    country,
    currency,
    encoding,
    columns,
  }: Pick<FeedFields, "store" | "country" | "currency" | "encoding" | "columns">,
  url: string,
): FeedSetting {
  const names = Object.entries(columns) as [FeedColumn, string][];
  return {
    store,
    country,
    url,
    currency,
    ...(encoding && { encoding }),
    ...(names.length > 0 && { columns: new Map(names) }),
  };
}
