import { expect, test } from "vitest";
import { startTestApp } from "../test/app.ts";
import { built } from "../test/built-website.ts";
import { addCatalogue } from "../test/catalogue.ts";
import { createTestDatabase } from "../test/database.ts";

if (!built) console.warn("Skipped the tests of pages with few games: the website is not built");

/** What the page shows, without scripts and tags. */
async function shown(app: Awaited<ReturnType<typeof startTestApp>>, path: string): Promise<string> {
  const { statusCode, body } = await app.inject(path);
  expect([path, statusCode]).toEqual([path, 200]);
  const main = /<main.*<\/main>/s.exec(body)?.[0] ?? "";
  return main.replaceAll(/<(script|style|template)\b.*?<\/\1>/gs, "").replaceAll(/<[^>]*>/g, "\n");
}

const emptyPages = ["/", "/games", "/games?view=list", "/games?min_cut=50", "/free", "/under/10", "/store/steam"];

test.runIf(built)("pages of a site without games have no sums of nothing", async () => {
  const app = await startTestApp(await createTestDatabase());
  for (const path of emptyPages) {
    const text = await shown(app, path);
    expect(text, path).toContain("No games available at the moment.");
    expect(text, path).not.toMatch(
      /\b0 of 0\b|\b0 free games|On sale now|At their low|View All Games|Page 0|Page 1 of 0/,
    );
  }
});

test.runIf(built)("pages of a site with three games show what there is, once", async () => {
  const database = await createTestDatabase();
  const [priced, free, unpriced] = await addCatalogue(database.db, [
    { title: "Priced", genre: "Action", offers: { steam: { priceMinor: 1_999, regularMinor: 1_999 } } },
    { title: "Gratis", genre: "Action", offers: { steam: { priceMinor: 0, regularMinor: 0 } } },
    { title: "Unpriced", genre: "Action" },
  ]);
  const app = await startTestApp(database);
  expect(await shown(app, "/games")).toContain("Showing 3 of 3 games");
  expect(await shown(app, "/games?search=priced&max_price=20")).toContain("Showing 1 of 1 game ");
  // one card, not also one in a row of the most popular
  expect((await shown(app, "/free")).match(/^Gratis$/gm)).toHaveLength(1);
  const genre = await shown(app, "/genre/action");
  expect(genre).toMatch(/Games\n+3/);
  expect(genre).not.toContain("On sale now");
  // the history of games that never had a price is no chart
  expect(await shown(app, `/games/${priced}`)).toContain("Price History");
  for (const id of [free, unpriced]) expect(await shown(app, `/games/${id}`)).not.toContain("Price History");
});
