import { type Market, priceCountry } from "contract/markets/schema.ts";
import type { PricePoint } from "contract/prices/rules.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { sql } from "../../../platform/db/drizzle.ts";
import { forecastSale, learnCalendar, type SaleCalendar, type StorePast, storePast } from "./forecast.ts";
import { saleCalendars, saleForecasts } from "./table.ts";

/** Games whose history is read at once. */
const batchSize = 500;
/** In days: a little longer than the longest horizon. */
const followedDays = 91;

export interface ForecastOptions {
  /** Its prices, which may be those of another market. */
  market: Pick<Market, "country" | "currency" | "shares_prices_with">;
  /** Official stores. */
  stores: readonly StoreKey[];
  now: Date;
}

/**
 * Learns the stores' calendars, compares earlier forecasts with the sales since, and stores this month's forecasts of
 * games that have none yet. Each part can be repeated. Returns the number of new forecasts.
 */
export async function updateForecasts(db: Db, options: ForecastOptions): Promise<number> {
  const learning = new Map(options.stores.map((store) => [store, learnCalendar(options.now.getTime())]));
  for await (const { pasts } of readPasts(db, options)) {
    for (const { store, past } of pasts) learning.get(store)!.add(past);
  }
  const calendars = new Map([...learning].map(([store, calendar]) => [store, calendar.lifts()]));
  await saveCalendars(db, calendars, options.now);
  let made = 0;
  for await (const batch of readPasts(db, options)) {
    await db.transaction(async (tx) => {
      await compareForecasts(tx, batch, options);
      made += await addForecasts(tx, batch, calendars, options);
    });
  }
  return made;
}

interface Batch {
  /** Ids of the games. */
  from: number;
  to: number;
  pasts: { gameId: number; store: StoreKey; past: StorePast }[];
}

/** The pasts of all games at the stores, in batches by id. */
async function* readPasts(db: Db, { market, stores, now }: ForecastOptions): AsyncGenerator<Batch> {
  for (let from = 0; ; ) {
    const { rows: range } = await db.execute<{ to: number | null }>(sql`
      select max(id) "to" from (select id from games where id >= ${from} order by id limit ${batchSize}) batch`);
    const to = range[0]?.to;
    if (to === null || to === undefined) return;
    const { rows } = await db.execute<
      Omit<PricePoint, "at"> & { game_id: number; at: string } & Record<string, unknown>
    >(sql`
      select game_id, store, extract(epoch from recorded_at) * 1000 as at,
        price_minor as price, regular_minor as regular
      from price_history
      where game_id between ${from} and ${to} and country = ${priceCountry(market)} and currency = ${market.currency}
        and store = any(${sql.param(stores)}::text[]) and recorded_at <= ${now}
      order by game_id, recorded_at`);
    const points = rows.map((row) => ({ ...row, at: new Date(Number(row.at)) }));
    const pasts = [...Map.groupBy(points, (row) => `${row.game_id} ${row.store}`).values()].flatMap((own) => {
      const { game_id: gameId, store } = own[0]!;
      const past = storePast(own, store, now.getTime());
      return past ? [{ gameId, store, past }] : [];
    });
    yield { from, to, pasts };
    from = to + 1;
  }
}

async function saveCalendars(db: Db, calendars: ReadonlyMap<StoreKey, SaleCalendar>, now: Date): Promise<void> {
  const rows = [...calendars].map(([store, calendar]) => ({ store, lifts: calendar.flat(), learnedAt: now }));
  if (rows.length === 0) return;
  await db
    .insert(saleCalendars)
    .values(rows)
    .onConflictDoUpdate({
      target: saleCalendars.store,
      set: { lifts: sql`excluded.lifts`, learnedAt: sql`excluded.learned_at` },
    });
}

/** What happened to a game after it left a store is not known. */
async function compareForecasts(db: Db, { from, to, pasts }: Batch, { market, now }: ForecastOptions): Promise<void> {
  const since = now.getTime() - 2 * followedDays * 24 * 60 * 60 * 1000;
  const begun = pasts.flatMap(({ gameId, store, past }) =>
    past.sales
      .filter((sale) => sale.from >= since)
      .map((sale) => ({ gameId, store, at: new Date(sale.from), cut: sale.cut })),
  );
  const list = <Name extends keyof (typeof begun)[number]>(name: Name) => sql.param(begun.map((sale) => sale[name]));
  const ends = pasts.map(({ gameId, store, past }) => ({ gameId, store, at: new Date(past.to) }));
  const end = <Name extends keyof (typeof ends)[number]>(name: Name) => sql.param(ends.map((one) => one[name]));
  await db.execute(sql`
    with begun as (
      select * from unnest(
        ${list("gameId")}::int[], ${list("store")}::text[], ${list("at")}::timestamptz[], ${list("cut")}::int[]
      ) begun (game_id, store, at, cut)
    ), ends as (
      select * from unnest(${end("gameId")}::int[], ${end("store")}::text[], ${end("at")}::timestamptz[])
        ends (game_id, store, at)
    )
    update ${saleForecasts} made
    set known_until = greatest(own.known_until, ends.at), sale_at = next.at, sale_cut = next.cut
    from ${saleForecasts} own
    join ends on (ends.game_id, ends.store) = (own.game_id, own.store)
    left join lateral (
      select at, cut from begun
      where begun.game_id = own.game_id and begun.store = own.store and at > own.made_at
      order by at limit 1
    ) next on true
    where own.game_id between ${from} and ${to} and own.country = ${priceCountry(market)}
      and own.known_until < own.made_at + make_interval(days => ${followedDays})
      and (made.month, made.country, made.game_id, made.store) = (own.month, own.country, own.game_id, own.store)`);
}

async function addForecasts(
  db: Db,
  { pasts }: Batch,
  calendars: ReadonlyMap<StoreKey, SaleCalendar>,
  { market, now }: ForecastOptions,
): Promise<number> {
  const percent = (chance: number) => Math.round(chance * 100);
  const rows = pasts.flatMap(({ gameId, store, past }) => {
    const forecast = forecastSale(past, calendars.get(store) ?? null, now.getTime());
    if (!forecast) return [];
    const [within30, within60, within90] = forecast.within;
    return {
      month: `${now.toISOString().slice(0, 7)}-01`,
      country: priceCountry(market),
      gameId,
      store,
      madeAt: now,
      within30: percent(within30),
      within60: percent(within60),
      within90: percent(within90),
      usualCut: forecast.usualCut,
      knownUntil: now,
    };
  });
  if (rows.length === 0) return 0;
  const added = await db.insert(saleForecasts).values(rows).onConflictDoNothing();
  return added.rowCount ?? 0;
}
