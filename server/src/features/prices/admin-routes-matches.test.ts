import type { Match } from "contract/prices/match-schema.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { signInAdmin } from "../../test/users.ts";
import { auditLog } from "../audit/table.ts";
import { games } from "../games/table.ts";
import { recordOffers } from "./offers/commands.ts";
import { matchReviews, offers } from "./table.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const app = await startTestApp(database);
const editor = await signInAdmin(db, "Editor", ["catalogue.read", "catalogue.write"]);
const reader = await signInAdmin(db, "Reader", ["catalogue.read"]);
const stranger = await signInAdmin(db, "Stranger", ["stores.read", "stores.write"]);
const now = new Date("2026-11-23T12:00:00Z");

beforeEach(() => emptyTables(pool, ["games", "match_reviews"]));

const path = "/api/admin/catalogue/matches";
const list = async (query = "") =>
  (await app.inject({ url: `${path}${query}`, headers: editor.headers })).json() as {
    matches: Match[];
    total: number;
    stores: object[];
  };
const post = (id: number, what: string, payload?: object, user = editor) =>
  app.inject({ method: "POST", url: `${path}/${id}/${what}`, headers: user.headers, ...(payload && { payload }) });

async function addWaiting(...products: { productId: string; title?: string; store?: string; candidates?: number[] }[]) {
  const rows = products.map(({ productId, title = "Sable", store = "gog", candidates = [] }) => ({
    ...{ productId, title, store, candidates },
    ...{ priceMinor: 999, currency: "USD", link: "https://gog.example/1", firstSeenAt: now, lastSeenAt: now },
  }));
  const added = await db.insert(matchReviews).values(rows).returning({ id: matchReviews.id });
  return added.map(({ id }) => id);
}

describe("products that wait", () => {
  test("are found by words of their title, whatever the accents and the case", async () => {
    await addWaiting({ productId: "1", title: "Pokémon Légendes" }, { productId: "2", title: "Okami HD" });
    for (const [search, found] of Object.entries({
      pokemon: ["1"],
      "LEGENDES pokémon": ["1"],
      ōkami: ["2"],
      OK: ["1", "2"],
      sable: [],
    })) {
      const { matches } = await list(`?search=${encodeURIComponent(search)}`);
      expect([search, matches.map(({ product_id }) => product_id).sort()]).toEqual([search, found]);
    }
  });

  test("are listed with details of their candidates, those with candidates first", async () => {
    const [sable] = await addCatalogue(db, [
      { title: "Sable", developer: "Shedworks", releaseDate: "2021-09-23", offers: { steam: { priceMinor: 2499 } } },
    ]);
    await addWaiting({ productId: "1", title: "Unknown" }, { productId: "2", candidates: [sable!] });
    const { matches, total, stores } = await list();
    expect(total).toBe(2);
    expect(stores).toEqual([{ store: "gog", waiting: 2 }]);
    expect(matches).toMatchObject([
      {
        product_id: "2",
        price: 9.99,
        link: "https://gog.example/1",
        candidates: [{ id: sable, developer: "Shedworks", release_date: "2021-09-23", steam_price: 24.99 }],
      },
      { product_id: "1", candidates: [] },
    ]);
  });

  test("are filtered by store and title, page by page", async () => {
    await addWaiting(
      { productId: "1", title: "Alpha" },
      { productId: "2", title: "Beta" },
      { productId: "3", store: "epic" },
    );
    expect((await list("?search=ALPH")).matches.map(({ title }) => title)).toEqual(["Alpha"]);
    expect((await list("?search=%25")).total).toBe(0);
    expect((await list("?store=epic")).total).toBe(1);
    expect((await list("?limit=2&page=2")).matches).toHaveLength(1);
    expect((await app.inject({ url: `${path}?state=x`, headers: editor.headers })).statusCode).toBe(400);
  });
});

