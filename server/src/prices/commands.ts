import { invalid } from "contract/errors.ts";
import { highestPrice } from "contract/money.ts";
import type { StoreKey } from "contract/stores.ts";
import { type SQL, sql } from "drizzle-orm";
import { evaluateAlerts } from "../alerts/commands.ts";
import type { Db } from "../db/connect.ts";
import { keepGamePrices } from "./commands-derive.ts";

/**
 * What a store was seen to ask for a game. A part that is left out stays as it was; `null` is a statement of its own:
 * a price of `null` = no longer sold, stock of `null` = the store does not say. Money in whole cents.
 */
export interface OfferObservation {
  gameId: number;
  store: StoreKey;
  priceCents?: number | null;
  regularCents?: number | null;
  link?: string | null;
  inStock?: boolean | null;
  /** The store's own id of the product. */
  productId?: string | null;
}

export interface RecordOptions {
  /** When the offers were seen; what changed has changed at that time. */
  now: Date;
  /** Stamp unchanged offers as seen, too. Polls need it to notice what disappeared; it rewrites every row that they saw. */
  markSeen?: boolean;
}

export interface RecordedOffers {
  /** Offers observed, each counted once. */
  observed: number;
  /** Offers that are new or differ in any part. */
  changed: number;
  /** Prices that were first seen or changed. */
  priceChanges: number;
  /** The games of the changed offers, ascending. */
  gameIds: number[];
}

/** Any number will do, as long as all that write prices ask for the same one. */
const priceWriting = 7_215_002;

/**
 * The one way by which a price enters (decisions.md sections 3 and 9): keeps the offers, their history and what lists show
 * of them, and lets price alerts fire, in one transaction. Of several observations of one offer the last counts; unknown games are passed over.
 * Doing it twice changes nothing. Throws `invalid` when a price is out of bounds; then nothing is recorded.
 */
export async function recordOffers(
  db: Db,
  observations: readonly OfferObservation[],
  options: RecordOptions,
): Promise<RecordedOffers> {
  refuseAbsurdPrices(observations);
  return db.transaction(async (tx) => {
    await openObservations(tx);
    await tx.execute(sql`
      insert into observed_offers
      select * from json_populate_recordset(null::observed_offers, ${JSON.stringify(observations.map(toRow))})
    `);
    return recordObserved(tx, options);
  });
}

/**
 * Makes the temporary table `observed_offers` that `recordObserved` reads, for callers that fill it by SQL.
 * `position` orders the observations of one offer; each part counts only where its `_said` flag is true.
 */
export async function openObservations(tx: Db): Promise<void> {
  await tx.execute(sql`
    create temporary table observed_offers (
      position integer not null,
      game_id integer not null,
      store store_key not null,
      price_cents integer check (price_cents between 0 and ${sql.raw(String(highestPrice))}),
      price_said boolean not null,
      regular_cents integer check (regular_cents between 0 and ${sql.raw(String(highestPrice))}),
      regular_said boolean not null,
      link text,
      link_said boolean not null,
      in_stock boolean,
      stock_said boolean not null,
      product_id text,
      product_said boolean not null
    ) on commit drop
  `);
}

/** Records what `observed_offers` holds and drops the table. Must run in the transaction that opened it. */
export async function recordObserved(tx: Db, { now, markSeen = false }: RecordOptions): Promise<RecordedOffers> {
  // What lists show of a game is derived from all its offers: two writers at once would each miss the other's offer.
  await tx.execute(sql`select pg_advisory_xact_lock(${priceWriting})`);
  await tx.execute(sql`analyze observed_offers`);
  await findChangedOffers(tx);
  if (markSeen) await markUnchangedSeen(tx, now);

  await tx.execute(sql`
    insert into offers (
      game_id, store, price_cents, regular_cents, link, in_stock, product_id, first_seen_at, last_seen_at
    )
    select game_id, store, price_cents, regular_cents, link, in_stock, product_id, ${now}, ${now}
    from changed_offers
    where is_new
  `);
  await tx.execute(sql`
    update offers
    set price_cents = changed.price_cents,
      regular_cents = changed.regular_cents,
      link = changed.link,
      in_stock = changed.in_stock,
      product_id = changed.product_id,
      last_seen_at = ${now}
    from changed_offers changed
    where offers.game_id = changed.game_id and offers.store = changed.store and not changed.is_new
  `);
  await tx.execute(sql`
    insert into price_history (game_id, store, recorded_at, price_cents, regular_cents)
    select game_id, store, ${now}, price_cents, regular_cents
    from changed_offers
    where price_changed or regular_changed
    on conflict (game_id, store, recorded_at)
    do update set price_cents = excluded.price_cents, regular_cents = excluded.regular_cents
  `);
  await keepGamePrices(tx, {
    games: sql`select distinct game_id, null::integer from changed_offers where visible`,
    // A period at a price begins when the store starts to ask it, and again when it has the game in stock once more.
    periods: sql`
      select game_id, store, available_cents, ${now}::timestamptz
      from changed_offers
      where available_cents is distinct from old_available_cents
    `,
    now,
  });
  await evaluateAlerts(tx, { games: sql`select game_id from changed_offers where visible`, now });
  const recorded = await countRecorded(tx);
  await tx.execute(sql`drop table observed_offers, changed_offers`);
  return recorded;
}

