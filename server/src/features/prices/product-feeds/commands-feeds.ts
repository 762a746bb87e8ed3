import { isDeepStrictEqual } from "node:util";
import { invalid } from "contract/core/errors.ts";
import { isMasked, maskAddress } from "contract/prices/feed-rules.ts";
import type { FeedFields, ProductFeed } from "contract/prices/feed-schema.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, eq, like } from "../../../platform/db/drizzle.ts";
import { throwTaken } from "../../../platform/db/errors.ts";
import { changedMeanwhile, isStale } from "../../../platform/db/versions.ts";
import { checkPublicHost } from "../../../platform/outgoing/addresses.ts";
import { encrypt } from "../../../platform/process/encryption.ts";
import type { SecretKey } from "../../../platform/process/secret-key.ts";
import { type Actor, recordChange } from "../../audit/commands.ts";
import { markets } from "../../markets/table.ts";
import { stores } from "../../stores/table.ts";
import { unregisterSource } from "../polls/commands-sources.ts";
import { feedKey } from "../sources/feed.ts";
import type { SourceMarket } from "../sources/source.ts";
import { priceFeeds, productFeeds } from "../table.ts";
import { toProductFeed } from "./present-feeds.ts";
import { type FeedRow, feedsKey, isPlain, requireFeed } from "./queries-feeds.ts";

export interface FeedDesk {
  db: Db;
  secretKey: SecretKey;
  /** Feeds may be on private networks and speak plain HTTP. */
  allowsPrivate: boolean;
}

type Edit = { [Field in keyof FeedFields]?: FeedFields[Field] | undefined };

export interface FeedEdit {
  fields: Edit;
  /** Accept the next reading even if it has far fewer rows than the last one. */
  acceptLoss?: boolean | undefined;
  /** The version that the edit started from; if left out, any version is replaced. */
  baseVersion?: number | undefined;
}

/**
 * Returns the fields with the unmasked address, and their market; a masked address stands for that of `stored`. Throws
 * `invalid` for an unknown store or market, and for an address that must not be read.
 */
export async function checkFeed(
  desk: FeedDesk,
  fields: FeedFields,
  stored: FeedRow | null,
): Promise<{ feed: FeedFields; market: SourceMarket }> {
  const [store] = await desk.db.select({ key: stores.key }).from(stores).where(eq(stores.key, fields.store));
  if (!store) throw invalid([{ path: "store", msg: `Unknown store: ${fields.store}` }]);
  const [market] = await desk.db
    .select({ country: markets.country, currency: markets.currency, sharesWith: markets.sharesPricesWith })
    .from(markets)
    .where(and(eq(markets.country, fields.country), eq(markets.enabled, true)));
  if (!market) throw invalid([{ path: "country", msg: `${fields.country} is no enabled market` }]);
  if (market.sharesWith)
    throw invalid([{ path: "country", msg: `${market.country} has the prices of ${market.sharesWith}` }]);
  const url = unmaskAddress(fields.url, stored);
  const problem = desk.allowsPrivate ? undefined : await checkPublicHost(new URL(url));
  if (problem) throw invalid([{ path: "url", msg: `The address must be https on the public internet: ${problem}` }]);
  return { feed: { ...fields, url }, market };
}

function unmaskAddress(url: string, stored: FeedRow | null): string {
  if (!isMasked(url)) return url;
  if (stored?.url && url === maskAddress(stored.url)) return stored.url;
  throw invalid([{ path: "url", msg: "Parts of the address are masked: enter it with its secrets" }]);
}

/** Adds a feed. Throws `conflict` when the store has one for that country, and as `checkFeed`. */
export async function createFeed(desk: FeedDesk, editor: Actor, fields: FeedFields, now: Date): Promise<ProductFeed> {
  const { url, ...checked } = (await checkFeed(desk, fields, null)).feed;
  return desk.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(productFeeds)
      .values({ ...checked, address: encrypt(feedsKey(desk.secretKey), url), updatedAt: now })
      .returning({ id: productFeeds.id })
      .catch((error) => throwConflict(error, checked));
    const feed = toProductFeed(await requireFeed(tx, desk.secretKey, row!.id));
    await recordChange(tx, editor, {
      action: "CREATE",
      ...toAuditResource(feed),
      description: `Added the feed ${feed.source}`,
      newValue: fieldsOf(feed),
    });
    return feed;
  });
}

/**
 * Changes a feed; an edit that changes nothing is not recorded. Throws `not_found`, `stale` when it is no longer at
 * `baseVersion`, `conflict` when the store has another one for that country, and as `checkFeed`.
 */
