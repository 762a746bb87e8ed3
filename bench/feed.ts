import { sql } from "drizzle-orm";
import type { Db } from "../server/src/db/connect.ts";
import { type OfferObservation, recordOffers } from "../server/src/prices/commands.ts";
import { median } from "./load.ts";
import { formatNumber, type Section } from "./report.ts";

const observed = 20_000;
const changed = 6_000;
const bars = { changing: 40_000, unchanged: 100_000 };

/** What a poll writes, again and again, each time with other prices. Leaves the prices that it has written. */
export async function measureFeed(db: Db, rounds: number): Promise<Section> {
  const { rows } = await db.execute<{ gameId: number; price: number; link: string | null }>(sql`
    select game_id as "gameId", price_cents as price, link from offers
    where store = 'steam' and price_cents > 0 order by md5(game_id::text) limit ${observed}
  `);
  const feed = rows.map(({ gameId, price, link }, index): OfferObservation => {
    return { gameId, store: "steam", priceCents: price, regularCents: null, link, productId: String(index) };
  });
  const record = async (observations: readonly OfferObservation[], markSeen: boolean) => {
    const from = performance.now();
    const recorded = await recordOffers(db, observations, { now: new Date(), markSeen });
    return { ...recorded, rate: observations.length / ((performance.now() - from) / 1000) };
  };
  await record(feed, true);

  const rates = {
    changing: [] as number[],
    unchanged: [] as number[],
    stamped: [] as number[],
    single: [] as number[],
  };
  const counts = { changed: 0, unchanged: 0 };
  for (let round = 1; round <= rounds; round++) {
    const next = feed.map((offer, index) =>
      index < changed ? { ...offer, priceCents: (offer.priceCents! % 9_000) + 100 + round } : offer,
    );
    const first = await record(next, true);
    rates.changing.push(first.rate);
    counts.changed = first.changed;
    rates.stamped.push((await record(next, true)).rate);
    const second = await record(next, false);
    rates.unchanged.push(second.rate);
    counts.unchanged += second.changed;
    const few = feed.slice(0, 50);
    for (const offer of few) rates.single.push((await record([offer], true)).rate);
    await record(feed, true);
  }
  const rate = (list: number[]) => `${formatNumber(median(list))} rows/s`;
  return {
    title: "Applying a feed",
    about: `150,000 games. ${formatNumber(rows.length)} offers are observed in one transaction, ${formatNumber(counts.changed)} of them
at another price; then the same again. Medians of ${rounds} rounds.`,
    tables: [
      [
        ["What", "Median"],
        ["with changed prices", rate(rates.changing)],
        ["the same again, each stamped as seen", rate(rates.stamped)],
        ["the same again", rate(rates.unchanged)],
        ["one offer at a time", rate(rates.single)],
      ],
    ],
    bars: [
      {
        what: "observations with changed prices",
        bar: `≥ ${formatNumber(bars.changing)} rows/s`,
        measured: rate(rates.changing),
        met: median(rates.changing) >= bars.changing,
      },
      {
        what: "the same feed a second time",
        bar: `≥ ${formatNumber(bars.unchanged)} rows/s`,
        measured: rate(rates.unchanged),
        met: median(rates.unchanged) >= bars.unchanged,
      },
      { what: "its changes", bar: "0", measured: String(counts.unchanged), met: counts.unchanged === 0 },
    ],
  };
}
