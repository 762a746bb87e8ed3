import type { FastifyBaseLogger } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { lt, sql } from "../../platform/db/drizzle.ts";
import { batchCounts } from "../../platform/process/batched-counts.ts";
import { cacheOfLatest } from "../../platform/process/latest.ts";
import type { OfferKey } from "./queries-link.ts";
import { gameClicks, storeClicks } from "./table.ts";

/** An address's further clicks on the same link in this time are not counted. */
const repeatedMs = 30 * 60_000;
/** Clicks in memory of which repeated ones are recognized. */
const maxRemembered = 50_000;
/** Different offers clicked on between two writes. */
const maxOffers = 10_000;

/** Counts visitors who go from a game to a store, in the background. */
export interface ClickCounter {
  /** A click from an address, as `addressKey` writes it. */
  count(address: string, offer: OfferKey): void;
  /** Writes pending counts. */
  close(): Promise<void>;
}

export function openClickCounter(
  db: Db,
  log: Pick<FastifyBaseLogger, "warn">,
  { now = Date.now, flushMs }: { now?: () => number; flushMs?: number } = {},
): ClickCounter {
  const remembered = cacheOfLatest<number>(maxRemembered);
  const counts = batchCounts({
    maxKeys: maxOffers,
    write: (clicks) => recordClicks(db, clicks),
    onError: (error) => log.warn({ err: error }, "failed to count visits to stores"),
    ...(flushMs !== undefined && { flushMs }),
  });

  return {
    count(address, { gameId, store, country }) {
      const time = now();
      const link = `${address} ${gameId} ${store}`;
      if (time - (remembered.get(link) ?? Number.NEGATIVE_INFINITY) < repeatedMs) return;
      remembered.set(link, time);
      const day = new Date(time).toISOString().slice(0, 10);
      counts.add([day, store, country, gameId].join(" "));
    },
    close: counts.close,
  };
}

/** Adds clicks to those of their day (UTC), by `day store country game`. Those of a deleted game or store are dropped. */
async function recordClicks(db: Db, clicks: ReadonlyMap<string, number>): Promise<void> {
  const parts = [...clicks.keys()].map((key) => key.split(" "));
  const column = (index: number) => sql.param(parts.map((part) => part[index]));
  const given = sql`
    unnest(${column(0)}::date[], ${column(1)}::text[], ${column(2)}::text[], ${column(3)}::int[],
      ${sql.param([...clicks.values()])}::int[]) as given (day, store, country, game_id, clicks)`;
  // ordered by key, so that processes cannot deadlock
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into ${storeClicks} (day, store, country, clicks)
      select day, store, country, sum(given.clicks) from ${given}
      where exists (select from stores where key = store)
      group by day, store, country order by day, store, country
      on conflict (day, store, country) do update set clicks = ${storeClicks}.clicks + excluded.clicks
    `);
    await tx.execute(sql`
      insert into ${gameClicks} (day, game_id, clicks)
      select day, game_id, sum(given.clicks) from ${given}
      where exists (select from games where id = game_id)
      group by day, game_id order by day, game_id
      on conflict (day, game_id) do update set clicks = ${gameClicks}.clicks + excluded.clicks
    `);
  });
}

/** Deletes the clicks by game from before that day (UTC, YYYY-MM-DD). */
export async function pruneGameClicks(db: Db, before: string): Promise<void> {
  await db.delete(gameClicks).where(lt(gameClicks.day, before));
}
