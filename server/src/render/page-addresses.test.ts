import { isPlaced } from "contract/languages/place.ts";
import { expect, test } from "vitest";
import { startTestApp } from "../test/app.ts";
import { built } from "../test/built-website.ts";
import { addCatalogue } from "../test/catalogue.ts";
import { createTestDatabase } from "../test/database.ts";
import { pageAddress } from "./page-addresses.ts";

if (!built) console.warn("Skipped the test of the links of pages: the website is not built");

test.each([
  ["/", "/"],
  ["///", "/"],
  ["//games", "/games"],
  ["/GAMES", "/games"],
  ["/Games/", "/games"],
  ["/%67ames", "/games"],
  ["/games/019", "/games/19"],
  ["/game//000", "/game/0"],
  ["/games/Not-A-Number", "/games/Not-A-Number"],
  ["/games/%31", "/games/1"],
  ["/reset%2Dpassword", "/reset-password"],
  ["/ADMIN/Users", "/admin/Users"],
  ["/games/a%2F%2Fb", "/games/a%2F%2Fb"],
  ["/genre/RPG", "/genre/rpg"],
  ["/GB/Tag/Beat%20'em%20up/", "/gb/tag/beat-em-up"],
  ["/developer/%E6%A9%98", "/developer/%E6%A9%98"],
  ["/tag/007", "/tag/007"],
  ["/GB/Shared/aB-_3/", "/gb/shared/aB-_3"],
  ["/DE-EN/Login", "/de-en/login"],
  ["/us-pt-BR/", "/us-pt-br"],
  ["/gb/admin", undefined],
  ["/gbr/games", undefined],
  ["/tag/%21", "/tag/!"],
  ["/genre", undefined],
  ["//elsewhere.example", undefined],
  ["/nothing", undefined],
  ["/games%2F1", undefined],
])("the canonical path of %s is %s", (path, canonical) => {
  expect(pageAddress(path)?.path).toBe(canonical);
  if (canonical) expect(pageAddress(canonical)?.path).toBe(canonical);
});

test.runIf(built)("without scripts, too, links lead to pages in the language of their page", async () => {
  const database = await createTestDatabase();
  await addCatalogue(database.db, [{ title: "Sable", genre: "Adventure", offers: { steam: { priceMinor: 999 } } }]);
  const app = await startTestApp(database);
  for (const path of [
    "/us-ar",
    "/us-ar/games",
    "/us-ar/games/1",
    "/us-ar/deals",
    "/us-ar/contact",
    "/us-ar/wishlist",
  ]) {
    const { body } = await app.inject(path);
    const links = [...body.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href]) => href!);
    expect(links.length, path).toBeGreaterThan(10);
    // the sign-in returns to the page
    const elsewhere = links.filter((href) => isPlaced(href) && !href.startsWith("/login?"));
    expect([path, elsewhere]).toEqual([path, []]);
  }
});
