import type { MatchReason } from "contract/prices/match-schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { sql } from "../../../platform/db/drizzle.ts";
import { allTitles } from "../../games/table.ts";
import type { OfferObservation } from "../offers/commands.ts";
import { refused } from "../sources/readings.ts";
import type { Refusal, SourceOffer } from "../sources/source.ts";
import type { KnownGame } from "./contradictions.ts";
import {
  beginningOf,
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
  /** Where it activates, as in `SourceOffer.activatesIn`; `null` = not stated. */
  places: readonly string[] | null;
}

export interface MatchedOffers {
  matched: MatchedOffer[];
  /** Products that are none of our games, or uncertain. */
  unmatched: number;
  refusals: Refusal[];
}

/** A product with a title alone that costs less than this share of the game's other prices waits. */
const minPriceShare = 0.2;

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
  const countries = await listCountriesOf(db, shelf);
  const decided = offers.map((offer) => ({ offer, match: decideMatch(offer, known, countries) }));
  const ids = decided.flatMap(({ match }) => (match.kind === "game" ? match.gameId : []));
  const currentOffers = await findCurrentOffers(db, shelf, ids);
  const titledIds = decided.flatMap(({ match }) => (match.kind === "game" && !match.surely ? match.gameId : []));
  const otherPrices = await findOtherPrices(db, shelf, titledIds);
  const freeGames = await findFreeGames(db, shelf, decided);
  const matched: MatchedOffer[] = [];
  const waiting: WaitingOffer[] = [];
  const refusals: Refusal[] = [];
  let rejected = 0;
  for (const { offer, match } of decided) {
    if (offer.isBareZero && !(match.kind === "game" && freeGames.has(match.gameId))) {
      refusals.push(refused(offer.title ?? offer.productId, "zero", bareZero, offer.productId));
    } else if (match.kind === "rejected") rejected += 1;
    else if (match.kind === "refused")
      refusals.push(refused(offer.title ?? offer.productId, match.reason, match.message));
    else if (match.kind === "waits") waiting.push({ offer, reason: match.reason, candidates: match.candidates });
    else {
      const { gameId, places } = match;
      const reason = match.surely
        ? null
        : isTooCheap(offer, otherPrices.get(`${gameId} ${offer.currency}`))
          ? "low_price"
          : !wholeStore && isOtherProduct(offer, currentOffers.get(gameId))
            ? "second_product"
            : null;
      if (reason) waiting.push({ offer, reason, candidates: [gameId] });
      else matched.push({ gameId, offer, places });
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

/** The enabled markets that have the shelf's prices: a product must activate in all of them. */
async function listCountriesOf(db: Db, { country }: Shelf): Promise<string[]> {
  const { rows } = await db.execute<{ country: string }>(sql`
    select country from markets where enabled and coalesce(shares_prices_with, country) = ${country} order by country
  `);
  return rows.length === 0 ? [country] : rows.map((row) => row.country);
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

/** Giveaways are free for a while, whatever the others charge. */
function isTooCheap({ priceMinor, endsAt }: SourceOffer, lowest: number | undefined): boolean {
  return typeof priceMinor === "number" && !endsAt && lowest !== undefined && priceMinor < lowest * minPriceShare;
}

/** Two products of one store must not both match a game by title only: its price would alternate. */
function isOtherProduct({ productId, endsAt }: SourceOffer, current: CurrentOffer | undefined): boolean {
  if (!current || endsAt) return false;
  return current.priceMinor !== null && current.productId !== null && current.productId !== productId;
}

/** What is known about these products. */
export async function findKnownMatches(db: Db, store: StoreKey, offers: readonly SourceOffer[]): Promise<KnownMatches> {
  const products = arrayParameter(offers.map(({ productId }) => productId));
  const appids = offers.flatMap(({ steamAppid }) => steamAppid ?? []);
  const decided = await db.execute<{ product: string; game: number | null }>(sql`
    select product_id as product, case when decision = 'accepted' then game_id end as game
    from match_reviews
    where store = ${store} and product_id = any(${products}::text[]) and decision is not null
  `);
  const sold = await db.execute<GameRow & { product: string }>(sql`
    select product_id as product, ${gameColumns}
    from (
      select product_id, min(game_id) as game_id
      from offers
      where store = ${store} and product_id = any(${products}::text[])
      group by product_id
    ) sold
    join games on games.id = sold.game_id
  `);
  const onSteam = await db.execute<GameRow & { appid: number }>(sql`
    select steam_appid as appid, ${gameColumns} from games
    where steam_appid = any(${arrayParameter(appids)}::integer[])
  `);
  const known = {
    decided: new Map(decided.rows.map(({ product, game }) => [product, game])),
    byProduct: new Map(sold.rows.map((row) => [row.product, toKnownGame(row)])),
    byAppid: new Map(onSteam.rows.map((row) => [row.appid, toKnownGame(row)])),
    byTitle: await findByTitle(db, offers.flatMap(titleKeysOf)),
  };
  return {
    ...known,
    byBeginning: await findByBeginning(
      db,
      offers.map((offer) => beginningOf(offer, known)),
    ),
  };
}

type GameRow = { id: number; title: string; type: KnownGame["type"]; year: number | null };

const gameColumns = sql`games.id, games.title, games.type, extract(year from games.release_date)::integer as year`;

/** With the title that was looked for, which may be another one of the game. */
const titledColumns = sql`games.id, titles.title, games.type,
  extract(year from games.release_date)::integer as year`;

const toKnownGame = ({ id, title, type, year }: GameRow): KnownGame => ({ id, title, type, year });

async function findByTitle(db: Db, keys: readonly string[]): Promise<GamesByTitle> {
  if (keys.length === 0) return new Map();
  const { rows } = await db.execute<GameRow & { key: string }>(sql`
    select distinct on (games.id, titles.title_key) titles.title_key as key, ${titledColumns}
    from ${allTitles} titles
    join games on games.id = titles.game_id
    where titles.title_key = any(${arrayParameter([...new Set(keys)])}::text[])
    order by games.id, titles.title_key
  `);
  return byKey(rows);
}

/** Games whose title key begins with one of the keys and a space. */
async function findByBeginning(db: Db, keys: readonly (string | null)[]): Promise<GamesByTitle> {
  const whole = [...new Set(keys)].filter((key) => key !== null);
  if (whole.length === 0) return new Map();
  const { rows } = await db.execute<GameRow & { key: string }>(sql`
    select key, ${titledColumns}
    from unnest(${arrayParameter(whole)}::text[]) as key
    join ${allTitles} titles on titles.title_key collate "C" > key || ' ' and titles.title_key collate "C" < key || '!'
    join games on games.id = titles.game_id
    order by games.id
  `);
  return byKey(rows);
}

function byKey(rows: readonly (GameRow & { key: string })[]): GamesByTitle {
  const grouped = Map.groupBy(rows, ({ key }) => key);
  return new Map([...grouped].map(([key, found]) => [key, found.map(toKnownGame)]));
}

interface CurrentOffer {
  productId: string | null;
  priceMinor: number | null;
}

/** The store's current offers of the matched games. */
async function findCurrentOffers(
  db: Db,
  { store, country }: Shelf,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CurrentOffer>> {
  const { rows } = await db.execute<{ game: number; product: string | null; price: number | null }>(sql`
    select game_id as game, product_id as product, price_minor as price
    from offers
    where store = ${store} and country = ${country} and game_id = any(${arrayParameter(ids)}::integer[])
  `);
  return new Map(rows.map(({ game, product, price }) => [game, { productId: product, priceMinor: price }]));
}

/** The lowest price of each game at other stores in the country, by game and currency. */
async function findOtherPrices(
  db: Db,
  { store, country }: Shelf,
  ids: readonly number[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{ game: number; currency: string; lowest: number }>(sql`
    select game_id as game, currency, min(price_minor) as lowest
    from offers
    where game_id = any(${arrayParameter(ids)}::integer[]) and country = ${country} and store <> ${store}
      and price_minor is not null
    group by game_id, currency
  `);
  return new Map(rows.map(({ game, currency, lowest }) => [`${game} ${currency}`, lowest]));
}

export type WaitingOffer = { offer: SourceOffer; reason: MatchReason; candidates: readonly number[] };

/** Lists uncertain products for review; matched ones no longer wait. */
export async function reviewUncertain(
  db: Db,
  store: StoreKey,
  { waiting, matched, now }: { waiting: readonly WaitingOffer[]; matched: MatchedOffer[]; now: Date },
): Promise<void> {
  const keyed = waiting.map((one) => ({ ...one, keys: kindredKeysOf(one.offer) }));
  const byTitle = await findByTitle(
    db,
    keyed.flatMap(({ keys }) => keys),
  );
  await saveReviews(db, store, {
    waiting: keyed.map(({ offer, reason, candidates, keys }) => {
      const all = new Set([...candidates, ...candidatesOf(keys, byTitle)]);
      return { offer, reason, candidates: [...all].sort((a, b) => a - b) };
    }),
    settled: matched.map(({ offer }) => offer.productId),
    now,
  });
}

/** The best product of each game. */
export function bestOfEach(matched: readonly MatchedOffer[]): MatchedOffer[] {
  const best = new Map<number, MatchedOffer>();
  for (const one of matched) {
    const other = best.get(one.gameId);
    if (!other || compareOffers(one.offer, other.offer) < 0) best.set(one.gameId, one);
  }
  return [...best.values()];
}

/** The fields by which products are compared. */
export type ComparedOffer = Pick<SourceOffer, "productId" | "priceMinor" | "inStock">;

/** Sorts products in stock first, then by price; the order is the same in every reading. */
export function compareOffers(a: ComparedOffer, b: ComparedOffer): number {
  const rank = ({ inStock, priceMinor }: ComparedOffer) => [Number(inStock === false), priceMinor ?? Number.MAX_VALUE];
  const [stockA = 0, priceA = 0] = rank(a);
  const [stockB = 0, priceB = 0] = rank(b);
  return stockA - stockB || priceA - priceB || (a.productId < b.productId ? -1 : 1);
}

/** The observation of an offer for `recordOffers`. */
export function toObservation({ store, country }: Shelf, { gameId, offer, places }: MatchedOffer): OfferObservation {
  const { currency, priceMinor, regularMinor, link, inStock, productId, activatesOn, endsAt, saleEndsAt } = offer;
  return {
    gameId,
    country,
    store,
    currency,
    ...(priceMinor !== undefined && { priceMinor }),
    ...(regularMinor !== undefined && { regularMinor }),
    ...(link !== undefined && { link }),
    ...(inStock !== undefined && { inStock }),
    ...(places !== null && { activatesIn: places }),
    ...(activatesOn !== undefined && { activatesOn }),
    ...(saleEndsAt !== undefined && { saleEndsAt }),
    // a giveaway is temporary and is not the product that the store sells
    ...(endsAt ? { endsAt } : { productId }),
  };
}

/** An array as one parameter of a statement. */
function arrayParameter(values: readonly (string | number)[]) {
  return sql.param([...values]);
}
