import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { sharedData } from "../../test/shared-data.ts";
import { leeway, medianTime } from "../../test/speed.ts";
import { signInUser } from "../../test/users.ts";
import { importCatalogue } from "../imports/import-catalogue.ts";
import { importGames } from "./commands.ts";

const realFile = sharedData("catalogue/games-real.jsonl");

describe.skipIf(!realFile)("with the real catalogue", async () => {
  // runs although its tests are skipped
  if (!realFile) return;
  const database = await createTestDatabase();
  const { db } = database;
  const now = new Date("2026-01-15T12:00:00Z");
  await importCatalogue(db, realFile, { now });
  await db.execute(sql`analyze`);
  const app = await startTestApp(database, { alone: true });
  const owner = await signInUser(db, "owner");
  // avoids the cached lists, which have no explicit games
  const other = await signInUser(db, "other");
  await db.execute(sql`update users set show_explicit_content = true`);
  const { rows: games } = await db.execute<{ id: number; title: string; key: string; shared: boolean }>(sql`
    select id, title, title_key as key, count(*) over (partition by title_key) > 1 as shared from games order by id
  `);
  const items = games.slice(0, 1_500).map(({ id }, n) => ({
    gameId: id,
    as: n < 1_000 ? ("owned" as const) : ("ignored" as const),
    addedAt: null,
  }));
  await importGames(db, { userId: owner.id, source: "file", items, maxWishes: 1, now });

  const calls = [
    "/api/games",
    "/api/games?page=200",
    "/api/games?sortBy=lowest_price&order=ASC&max_price=10",
    "/api/games?search=the&facets=true",
    "/api/games/free",
    "/api/games/homepage",
    "/api/games/suggest?q=war",
    "/api/deals",
    `/api/games/${games.at(-1)!.id}/similar`,
  ];

  test.each(calls)("a library of 1,500 games adds at most 1 ms to %s", async (url) => {
    const times = { owner: Number.POSITIVE_INFINITY, other: Number.POSITIVE_INFINITY };
    const round = (headers: object) => async () => {
      for (let n = 0; n < 20; n++) await app.inject({ url, headers: { ...headers } });
    };
    for (let n = 0; n < 3; n++) {
      times.other = Math.min(times.other, await medianTime(round(other.headers)));
      times.owner = Math.min(times.owner, await medianTime(round(owner.headers)));
    }
    expect((times.owner - times.other) / 20).toBeLessThan(1 * leeway);
  });

  test("5,000 pasted titles are matched within 2 seconds without a wrong match (spec/library 4.3)", async () => {
    const pasted = games.slice(0, 5_000);
    const text = pasted.map(({ title }, n) => (n % 2 ? title.toUpperCase() : title)).join("\n");
    const preview = async () => {
      const payload = { source: "file", text };
      const url = "/api/library/import/preview";
      return (await app.inject({ method: "POST", url, headers: other.headers, payload })).json();
    };
    const { found, unsure, missing } = await preview();
    const byTitle = new Map(pasted.map((game) => [game.title.replace(/\s+/g, " ").trim().toLowerCase(), game]));
    const wrong = found.filter(({ name, game }: { name: string; game: { id: number } }) => {
      const expected = byTitle.get(name.toLowerCase());
      return expected && expected.id !== game.id && !expected.shared;
    });
    expect(wrong).toEqual([]);
    const shared = new Set(pasted.filter((game) => game.shared).map(({ id }) => id));
    expect(found.filter(({ game }: { game: { id: number } }) => shared.has(game.id))).toEqual([]);
    expect(found.length).toBeGreaterThan(4_700);
    expect(found.length + unsure.length + missing.length).toBeLessThanOrEqual(5_000);
    expect(await medianTime(preview)).toBeLessThan(2_000 * leeway);
  });

  test("importing 10,000 games takes less than 2 seconds, and changes nothing the second time", async () => {
    const all = games.slice(0, 10_000).map(({ id }) => ({ gameId: id, as: "owned" as const, addedAt: null }));
    const imported = { userId: other.id, source: "file" as const, items: all, maxWishes: 1, now };
    const start = performance.now();
    expect((await importGames(db, imported)).owned).toBe(10_000);
    expect(performance.now() - start).toBeLessThan(2_000 * leeway);
    expect(await importGames(db, imported)).toMatchObject({ owned: 0, unchanged: 10_000 });
  });
});
