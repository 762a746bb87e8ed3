import type { GameMerge, MergeTarget } from "contract/catalogue/merge-schema.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { desc, sql } from "../../../platform/db/drizzle.ts";
import { startTestApp } from "../../../test/app.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { signInAdmin } from "../../../test/users.ts";
import { auditLog } from "../../audit/table.ts";
import { games } from "../../games/table.ts";
import { gameMerges } from "../table.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);
const editor = await signInAdmin(db, "Editor", ["catalogue.read", "catalogue.write"]);
const reader = await signInAdmin(db, "Reader", ["catalogue.read"]);
const stranger = await signInAdmin(db, "Stranger", ["stores.read", "stores.write"]);

const path = (id: number, what: string) => `/api/admin/catalogue/games/${id}/${what}`;
const read = (id: number, what: string, user = reader) => app.inject({ url: path(id, what), headers: user.headers });
const post = (id: number, what: string, payload?: object, user = editor) =>
  app.inject({ method: "POST", url: path(id, what), headers: user.headers, ...(payload && { payload }) });
const merge = (id: number, into: number) => post(id, "merge", { into });

let ids: [number, number, number];

beforeEach(async () => {
  await db.delete(games);
  await db.delete(gameMerges);
  ids = (await addCatalogue(db, [
    { title: "Hades II", releaseDate: "2025-09-25", offers: { gog: { priceMinor: 2499 } } },
    { title: "Hades 2", releaseDate: "2025-09-25", offers: { steam: { priceMinor: 2999 } } },
    { title: "Sable", releaseDate: "2021-09-23" },
  ])) as typeof ids;
  await expect.poll(async () => (await app.inject("/api/games")).json().totalGames).toBe(3);
});

/** Waits until lists reflect a change. */
const hasGames = (total: number) =>
  expect.poll(async () => (await app.inject("/api/games")).json().totalGames).toBe(total);

describe("possible duplicates", () => {
  test("are games of that title, and of a similar title and year", async () => {
    const [two, digit] = ids;
    await addCatalogue(db, [
      { title: "HADES II", releaseDate: "1999-01-01" },
      { title: "Hades 2 Soundtrack", releaseDate: "2005-01-01" },
    ]);
    await hasGames(5);
    const { duplicates } = (await read(two, "duplicates")).json() as { duplicates: MergeTarget[] };
    expect(duplicates.map(({ title }) => title)).toEqual(["HADES II", "Hades 2"]);
    expect(duplicates[1]).toMatchObject({ id: digit, release_date: "2025-09-25", stores: ["steam"], wishlists: 0 });
  });

  test("can be searched for by title and by id", async () => {
    const [two, , sable] = ids;
    for (const search of ["sabl", String(sable)]) {
      const { duplicates } = (await read(two, `duplicates?search=${search}`)).json();
      expect(duplicates).toMatchObject([{ id: sable }]);
    }
    expect((await read(two, `duplicates?search=${two}`)).json().duplicates).toEqual([]);
    expect((await read(999_999, "duplicates")).statusCode).toBe(404);
  });
});

describe("a merge", () => {
  test("is previewed with the counts of what it then moves", async () => {
    const [from, into] = ids;
    const preview = (await read(from, `merge?into=${into}`)).json();
    expect(preview).toMatchObject({ game: { title: "Hades II" }, into: { title: "Hades 2" }, counts: { offers: 1 } });
    const response = await merge(from, into);
    expect(response.statusCode).toBe(200);
    expect(response.json().counts).toEqual(preview.counts);
    const done: GameMerge = response.json().merge;
    expect(done).toMatchObject({ id: from, title: "Hades II", into: { id: into, title: "Hades 2" } });
    expect(Date.parse(done.undo_until!) - Date.parse(done.merged_at)).toBe(30 * 24 * 3_600_000);
    const { duplicates, merged } = (await read(into, "duplicates")).json();
    expect([duplicates, merged]).toEqual([[], [done]]);
    expect((await read(from, "duplicates")).json()).toEqual({ duplicates: [], merged: [], merged_into: done });
    const [entry] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(entry).toMatchObject({
      userId: editor.id,
      resourceType: "game",
      resourceId: String(from),
      oldValue: { merged_into: null },
      newValue: { merged_into: into },
    });
  });

  test("into itself, an unknown or a merged game is refused, and changes nothing", async () => {
    const [from, into, other] = ids;
    await merge(from, into);
    const cases: [number, number, number, string][] = [
      [into, into, 400, "into: A game cannot be merged into itself"],
      [into, 999_999, 400, "into: There is no game 999999"],
      [into, from, 409, `Game ${from} was itself merged into this game, which cannot be merged into itself`],
      [other, from, 409, `Game ${from} was itself merged into game ${into}: merge into that one`],
      [from, other, 409, `Game ${from} was already merged into game ${into}`],
      [999_999, other, 404, "There is no game 999999"],
    ];
    for (const [id, target, status, error] of cases) {
      const response = await merge(id, target);
      expect([response.statusCode, response.json().error]).toEqual([status, error]);
      expect((await read(id, `merge?into=${target}`)).statusCode).toBe(status);
    }
    expect((await merge(other, Number.NaN)).statusCode).toBe(400);
    expect(await db.$count(gameMerges)).toBe(1);
    expect(await db.$count(games)).toBe(2);
  });

  test("and its undo need the permission to write", async () => {
    const [from, into] = ids;
    for (const user of [reader, stranger]) {
      expect((await post(from, "merge", { into }, user)).statusCode).toBe(403);
      expect((await post(from, "unmerge", undefined, user)).statusCode).toBe(403);
    }
    for (const what of ["duplicates", `merge?into=${into}`]) {
      expect((await read(from, what, stranger)).statusCode).toBe(403);
    }
    expect(await db.$count(gameMerges)).toBe(0);
  });
});

