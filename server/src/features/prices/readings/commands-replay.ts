import type { StoreKey } from "contract/stores/store-key.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { asc, sql } from "../../../platform/db/drizzle.ts";
import { stores } from "../../stores/table.ts";
import { derivePast, nothing, type PastStart, type StorePast } from "../desk/past.ts";
import { gamePriceColumns, saveGamePrices } from "../offers/commands-derive.ts";

/**
 * Updates the prices that lists show of the touched games after their offers and history were restored. A game that
 * nothing else has changed since gets its former row. For others, what later readings recorded is replayed on the row
 * of the time before the first undone reading.
 */
export async function replayListedPrices(tx: Db, id: number, now: Date): Promise<void> {
  await restoreWhole(tx, id);
  const replayed = await findReplayed(tx, id);
  if (replayed.length === 0) return;
  const sellers = await tx
    .select({ key: stores.key, enabled: stores.enabled })
    .from(stores)
    .orderBy(asc(stores.position));
  const rows = replayed.map((game) => replay(game, sellers, now));
  await tx.execute(sql`
    with row as (select value from jsonb_array_elements(${JSON.stringify(rows)}::jsonb)),
    gone as (
      delete from game_prices listed using row
      where listed.game_id = (value ->> 'game_id')::integer and listed.country = value ->> 'country'
      returning jsonb_populate_record(listed, value) as replayed
    )
    insert into game_prices (${gamePriceColumns})
    select ${gamePriceColumns} from (select (replayed).* from gone) replayed
  `);
  const keys = JSON.stringify(rows.map(({ game_id, country }) => ({ game_id, country })));
  const games = sql`
    select game_id, country from json_to_recordset(${keys}::json)
      as game (game_id integer, country text)`;
  await saveGamePrices(tx, {
    games: sql`select game_id, country, null::integer from (${games}) as game (game_id, country)`,
    periods: sql`
      select history.game_id, history.country, history.store, history.currency, price_minor, recorded_at
      from (${games}) as game (game_id, country)
      join price_history history on history.game_id = game.game_id and history.country = game.country
      join readings on readings.id = history.reading_id and kind = 'history' and readings.id > ${id}::integer`,
    now,
  });
  await tx.execute(sql`
    delete from game_prices listed using (${games}) as game (game_id, country)
    where listed.game_id = game.game_id and listed.country = game.country and history_since is null
      and not exists (
        select from offers where offers.game_id = listed.game_id and offers.country = listed.country
      )
  `);
}

/** Gives games that were not changed since their former prices; those without any before lose their row. */
async function restoreWhole(tx: Db, id: number): Promise<void> {
  await tx.execute(sql`
    with gone as (
      delete from game_prices listed using reading_images image
      where image.reading_id = ${id} and image.what = 'prices' and image.game_id = listed.game_id
        and image.country = listed.country and listed.changed_at = image.last_at
      returning image.before is not null as was, jsonb_populate_record(listed, image.before) as former
    )
    insert into game_prices (${gamePriceColumns})
    select ${gamePriceColumns} from (select (former).* from gone where was) former
  `);
}

/** A row of `game_prices` as JSON; times as the database writes them. */
type ListedPrices = Record<string, unknown> & { game_id: number; country: string };

interface Replayed {
  game_id: number;
  country: string;
  /** The prices in lists before the first undone reading; `null` = none. */
  before: ListedPrices | null;
  /** What was recorded since, ascending by time. `counts`: the store could deliver the game. */
  records: { store: StoreKey; at: number; price: number | null; counts: boolean }[];
}

/** The other touched games, whose row still shows prices of the reading. */
async function findReplayed(tx: Db, id: number): Promise<Replayed[]> {
  const { rows } = await tx.execute<Replayed & Record<string, unknown>>(sql`
    with base as (
      select game_id, country, first.*
      from reading_images own
      join game_prices listed using (game_id, country)
      cross join lateral (
        select image.at, image.before
        from reading_images image join readings on readings.id = image.reading_id
        where image.game_id = own.game_id and image.country = own.country and image.what = 'prices'
          and (image.reading_id = ${id} or state = 'undone')
        order by image.at limit 1
      ) first
      where own.reading_id = ${id} and own.what = 'prices'
        and (own.before is null or listed.changed_at is distinct from (own.before ->> 'changed_at')::timestamptz)
    )
    select base.game_id, base.country, base.before, coalesce(recorded.records, '[]') as records
    from base
    left join lateral (
      select json_agg(
        json_build_object(
          'store', history.store, 'at', extract(epoch from history.recorded_at)::double precision * 1000,
          'price', history.price_minor,
          'counts', case
            when image.reading_id is not null then image.deliverable
            when offers.price_minor = history.price_minor then offers.in_stock is not false
            else true
          end
        )
        order by history.recorded_at
      ) as records
      from price_history history
      join markets on markets.country = history.country and markets.currency = history.currency
      left join offers
        on offers.game_id = history.game_id and offers.country = history.country and offers.store = history.store
      left join reading_images image
        on image.reading_id = history.reading_id and image.game_id = history.game_id
          and image.country = history.country and image.what = 'offer' and image.store = history.store
          and history.recorded_at in (image.at, image.last_at)
      where history.game_id = base.game_id and history.country = base.country and history.recorded_at > base.at
    ) recorded on true
  `);
  return rows;
}

type Seller = { key: StoreKey; enabled: boolean };