export async function changeFeed(
  desk: FeedDesk,
  editor: Actor,
  id: number,
  { fields, acceptLoss = false, baseVersion }: FeedEdit,
  now: Date,
): Promise<ProductFeed> {
  const stored = await requireFeed(desk.db, desk.secretKey, id);
  requireCurrent(stored, baseVersion);
  const { url, ...checked } = (await checkFeed(desk, withEdit(stored, fields), stored)).feed;
  return desk.db.transaction(async (tx) => {
    const before = await lockFeed(tx, desk.secretKey, id);
    // the checks ran before the transaction on this version
    requireCurrent(before, stored.version);
    const hasNewAddress = url !== before.url;
    const isSame = !hasNewAddress && isDeepStrictEqual(checked, pickFields(before));
    if (isSame && !acceptLoss) return toProductFeed(before);
    if (acceptLoss) await deleteCount(tx, checked);
    await tx
      .update(productFeeds)
      .set({
        ...checked,
        ...(hasNewAddress && { address: encrypt(feedsKey(desk.secretKey), url) }),
        version: before.version + 1,
        updatedAt: now,
      })
      .where(eq(productFeeds.id, id))
      .catch((error) => throwConflict(error, checked));
    const feed = toProductFeed(await requireFeed(tx, desk.secretKey, id));
    const former = feedKey(before.store, before.country);
    if (former !== feed.source) await unregisterSource(tx, former);
    await recordChange(tx, editor, {
      action: "UPDATE",
      ...toAuditResource(feed),
      description: `Changed the feed ${feed.source}`,
      oldValue: fieldsOf(toProductFeed(before)),
      newValue: fieldsOf(feed),
      // a changed secret is masked in both values
      details: { address_changed: hasNewAddress, loss_accepted: acceptLoss },
    });
    return feed;
  });
}

/** Removes a feed; its offers stay as they are. Throws `not_found`, and `stale`. */
export function deleteFeed(
  { db, secretKey }: FeedDesk,
  editor: Actor,
  id: number,
  baseVersion: number | undefined,
): Promise<void> {
  return db.transaction(async (tx) => {
    const before = await lockFeed(tx, secretKey, id);
    requireCurrent(before, baseVersion);
    await tx.delete(productFeeds).where(eq(productFeeds.id, id));
    const feed = toProductFeed(before);
    await unregisterSource(tx, feed.source);
    await recordChange(tx, editor, {
      action: "DELETE",
      ...toAuditResource(feed),
      description: `Removed the feed ${feed.source}`,
      oldValue: fieldsOf(feed),
    });
  });
}

/** Encrypts the addresses that a migration carried over from the former setting. */
export async function encryptFeeds(db: Db, secretKey: SecretKey): Promise<void> {
  const plain = await db.select().from(productFeeds).where(like(productFeeds.address, "%:%"));
  for (const { id, address } of plain.filter((feed) => isPlain(feed.address))) {
    await db
      .update(productFeeds)
      .set({ address: encrypt(feedsKey(secretKey), address) })
      .where(and(eq(productFeeds.id, id), eq(productFeeds.address, address)));
  }
}

async function lockFeed(tx: Db, secretKey: SecretKey, id: number): Promise<FeedRow> {
  await tx.select({ id: productFeeds.id }).from(productFeeds).where(eq(productFeeds.id, id)).for("update");
  return requireFeed(tx, secretKey, id);
}

function requireCurrent(feed: FeedRow, baseVersion: number | undefined): void {
  if (isStale(feed, baseVersion)) throw changedMeanwhile("this feed", toProductFeed(feed));
}

/** Absent fields stay; without a readable address, the edit must have one. */
function withEdit(stored: FeedRow, fields: Edit): FeedFields {
  const url = fields.url ?? stored.url;
  if (url === null) throw invalid([{ path: "url", msg: "The address can no longer be read: enter it again" }]);
  const edit = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return { ...pickFields(stored), ...edit, url };
}

function pickFields({ store, country, currency, encoding, columns }: Omit<FeedFields, "url">): Omit<FeedFields, "url"> {
  return { store, country, currency, encoding, columns };
}

/** Deletes the count, so that the next reading is not compared with it. */
async function deleteCount(tx: Db, { store, country }: Pick<FeedFields, "store" | "country">): Promise<void> {
  await tx.delete(priceFeeds).where(and(eq(priceFeeds.store, store), eq(priceFeeds.country, country)));
}

function throwConflict(error: unknown, { store, country }: Pick<FeedFields, "store" | "country">): never {
  throwTaken(error, "product_feeds_shelf_key", { path: "store", msg: `${store} has another feed for ${country}` });
}

function fieldsOf({ store, country, url, currency, encoding, columns }: ProductFeed) {
  return { store, country, url, currency, encoding, columns };
}

function toAuditResource({ id, store, country }: ProductFeed) {
  return { resourceType: "feed", resourceKey: feedKey(store, country), resourceId: id } as const;
}
