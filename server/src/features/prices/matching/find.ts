import type { StoreKey } from "contract/stores/store-key.ts";
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { refused } from "../sources/readings.ts";
import type { Refusal, SourceOffer } from "../sources/source.ts";
import {
  candidatesOf,
  decideMatch,
  type GamesByTitle,
  type KnownMatches,
  kindredKeysOf,
  type Match,
  titleKeysOf,
} from "./decide.ts";
import { saveReviews } from "./reviews.ts";

/** A store in a market, whose products are matched. */
export interface Shelf {
  store: StoreKey;
  country: string;
}

/** A product with its game. */
export interface MatchedOffer {
  gameId: number;
  offer: SourceOffer;
}

export interface MatchedOffers {
  matched: MatchedOffer[];
  /** Products that are none of our games, or uncertain. */
  unmatched: number;
  refusals: Refusal[];
}

/**
 * Matches a store's products with games. With `wholeStore`, all products of the store are matched, so that the best of
 * several for one game can be chosen; otherwise the current one stays.
 */
export async function matchOffers(
  db: Db,
  shelf: Shelf,
  offers: readonly SourceOffer[],
  now: Date,
  wholeStore: boolean,
): Promise<MatchedOffers> {
  if (offers.length === 0) return { matched: [], unmatched: 0, refusals: [] };
  const { store } = shelf;
  const known = await findKnownMatches(db, store, offers);
  const decided = offers.map((offer) => ({ offer, match: decideMatch(offer, known, shelf.country) }));
  const currentOffers = await findCurrentOffers(db, shelf, decided);
  const freeGames = await findFreeGames(db, shelf, decided);
  const matched: MatchedOffer[] = [];
  const waiting: SourceOffer[] = [];
  const refusals: Refusal[] = [];
  let rejected = 0;
  for (const { offer, match } of decided) {
    if (offer.isBareZero && !(match.kind === "game" && freeGames.has(match.gameId))) {
      refusals.push(refused(offer.title ?? offer.productId, "zero", bareZero, offer.productId));
    } else if (match.kind === "rejected") rejected += 1;
    else if (match.kind === "refused")
      refusals.push(refused(offer.title ?? offer.productId, match.reason, match.message));
    else if (match.kind === "waits") waiting.push(offer);
    else {
      const current = currentOffers.get(match.gameId);
      if (!match.surely && !wholeStore && isOtherProduct(offer, current)) waiting.push(offer);
      else matched.push({ gameId: match.gameId, offer });
    }
  }
  await reviewUncertain(db, store, { waiting, matched, now });
  return {
    // a product without a price changes nothing if the store never sold the game
    matched: matched.filter(({ gameId, offer }) => typeof offer.priceMinor === "number" || currentOffers.has(gameId)),
    unmatched: waiting.length + rejected,
    refusals,
  };
}

const bareZero = "costs 0, but neither its row nor Steam or GOG says that it is free";

/** The games among those of bare zeros that are always free at their own platform. */
async function findFreeGames(
  db: Db,
  { country }: Shelf,
  decided: readonly { offer: SourceOffer; match: Match }[],
): Promise<ReadonlySet<number>> {
  const ids = decided.flatMap(({ offer, match }) => (offer.isBareZero && match.kind === "game" ? match.gameId : []));
  if (ids.length === 0) return new Set();
  const { rows } = await db.execute<{ game: number }>(sql`
    select distinct game_id as game
    from offers
    where store in ('steam', 'gog') and country = ${country} and game_id = any(${arrayParameter(ids)}::integer[])
      and price_minor = 0 and ends_at is null and coalesce(regular_minor, 0) = 0
  `);
  return new Set(rows.map(({ game }) => game));
}

/** Two products of one store must not both match a game by title only: its price would alternate. */
function isOtherProduct({ productId, endsAt }: SourceOffer, current: CurrentOffer | undefined): boolean {
  if (!current || endsAt) return false;
  return current.priceMinor !== null && current.productId !== null && current.productId !== productId;
}

async function findKnownMatches(db: Db, store: StoreKey, offers: readonly SourceOffer[]): Promise<KnownMatches> {
  const products = arrayParameter(offers.map(({ productId }) => productId));
  const appids = offers.flatMap(({ steamAppid }) => steamAppid ?? []);
  const decided = await db.execute<{ product: string; game: number | null }>(sql`
    select product_id as product, case when decision = 'accepted' then game_id end as game
    from match_reviews
    where store = ${store} and product_id = any(${products}::text[]) and decision is not null
  `);
  const sold = await db.execute<{ product: string; game: number }>(sql`
    select product_id as product, min(game_id) as game
    from offers
    where store = ${store} and product_id = any(${products}::text[])
    group by product_id
  `);
  const onSteam = await db.execute<{ appid: number; game: number }>(sql`
    select steam_appid as appid, id as game from games where steam_appid = any(${arrayParameter(appids)}::integer[])
  `);
  return {
    decided: new Map(decided.rows.map(({ product, game }) => [product, game])),
    byProduct: new Map(sold.rows.map(({ product, game }) => [product, game])),
    byAppid: new Map(onSteam.rows.map(({ appid, game }) => [appid, game])),
    byTitle: await findByTitle(db, offers.flatMap(titleKeysOf)),
  };
}

async function findByTitle(db: Db, keys: readonly string[]): Promise<GamesByTitle> {
  if (keys.length === 0) return new Map();
  const { rows } = await db.execute<{ key: string; games: number[] }>(sql`
    select title_key as key, array_agg(id order by id) as games
    from games
    where title_key = any(${arrayParameter([...new Set(keys)])}::text[])
    group by title_key
  `);
  return new Map(rows.map(({ key, games }) => [key, games]));
}

interface CurrentOffer {
  productId: string | null;
  priceMinor: number | null;
}

/** The store's current offers of the matched games. */
async function findCurrentOffers(
  db: Db,
  { store, country }: Shelf,
  decided: readonly { match: Match }[],
): Promise<ReadonlyMap<number, CurrentOffer>> {
  const ids = decided.flatMap(({ match }) => (match.kind === "game" ? match.gameId : []));
  const { rows } = await db.execute<{ game: number; product: string | null; price: number | null }>(sql`
    select game_id as game, product_id as product, price_minor as price
    from offers
    where store = ${store} and country = ${country} and game_id = any(${arrayParameter(ids)}::integer[])
  `);
  return new Map(rows.map(({ game, product, price }) => [game, { productId: product, priceMinor: price }]));
}

async function reviewUncertain(
  db: Db,
  store: StoreKey,
  { waiting, matched, now }: { waiting: SourceOffer[]; matched: MatchedOffer[]; now: Date },
): Promise<void> {
  const keyed = waiting.map((offer) => ({ offer, keys: kindredKeysOf(offer) }));
  const byTitle = await findByTitle(
    db,
    keyed.flatMap(({ keys }) => keys),
  );
  await saveReviews(db, store, {
    waiting: keyed.map(({ offer, keys }) => ({ offer, candidates: candidatesOf(keys, byTitle) })),
    settled: matched.map(({ offer }) => offer.productId),
    now,
  });
}

/** An array as one parameter of a statement. */
function arrayParameter(values: readonly (string | number)[]) {
  return sql.param([...values]);
}
