import type { Pool } from "pg";
import { RateLimiterPostgres } from "rate-limiter-flexible";
import { flexibleLimit, flexibleOptions } from "./limit-flexible.ts";
import { type LimitStore, type News, storedKey } from "./limit-store.ts";

/** The database's own clock when the statement began, in ms since 1970. */
const time = "(extract(epoch from statement_timestamp()) * 1000)::bigint";

/**
 * Of a window that is over nothing counts, nor of one that ends so late that the clock must have been put back since: not
 * just a little late, as one does that another process began while this statement waited for it.
 */
const isRunning = `known.expire between ${time} and ${time} + $4`;

/** In the order of the keys, so that no two processes wait for each other. */
const addNews = `
  insert into request_limits as known (key, points, expire)
  select key, tries, ${time} + ends_in
  from unnest($1::text[], $2::integer[], $3::integer[]) as news (key, tries, ends_in)
  order by key
  on conflict (key) do update set
    points = excluded.points + case when ${isRunning} then known.points else 0 end,
    expire = case when ${isRunning} then known.expire else excluded.expire end
  returning key, points as tries, (expire - ${time})::integer as "endsIn"`;

/** Counts in the table `request_limits` of the site's own database. */
export function postgresLimits(pool: Pool): LimitStore {
  return {
    open(limit) {
      const limiter = new RateLimiterPostgres({
        ...flexibleOptions(limit),
        storeClient: pool,
        storeType: "pool",
        tableName: "request_limits",
        keyPrefix: "",
        // a migration made it, and a job sweeps it
        tableCreated: true,
        clearExpiredByTimeout: false,
      });
      return flexibleLimit(limiter, limit);
    },
    async add(news) {
      const keys = news.map(({ limit, key }) => storedKey(limit, key));
      const { rows } = await pool.query<News & { key: string }>({
        name: "exchange-limits",
        text: addNews,
        values: [
          keys,
          news.map(({ tries }) => tries),
          news.map(({ endsIn }) => Math.ceil(endsIn)),
          2 * Math.max(...news.map(({ limit }) => limit.windowMs)),
        ],
      });
      const standings = new Map(rows.map(({ key, tries, endsIn }) => [key, { tries, endsIn }]));
      return keys.map((key) => standings.get(key)!);
    },
    close() {},
  };
}