/** Makes `changed_offers`: the offers as they are to be, only those that differ from what is stored. */
async function findChangedOffers(tx: Db): Promise<void> {
  const available = (price: SQL, stock: SQL) => sql`case when ${price} > 0 and ${stock} is not false then ${price} end`;
  await tx.execute(sql`
    create temporary table changed_offers on commit drop as
    with latest as (
      select distinct on (game_id, store) * from observed_offers order by game_id, store, position desc
    ),
    merged as (
      select
        game_id,
        store,
        old.game_id is null as is_new,
        case when price_said then latest.price_cents else old.price_cents end as price_cents,
        case when regular_said then latest.regular_cents else old.regular_cents end as said_regular_cents,
        case when link_said then latest.link else old.link end as link,
        case when stock_said then latest.in_stock else old.in_stock end as in_stock,
        case when product_said then latest.product_id else old.product_id end as product_id,
        old.price_cents as old_price_cents,
        old.regular_cents as old_regular_cents,
        old.link as old_link,
        old.in_stock as old_in_stock,
        old.product_id as old_product_id
      from latest
      left join offers old using (game_id, store)
    ),
    compared as (
      select
        *,
        -- Stores are known to name a regular price below the price; it is then unknown, and no saving.
        case when said_regular_cents >= price_cents then said_regular_cents end as regular_cents
      from merged
    )
    select
      game_id, store, is_new, price_cents, regular_cents, link, in_stock, product_id,
      price_cents is distinct from old_price_cents as price_changed,
      regular_cents is distinct from old_regular_cents as regular_changed,
      is_new or price_cents is distinct from old_price_cents
        or link is distinct from old_link
        or in_stock is distinct from old_in_stock as visible,
      ${available(sql`price_cents`, sql`in_stock`)} as available_cents,
      ${available(sql`old_price_cents`, sql`old_in_stock`)} as old_available_cents
    from compared
    where (price_cents, regular_cents, link, in_stock, product_id)
        is distinct from (old_price_cents, old_regular_cents, old_link, old_in_stock, old_product_id)
      and (not is_new or exists (select from games where games.id = game_id))
  `);
  await tx.execute(sql`analyze changed_offers`);
}

async function markUnchangedSeen(tx: Db, now: Date): Promise<void> {
  await tx.execute(sql`
    update offers
    set last_seen_at = ${now}
    from (select distinct game_id, store from observed_offers) seen
    where offers.game_id = seen.game_id and offers.store = seen.store
      and not exists (
        select from changed_offers changed where changed.game_id = seen.game_id and changed.store = seen.store
      )
  `);
}

async function countRecorded(tx: Db): Promise<RecordedOffers> {
  const { rows } = await tx.execute<Record<keyof RecordedOffers, unknown>>(sql`
    select
      (select count(*)::int from (select distinct game_id, store from observed_offers) offer) as observed,
      count(*)::int as changed,
      (count(*) filter (where price_changed))::int as "priceChanges",
      coalesce(array_agg(distinct game_id), '{}') as "gameIds"
    from changed_offers
  `);
  return rows[0] as unknown as RecordedOffers;
}

function refuseAbsurdPrices(observations: readonly OfferObservation[]): void {
  const isPrice = (cents: number | null | undefined) =>
    cents === null || cents === undefined || (Number.isInteger(cents) && cents >= 0 && cents <= highestPrice);
  const absurd = observations.filter((offer) => !isPrice(offer.priceCents) || !isPrice(offer.regularCents));
  if (absurd.length === 0) return;
  throw invalid(
    absurd.map((offer) => ({
      path: `game ${offer.gameId} at ${offer.store}`,
      msg: `${isPrice(offer.priceCents) ? offer.regularCents : offer.priceCents} is not a price in cents`,
    })),
  );
}

function toRow(offer: OfferObservation, position: number): Record<string, unknown> {
  return {
    position,
    game_id: offer.gameId,
    store: offer.store,
    price_cents: offer.priceCents,
    price_said: offer.priceCents !== undefined,
    regular_cents: offer.regularCents,
    regular_said: offer.regularCents !== undefined,
    link: offer.link,
    link_said: offer.link !== undefined,
    in_stock: offer.inStock,
    stock_said: offer.inStock !== undefined,
    product_id: offer.productId,
    product_said: offer.productId !== undefined,
  };
}