describe("a decision", () => {
  test("is audited with its editor, and can be undone", async () => {
    const [sable] = await addCatalogue(db, [{ title: "Sable" }]);
    const [id] = await addWaiting({ productId: "1" });
    const { match } = (await post(id!, "accept", { gameId: sable })).json();
    expect(match).toMatchObject({ decision: "accepted", game: { id: sable, title: "Sable" }, decided_by: "Editor" });
    expect((await list()).total).toBe(0);
    expect((await list("?state=decided")).matches).toMatchObject([{ id }]);
    await recordOffers(db, [{ gameId: sable!, store: "gog", productId: "1", priceMinor: 999 }], { now });

    expect((await post(id!, "undo")).json().match).toMatchObject({ decision: null, game: null });
    expect((await list()).total).toBe(1);
    expect(await db.select({ price: offers.priceMinor }).from(offers)).toEqual([{ price: null }]);
    const entries = await db.select().from(auditLog).orderBy(sql`id desc`).limit(2);
    expect(entries).toMatchObject([
      { description: "Took back the decision about Sable of gog", oldValue: { decision: "accepted", game_id: sable } },
      { description: "Accepted Sable of gog as Sable", resourceKey: "gog 1", userId: editor.id },
    ]);
  });

  test("made meanwhile by someone else is not overwritten", async () => {
    const [sable] = await addCatalogue(db, [{ title: "Sable" }]);
    const [id] = await addWaiting({ productId: "1" });
    expect((await post(id!, "reject")).statusCode).toBe(200);
    const late = await post(id!, "accept", { gameId: sable });
    expect([late.statusCode, late.json().error]).toEqual([409, "This product was rejected by Editor meanwhile"]);
    expect((await list("?state=decided")).matches).toMatchObject([{ decision: "rejected" }]);
    await post(id!, "undo");
    expect((await post(id!, "undo")).statusCode).toBe(409);
  });

  test("is undone only if it is the one that the editor saw", async () => {
    const [id] = await addWaiting({ productId: "1" });
    const { decided_at } = (await post(id!, "reject")).json().match as Match;
    await post(id!, "undo", { decided_at });
    await post(id!, "create");
    const refused = await post(id!, "undo", { decided_at });
    expect([refused.statusCode, refused.json().error]).toEqual([409, "This product was accepted by Editor meanwhile"]);
    expect((await list("?state=decided")).matches).toMatchObject([{ decision: "accepted" }]);
  });

  test("can create a game, which an undo deletes unless the game is in use", async () => {
    const [id] = await addWaiting({ productId: "1", title: "Brand New" });
    const { match } = (await post(id!, "create")).json();
    expect(match).toMatchObject({ decision: "accepted", game: { title: "Brand New" }, is_new_game: true });
    await post(id!, "undo");
    expect(await db.$count(games)).toBe(0);

    const again = (await post(id!, "create")).json().match;
    await recordOffers(db, [{ gameId: again.game.id, store: "steam", priceMinor: 5 }], { now });
    await post(id!, "undo");
    expect(await db.$count(games)).toBe(1);
  });

  test("about an unknown product or game is a 404, and changes nothing", async () => {
    const [id] = await addWaiting({ productId: "1" });
    expect((await post(id!, "accept", { gameId: 99 })).statusCode).toBe(404);
    expect((await post(99, "reject")).statusCode).toBe(404);
    expect((await post(id!, "accept", {})).statusCode).toBe(400);
    expect((await list()).total).toBe(1);
  });
});

test.each([
  ["accept", { gameId: 1 }],
  ["reject", undefined],
  ["create", undefined],
  ["undo", undefined],
])("%s needs its permission", async (what, payload) => {
  expect((await post(1, what, payload, reader)).statusCode).toBe(403);
  expect((await post(1, what, payload, stranger)).statusCode).toBe(403);
  expect((await app.inject({ url: path, headers: reader.headers })).statusCode).toBe(200);
  expect((await app.inject({ url: path, headers: stranger.headers })).statusCode).toBe(403);
});
