import { AppError } from "contract/core/errors.ts";
import { toAmount } from "contract/core/money.ts";
import type { DeskOffer, PriceChange } from "contract/prices/desk-schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { eq, type SQL, sql } from "../../../platform/db/drizzle.ts";
import { games } from "../../games/table.ts";

/** Identifies an offer. */
export interface OfferId {
  gameId: number;
  store: StoreKey;
  country: string;
}

/** Throws `not_found`. */
export async function requireDeskGame(db: Db, id: number): Promise<{ id: number; title: string }> {
  const [game] = await db.select({ id: games.id, title: games.title }).from(games).where(eq(games.id, id));
  if (!game) throw new AppError("not_found", `There is no game ${id}`);
  return game;
}

/** The offers of a game by all stores, or one, in all markets: in the order of the stores, then by country. */
export function listDeskOffers(db: Db, gameId: number, store?: StoreKey): Promise<DeskOffer[]> {
  return readOffers(db, sql`offer.game_id = ${gameId} and ${store === undefined ? sql`true` : isStore(store)}`);
}

/** Throws `not_found`. */
export async function requireDeskOffer(db: Db, { gameId, store, country }: OfferId): Promise<DeskOffer> {
  const [offer] = await readOffers(
    db,
    sql`offer.game_id = ${gameId} and ${isStore(store)} and offer.country = ${country}`,
  );
  if (!offer) throw new AppError("not_found", `${store} has no offer of game ${gameId} in ${country}`);
  return offer;
}

const isStore = (store: StoreKey) => sql`offer.store = ${store}`;

type OfferRow = Pick<DeskOffer, "store" | "country" | "currency" | "in_stock" | "link" | "product_id" | "source"> &
  Pick<DeskOffer, "is_linked_by_hand"> &
  Record<"first_seen_at" | "last_seen_at", string> &
  Record<"price_minor" | "regular_minor" | "held_minor" | "held_regular_minor", number | null> &
  Record<"until" | "reason" | "set_at" | "set_by", string | null>;

async function readOffers(db: Db, condition: SQL): Promise<DeskOffer[]> {
  const { rows } = await db.execute<OfferRow>(sql`
    select offer.store, offer.country, offer.currency, offer.price_minor, offer.regular_minor, offer.in_stock,
      offer.link, offer.product_id, offer.first_seen_at, offer.last_seen_at,
      poll.source,
      exists (
        select from match_reviews
        where match_reviews.store = offer.store and match_reviews.product_id = offer.product_id
          and decision = 'accepted'
      ) as is_linked_by_hand,
      held.price_minor as held_minor, held.regular_minor as held_regular_minor, held.until, held.reason, held.set_at,
      users.username as set_by
    from offers offer
    join stores on stores.key = offer.store
    left join price_overrides held using (game_id, country, store)
    left join users on users.id = held.set_by
    left join lateral (
      select source from price_polls
      where price_polls.store = offer.store and price_polls.country = offer.country
        and started_at <= offer.last_seen_at and coalesce(finished_at >= offer.last_seen_at, true)
      order by started_at desc
      limit 1
    ) poll on true
    where ${condition}
    order by stores.position, offer.country
  `);
  return rows.map(toDeskOffer);
}

function toDeskOffer({ price_minor, regular_minor, held_minor, held_regular_minor, ...row }: OfferRow): DeskOffer {
  const { currency, until, reason, set_at, set_by, first_seen_at, last_seen_at, ...offer } = row;
  const isOverridden = held_minor !== null && until !== null && set_at !== null && reason !== null;
  return {
    ...offer,
    currency,
    price: toAmount(price_minor, currency),
    regular_price: toAmount(regular_minor, currency),
    first_seen_at: isoOf(first_seen_at),
    last_seen_at: isoOf(last_seen_at),
    override: isOverridden
      ? {
          price: toAmount(held_minor, currency),
          regular_price: toAmount(held_regular_minor, currency),
          until: isoOf(until),
          reason,
          set_at: isoOf(set_at),
          set_by,
        }
      : null,
  };
}

const isoOf = (time: string) => new Date(time).toISOString();

/**
 * Changes of the best prices of visible games since a time. Those that changed most, or that are furthest below the
 * other enabled stores, come first: wrong prices are among them.
 */
export async function listPriceChanges(
  db: Db,
  { since, offset, limit }: { since: Date; offset: number; limit: number },
): Promise<{ changes: PriceChange[]; total: number }> {
  const { rows } = await db.execute<{
    game_id: number;
    title: string;
    country: string;
    currency: string;
    best_store: StoreKey | null;
    previous_best_minor: number;
    best_minor: number;
    next_minor: number | null;
    best_changed_at: Date;
    total: number;
  }>(sql`
    select game_id, title, listed.country, markets.currency, best_store, previous_best_minor, best_minor, next_minor,
      best_changed_at, count(*) over ()::integer as total
    from game_prices listed
    join games on games.id = game_id and not hidden
    join markets on markets.country = listed.country
      and markets.country in (select coalesce(shares_prices_with, country) from markets where enabled)
    cross join lateral (
      select min(minor) as next_minor
      from unnest(store_keys, store_minors) as other (store, minor)
      join stores on stores.key = other.store and stores.enabled
      where other.store <> best_store and minor > 0
    ) others
    where best_changed_at > ${since} and best_minor <> previous_best_minor and previous_best_minor > 0
    order by greatest(
        1 - best_minor::double precision / previous_best_minor,
        1 - previous_best_minor::double precision / nullif(best_minor, 0),
        1 - best_minor::double precision / next_minor
      ) desc, game_id, listed.country
    limit ${limit} offset ${offset}
  `);
  const changes = rows.map(
    (row): PriceChange => ({
      game: { id: row.game_id, title: row.title },
      country: row.country,
      currency: row.currency,
      store: row.best_store,
      previous_price: toAmount(row.previous_best_minor, row.currency),
      price: toAmount(row.best_minor, row.currency),
      next_price: toAmount(row.next_minor, row.currency),
      changed_at: new Date(row.best_changed_at).toISOString(),
    }),
  );
  return { changes, total: rows[0]?.total ?? 0 };
}
