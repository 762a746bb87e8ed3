import { expect, test } from "vitest";
import { markets } from "../features/markets/table.ts";
import { type OfferObservation, recordOffers } from "../features/prices/offers/commands.ts";
import { stores } from "../features/stores/table.ts";
import { eq, sql } from "../platform/db/drizzle.ts";
import { startTestApp } from "../test/app.ts";
import { built } from "../test/built-website.ts";
import { addCatalogue } from "../test/catalogue.ts";
import { createTestDatabase } from "../test/database.ts";

if (!built) console.warn("Skipped the tests of odd prices on pages: the website is not built");

// Rows that no way in accepts any more, as an old database may have them.

const { db, ...database } = await createTestDatabase();
await db.update(markets).set({ enabled: true }).where(eq(markets.country, "GB"));
await db.update(stores).set({ enabled: true });

const odd: [what: string, offer: string, listed?: string][] = [
  ["an unknown code", "currency = 'ZZZ'"],
  ["a word for a currency", "currency = 'pounds'"],
  ["an empty currency", "currency = ''"],
  ["a code in small letters", "currency = 'gbp'"],
  ["markup for a currency", "currency = '<b>'"],
  ["the currency of another market", "currency = 'JPY'"],
  ["the highest amount", "price_minor = 2147483647, regular_minor = 2147483647", "best_minor = 2147483647"],
  ["a negative amount", "price_minor = -1", "best_minor = -1"],
  ["no price", "price_minor = null", "best_minor = null"],
  ["a regular price of 0", "regular_minor = 0", "regular_minor = 0"],
  ["a regular price below the price", "regular_minor = 1", "regular_minor = 1"],
  ["no known low", "price_minor = 5", "low_minor = null, low_store = null, low_at = null"],
  ["a link that is none", "link = 'javascript:alert(1)'"],
  ["an unknown launcher and place", "activates_on = '{nowhere,\"\"}', activates_in = '{Atlantis,\"\",ZZ}'"],
  ["times at the ends", "last_seen_at = '0001-01-01', ends_at = '9999-12-31', sale_ends_at = '0001-01-01'"],
];

const ids = await addCatalogue(
  db,
  odd.map(([what]) => ({ title: `Game with ${what}` })),
);
for (const [days, price] of [
  [400, 2_999],
  [20, 1_499],
] as const) {
  const offers = ids.flatMap((gameId): OfferObservation[] =>
    ["steam", "gog", "cdkeys"].map((store, place) => {
      const regularMinor = store === "cdkeys" ? null : 2_999;
      return { gameId, country: "GB", currency: "GBP", store, priceMinor: price + place, regularMinor };
    }),
  );
  await recordOffers(db, offers, { now: new Date(Date.now() - days * 86_400_000) });
}
for (const [index, [, offer, listed]] of odd.entries()) {
  const where = sql.raw(`where game_id = ${ids[index]} and country = 'GB'`);
  await db.execute(sql`update offers set ${sql.raw(offer)} ${where} and store = 'steam'`);
  if (/^currency|price_minor/.test(offer)) {
    await db.execute(sql`update price_history set ${sql.raw(offer)} ${where} and store = 'steam'`);
  }
  if (listed) await db.execute(sql`update game_prices set ${sql.raw(listed)} ${where}`);
}
const app = await startTestApp({ db, ...database });

test.runIf(built).each(odd.map(([what], index) => [what, index] as const))(
  "the page of a game with %s is whole",
  async (what, index) => {
    for (const url of [`/gb/games/${ids[index]}`, `/gb/games?search=${encodeURIComponent(what)}`]) {
      const { statusCode, body } = await app.inject({ url });
      const [, main = ""] = /<main[^>]*>(.*)<\/main>/s.exec(body) ?? [];
      expect([url, statusCode]).toEqual([url, 200]);
      expect(main).toContain(`Game with ${what}`);
      expect(main).not.toMatch(/NaN|undefined|\[object|Infinity/);
    }
  },
);