/** The row with the records replayed on it, as JSON. */
function replay({ game_id, country, before, records }: Replayed, sellers: readonly Seller[], now: Date): ListedPrices {
  const pasts: StorePast[] = sellers.map(({ key, enabled }) => ({
    store: key,
    isEnabled: enabled,
    points: records
      .filter(({ store }) => store === key)
      .map(({ at, price }) => ({ at: new Date(at), priceMinor: price, regularMinor: null })),
  }));
  const counted = new Set(records.filter((record) => record.counts).map(({ store, at }) => `${store} ${at}`));
  const counts = (store: StoreKey, { at }: { at: Date }) => counted.has(`${store} ${at.getTime()}`);
  const start = startOf(before);
  const past = derivePast(pasts, counts, start);
  const prices = new Map(start.prices);
  for (const { store, isEnabled, points } of pasts) {
    const last = points.at(-1);
    if (!last) continue;
    if (last.priceMinor === null || !isEnabled) prices.delete(store);
    else prices.set(store, last.priceMinor);
  }
  return {
    ...before,
    game_id,
    country,
    best_minor: prices.size === 0 ? null : Math.min(...prices.values()),
    best_changed_at: past.best.bestChangedAt,
    previous_best_minor: past.best.previousBestMinor,
    highest_best_minor: past.highestBestMinor,
    low_minor: past.low.lowMinor,
    low_store: past.low.lowStore,
    low_at: past.low.lowAt,
    low_since: past.low.lowSince,
    previous_low_minor: past.low.previousLowMinor,
    history_since: past.historySince,
    ...replayStores(before, pasts, counts),
    changed_at: now,
  };
}

const dateOf = (value: unknown) => (typeof value === "string" ? new Date(value) : null);
const numberOf = (value: unknown) => (typeof value === "number" ? value : null);
const textOf = (value: unknown) => (typeof value === "string" ? value : null);

function startOf(before: ListedPrices | null): PastStart {
  if (!before) return { past: nothing(), prices: new Map() };
  const stored = storesOf(before);
  return {
    prices: new Map([...stored].flatMap(([store, { minor }]) => (minor === null ? [] : [[store, minor]]))),
    past: {
      highestBestMinor: numberOf(before.highest_best_minor),
      best: {
        bestChangedAt: dateOf(before.best_changed_at),
        previousBestMinor: numberOf(before.previous_best_minor),
      },
      low: {
        lowMinor: numberOf(before.low_minor),
        lowStore: textOf(before.low_store),
        lowAt: dateOf(before.low_at),
        lowSince: dateOf(before.low_since),
        previousLowMinor: numberOf(before.previous_low_minor),
      },
      historySince: dateOf(before.history_since),
    },
  };
}

interface StoredStore {
  minor: number | null;
  regular: number | null;
  low: number | null;
  /** Seconds since 1970. */
  since: number | null;
  lowAt: number | null;
  first: number | null;
  high: number | null;
  changed: number | null;
  previous: number | null;
}

const noStore: StoredStore = {
  minor: null,
  regular: null,
  low: null,
  since: null,
  lowAt: null,
  first: null,
  high: null,
  changed: null,
  previous: null,
};

const storeColumns = {
  minor: "store_minors",
  regular: "store_regulars",
  low: "store_lows",
  since: "store_lows_since",
  lowAt: "store_lows_at",
  first: "store_sinces",
  high: "store_highs",
  changed: "store_changed_at",
  previous: "store_previous",
} as const;

function storesOf(before: ListedPrices | null): Map<StoreKey, StoredStore> {
  const keys = (before?.store_keys as StoreKey[] | null | undefined) ?? [];
  const listOf = (column: string) => (before?.[column] as (number | null)[] | null | undefined) ?? [];
  return new Map(
    keys.map((key, place) => {
      const values = Object.entries(storeColumns).map(([part, column]) => [part, listOf(column)[place] ?? null]);
      return [key, Object.fromEntries(values) as StoredStore];
    }),
  );
}

/** The prices of each store itself (decision 005), replayed in the same way. */
function replayStores(
  before: ListedPrices | null,
  pasts: readonly StorePast[],
  counts: Parameters<typeof derivePast>[1],
): Record<string, unknown> {
  const stored = storesOf(before);
  for (const past of pasts.filter(({ points }) => points.length > 0)) {
    stored.set(past.store, replayStore(stored.get(past.store) ?? noStore, past, counts));
  }
  const columns = Object.entries(storeColumns).map(([part, column]) => [
    column,
    [...stored.values()].map((store) => store[part as keyof StoredStore]),
  ]);
  return { store_keys: [...stored.keys()], ...Object.fromEntries(columns) };
}

function replayStore(former: StoredStore, past: StorePast, counts: Parameters<typeof derivePast>[1]): StoredStore {
  const time = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000));
  const seconds = (date: Date | null) => date && Math.floor(date.getTime() / 1000);
  const derived = derivePast([{ ...past, isEnabled: true }], counts, {
    prices: former.minor === null ? new Map() : new Map([[past.store, former.minor]]),
    past: {
      ...nothing(),
      highestBestMinor: former.high,
      best: { bestChangedAt: time(former.changed), previousBestMinor: former.previous },
      low: { ...nothing().low, lowMinor: former.low, lowSince: time(former.since), lowAt: time(former.lowAt) },
      historySince: time(former.first),
    },
  });
  return {
    minor: past.isEnabled ? past.points.at(-1)!.priceMinor : null,
    regular: former.regular,
    low: derived.low.lowMinor,
    since: seconds(derived.low.lowSince),
    lowAt: seconds(derived.low.lowAt),
    first: seconds(derived.historySince),
    high: derived.highestBestMinor,
    changed: seconds(derived.best.bestChangedAt),
    previous: derived.best.previousBestMinor,
  };
}
