import type { Insights } from "contract/insights/api.ts";
import { minPeople, staleDays } from "contract/insights/rules.ts";
import type { Db } from "../../platform/db/connect.ts";
import { type SQL, sql } from "../../platform/db/drizzle.ts";
import { isAlert } from "../notifications/rules/queries-rules.ts";
import { emptySearches, gameClicks, storeClicks } from "./table.ts";

const dayMs = 24 * 3_600_000;
const maxRows = 20;
const maxSearches = 100;

/** The first day (UTC, YYYY-MM-DD) of a period that ends today. */
export function firstDay(days: number, now: Date): string {
  return new Date(now.getTime() - (days - 1) * dayMs).toISOString().slice(0, 10);
}

/** All stats of the tab for a number of days up to today. */
export async function readInsights(db: Db, days: number, now: Date): Promise<Insights> {
  const since = firstDay(days, now);
  // sequential, as they scan whole tables and visitors need the pool's connections
  return {
    days,
    clicks: await readClicks(db, since, now),
    searches: await readSearches(db, since, now),
    wishlisted: await countPeople(
      db,
      sql`list_items join game_lists list on list.id = list_id and list.kind = 'wishlist'`,
    ),
    watched: await countPeople(db, sql`notification_rules rule where ${isAlert(sql`rule`)}`),
    freshness: await readFreshness(db, now),
  };
}

async function readClicks(db: Db, since: string, now: Date): Promise<Insights["clicks"]> {
  const [byDay, byStore, byGame] = await Promise.all([
    db.execute<DayCount>(sql`
      select day::text, sum(clicks)::integer as count from ${storeClicks} where day >= ${since}::date group by day
    `),
    db.execute<Insights["clicks"]["by_store"][number]>(sql`
      select store, sum(clicks)::integer as clicks from ${storeClicks} where day >= ${since}::date
      group by store order by clicks desc, store
    `),
    db.execute<Insights["clicks"]["by_game"][number]>(sql`
      select json_build_object('id', games.id, 'title', title) as game, sum(clicks)::integer as clicks
      from ${gameClicks} join games on games.id = game_id where day >= ${since}::date
      group by games.id order by sum(clicks) desc, games.id limit ${maxRows}
    `),
  ]);
  return { ...wholePeriod(byDay.rows, since, now), by_store: byStore.rows, by_game: byGame.rows };
}

async function readSearches(db: Db, since: string, now: Date): Promise<Insights["searches"]> {
  const [byDay, texts] = await Promise.all([
    db.execute<DayCount>(sql`
      select day::text, sum(searches)::integer as count from ${emptySearches} where day >= ${since}::date group by day
    `),
    db.execute<Insights["searches"]["texts"][number]>(sql`
      select search, sum(searches)::integer as searches, max(day)::text as last_day
      from ${emptySearches} where day >= ${since}::date
      group by search order by sum(searches) desc, search limit ${maxSearches}
    `),
  ]);
  return { ...wholePeriod(byDay.rows, since, now), texts: texts.rows };
}

/** The games that most people have in a table, where each has a game once. Those of too few people are left out. */
async function countPeople(db: Db, interests: SQL): Promise<Insights["watched"]> {
  const { rows } = await db.execute<Insights["watched"][number]>(sql`
    select json_build_object('id', games.id, 'title', title) as game, people
    from (
      select game_id, count(distinct user_id)::integer as people from ${interests}
      group by game_id having count(distinct user_id) >= ${minPeople} order by people desc, game_id limit ${maxRows}
    ) counted
    join games on games.id = game_id
    order by people desc, games.id
  `);
  return rows;
}

/** How many offers of enabled stores and markets are stale, by place, those with most first. */
async function readFreshness(db: Db, now: Date): Promise<Insights["freshness"]> {
  const before = new Date(now.getTime() - staleDays * dayMs);
  const { rows } = await db.execute<Insights["freshness"]["places"][number]>(sql`
    select store, offers.country, count(*)::integer as offers,
      (count(*) filter (where last_seen_at < ${before}))::integer as stale,
      to_json(min(last_seen_at)) #>> '{}' as oldest_seen_at
    from offers
    join stores on stores.key = store and stores.enabled
    join markets on markets.country = offers.country
      and markets.country in (select coalesce(shares_prices_with, country) from markets where enabled)
    where price_minor is not null
    group by store, offers.country
    order by stale desc, offers desc, store, country
  `);
  const places = rows.map((place) => ({ ...place, oldest_seen_at: new Date(place.oldest_seen_at).toISOString() }));
  const sum = (of: "offers" | "stale") => places.reduce((total, place) => total + place[of], 0);
  return { stale_days: staleDays, offers: sum("offers"), stale: sum("stale"), places };
}

interface DayCount extends Record<string, unknown> {
  day: string;
  count: number;
}

/** Every day of a period with its count, and their sum. */
function wholePeriod(counted: readonly DayCount[], since: string, now: Date) {
  const counts = new Map(counted.map(({ day, count }) => [day, count]));
  const days = Math.round((Date.parse(now.toISOString().slice(0, 10)) - Date.parse(since)) / dayMs) + 1;
  const by_day = Array.from({ length: days }, (_, place) => {
    const day = new Date(Date.parse(since) + place * dayMs).toISOString().slice(0, 10);
    return { day, count: counts.get(day) ?? 0 };
  });
  return { total: by_day.reduce((total, { count }) => total + count, 0), by_day };
}