describe("addresses of a merged game", () => {
  const to = async (url: string) => {
    const { statusCode, headers } = await app.inject({ url, headers: reader.headers });
    return [statusCode, headers.location];
  };

  test("redirect to the other game: pages, calls, links to stores and pictures", async () => {
    const [from, into] = ids;
    await merge(from, into);
    await hasGames(2);
    const addresses = [
      "/games/#",
      "/gb/games/#?days=30",
      "/api/games/#",
      "/api/games/#?country=US",
      "/api/games/#/price-history?days=30",
      "/api/games/#/similar",
      "/images/games/#/cover?w=1",
      "/images/games/#/social",
      "/go/#/gog?country=US",
    ];
    for (const address of addresses) {
      expect(await to(address.replace("#", String(from)))).toEqual([301, address.replace("#", String(into))]);
    }
    expect(await to(`/go/${into}/gog`)).toEqual([404, undefined]);
    expect((await app.inject(`/api/games/${from}`)).headers["cache-control"]).toContain("max-age=0");
    expect((await app.inject(`/api/games/999999`)).statusCode).toBe(404);
  });

  test("redirect to the end of a chain, and work again after the undo", async () => {
    const [first, second, third] = ids;
    await merge(first, second);
    await merge(second, third);
    await hasGames(1);
    expect(await to(`/games/${first}`)).toEqual([301, `/games/${third}`]);
    expect((await post(first, "unmerge")).json().error).toBe(
      `First undo the later merge of Hades 2 (game ${second}) into game ${third}`,
    );
    expect((await read(third, "duplicates")).json().merged).toMatchObject([{ id: second }]);
    expect((await post(second, "unmerge")).statusCode).toBe(200);
    await hasGames(2);
    expect(await to(`/games/${first}`)).toEqual([301, `/games/${second}`]);
    expect((await post(first, "unmerge")).json()).toEqual({
      game: { id: first, title: "Hades II" },
      from: { id: second, title: "Hades 2" },
    });
    await hasGames(3);
    expect((await app.inject(`/api/games/${first}`)).json()).toMatchObject({ id: first, best_price: 24.99 });
    const [entry] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(entry).toMatchObject({ resourceId: String(first), newValue: { merged_into: null } });
  });
});

describe("an undo", () => {
  test("of a game that was not merged, and a second one, are a 404", async () => {
    const [from, into] = ids;
    expect((await post(from, "unmerge")).statusCode).toBe(404);
    await merge(from, into);
    expect((await post(from, "unmerge")).statusCode).toBe(200);
    expect((await post(from, "unmerge")).statusCode).toBe(404);
  });

  test("is refused after 30 days", async () => {
    const [from, into] = ids;
    await merge(from, into);
    await db.execute(sql`update game_merges set merged_at = merged_at - interval '30 days 1 minute'`);
    const response = await post(from, "unmerge");
    expect(response.statusCode).toBe(409);
    expect(response.json().error).toBe("A merge can be undone for 30 days, and this one is older");
    expect((await read(into, "duplicates")).json().merged).toMatchObject([{ id: from, undo_until: null }]);
  });

  test("is refused while another game has the appid", async () => {
    const [appid, other] = [620, ids[2]];
    await db.execute(sql`update games set steam_appid = ${appid} where id = ${ids[0]}`);
    await merge(ids[0], ids[1]);
    await db.execute(sql`update games set steam_appid = null where id = ${ids[1]}`);
    await db.execute(sql`update games set steam_appid = ${appid} where id = ${other}`);
    expect((await post(ids[0], "unmerge")).json()).toMatchObject({ code: "conflict" });
    expect(await db.$count(games)).toBe(2);
  });
});
