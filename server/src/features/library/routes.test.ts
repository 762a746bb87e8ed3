import { libraryEndpoints } from "contract/library/api.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { signInUser, type TestUser } from "../../test/users.ts";
import { games } from "../games/table.ts";
import { listItems } from "../lists/table.ts";
import { libraryGames } from "./table.ts";

const database = await createTestDatabase();
const { db } = database;
const ids = await addCatalogue(db, [
  {
    title: "Alpha",
    rating: 9,
    tags: "Space",
    steamAppid: 10,
    offers: { steam: { priceMinor: 900, regularMinor: 1_800 } },
  },
  { title: "Beta", rating: 8, tags: "Space", developer: "Team", offers: { steam: { priceMinor: 0 } } },
  {
    title: "Gamma",
    rating: 7,
    tags: "Space",
    developer: "Team",
    offers: { gog: { priceMinor: 500, regularMinor: 1_000 } },
  },
  { title: "Delta", rating: 6, offers: { steam: { priceMinor: 700, regularMinor: 1_400 } } },
  { title: "Alpha: More", type: "dlc", rating: 5, offers: { steam: { priceMinor: 300 } } },
  { title: "Alpha: Most", type: "dlc", rating: 4 },
  { title: "Delta: More", type: "dlc", rating: 3 },
  { title: "Hidden", rating: 10 },
]);
const [alpha = 0, beta = 0, gamma = 0, delta = 0, more = 0, most = 0, deltaMore = 0, hidden = 0] = ids;
await db.execute(sql`update games set parent_id = ${alpha} where id in (${more}, ${most})`);
await db.execute(sql`update games set parent_id = ${delta} where id = ${deltaMore}`);
await db.update(games).set({ hidden: true }).where(eq(games.id, hidden));
const app = await startTestApp(database);
const ada = await signInUser(db, "Ada");
const bob = await signInUser(db, "Bob");

beforeEach(async () => {
  await db.delete(libraryGames);
  await db.delete(listItems);
  // as if the libraries had been emptied by hand
  await db.execute(sql`update users set library_version = library_version + 1`);
});

type Method = "GET" | "POST" | "PUT";

async function call(user: TestUser | null, method: Method, url: string, payload?: object) {
  const response = await app.inject({ method, url: `/api${url}`, headers: { ...user?.headers }, payload });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}

const put = (user: TestUser, gameId: number, state: string | null) =>
  call(user, "PUT", `/library/${gameId}`, { state });

/** The titles of a list of games, and its numbers of listed and hidden games. */
async function listed(user: TestUser | null, query = "") {
  const { body } = await call(user, "GET", `/games?fields=title&${query}`);
  return {
    titles: body.games.map(({ title }: { title: string }) => title),
    total: body.totalGames,
    hidden: body.hidden,
  };
}

const titlesOf = (body: { games: { title: string }[] }) => body.games.map(({ title }) => title);

test.each(Object.values(libraryEndpoints).map(({ route }) => route))("%s needs a signed-in user", async (route) => {
  const [method, path = ""] = route.split(" ") as [Method, string];
  const url = path.replace(/^\/api/, "").replace(/\{\w+\}/g, "1");
  expect(await call(null, method, url)).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
});

describe("a game is marked by hand (spec/library 1)", () => {
  test("as owned, then as ignored, then as neither", async () => {
    const marked = await put(ada, alpha, "owned");
    expect(marked).toMatchObject({ status: 200, body: { item: { game_id: alpha, state: "owned", source: "manual" } } });
    expect((await call(ada, "GET", `/library/${alpha}`)).body).toEqual(marked.body);
    expect((await put(ada, alpha, "ignored")).body.item).toMatchObject({ state: "ignored" });
    expect((await put(ada, alpha, null)).body).toEqual({ item: null });
    expect((await put(ada, alpha, null)).body).toEqual({ item: null });
    expect((await call(ada, "GET", `/library/${alpha}`)).body).toEqual({ item: null });
  });

  test("idempotently, and without affecting other users", async () => {
    const first = await put(ada, alpha, "owned");
    expect((await put(ada, alpha, "owned")).body).toEqual(first.body);
    expect((await call(bob, "GET", `/library/${alpha}`)).body).toEqual({ item: null });
    expect((await listed(bob)).titles).toContain("Alpha");
  });

  test.each([
    ["an unknown game", 2_000_000_000],
    ["a game that visitors do not see", hidden],
  ])("%s cannot be", async (_, gameId) => {
    expect(await put(ada, gameId, "owned")).toMatchObject({ status: 404, body: { error: "Game not found" } });
  });

  test("unknown states are refused", async () => {
    expect((await put(ada, alpha, "sold")).status).toBe(400);
  });
});

describe("lists of a signed-in caller (spec/library 2)", () => {
  beforeEach(async () => {
    await put(ada, alpha, "owned");
    await put(ada, beta, "ignored");
  });

  test("leave out and count owned and ignored games, with exact totals", async () => {
    expect(await listed(ada)).toEqual({ titles: ["Gamma", "Delta"], total: 2, hidden: 2 });
    expect(await listed(null)).toEqual({
      titles: ["Alpha", "Beta", "Gamma", "Delta"],
      total: 4,
      hidden: undefined,
    });
    expect(await listed(ada, "tag=Space")).toEqual({ titles: ["Gamma"], total: 1, hidden: 2 });
    expect(await listed(ada, "search=alpha")).toEqual({ titles: [], total: 0, hidden: 1 });
    expect((await listed(ada, "limit=1&page=2")).titles).toEqual(["Delta"]);
  });

  test.each([
    ["show", ["Alpha", "Beta", "Gamma", "Delta"]],
    ["owned", ["Alpha"]],
    ["ignored", ["Beta"]],
    ["dlc", ["Alpha: More", "Alpha: Most"]],
  ])("library=%s shows %j", async (view, titles) => {
    expect(await listed(ada, `library=${view}`)).toEqual({ titles, total: titles.length, hidden: undefined });
  });

  test("owned DLC is not among the DLC of owned games", async () => {
    await put(ada, more, "owned");
    expect((await listed(ada, "library=dlc")).titles).toEqual(["Alpha: Most"]);
  });

  test("users without a library have empty views, and no one sees another user's library", async () => {
    for (const user of [null, bob]) {
      for (const view of ["owned", "ignored", "dlc"]) {
        expect(await listed(user, `library=${view}`)).toMatchObject({ titles: [], total: 0 });
      }
    }
  });

  test("facets leave them out as well", async () => {
    const facets = async (user: TestUser | null, query = "") =>
      (await call(user, "GET", `/games?facets=true&limit=1&${query}`)).body.facets.tag;
    expect(await facets(null)).toEqual([{ value: "Space", count: 3 }]);
    expect(await facets(ada)).toEqual([{ value: "Space", count: 1 }]);
    expect(await facets(ada, "library=show")).toEqual([{ value: "Space", count: 3 }]);
    await put(ada, gamma, "ignored");
    expect(await facets(ada)).toEqual([]);
  });

  test("free games, the home page, deals, suggestions and similar games leave them out as well", async () => {
    expect(titlesOf((await call(ada, "GET", "/games/free")).body)).toEqual([]);
    expect(titlesOf((await call(ada, "GET", "/games/free?library=show")).body)).toEqual(["Beta"]);
    expect(titlesOf((await call(ada, "GET", "/games/homepage")).body)).toEqual(["Gamma", "Delta", "Alpha: More"]);
    expect((await call(ada, "GET", "/games/suggest?q=a")).body).toMatchObject({ total: 2 });
    expect((await call(ada, "GET", "/games/suggest?q=alpha&library=show")).body).toMatchObject({ total: 1 });
    const cuts = async (user: TestUser | null) => (await call(user, "GET", "/deals?section=cuts")).body;
    expect((await cuts(null)).total).toBe(3);
    expect(await cuts(ada)).toMatchObject({ total: 2, deals: [{ title: "Gamma" }, { title: "Delta" }] });
    const { body } = await call(ada, "GET", `/games/${gamma}/similar`);
    expect([titlesOf(body), body.by_developer]).toEqual([[], []]);
  });

  test("responses without them are not cacheable", async () => {
    for (const url of ["/games", "/games/free", "/games/homepage", "/games/suggest?q=a", "/deals"]) {
      expect((await call(ada, "GET", url)).headers["cache-control"]).toBe("no-store");
      expect((await call(null, "GET", url)).headers["cache-control"]).toMatch(/^public/);
    }
  });

  test("their pages stay, and the account reports that it has a library", async () => {
    expect((await call(ada, "GET", `/games/${alpha}`)).body.title).toBe("Alpha");
    expect((await call(ada, "GET", "/auth/me")).body.user.hasLibrary).toBe(true);
  });

  test("an unknown view is refused, naming the parameter", async () => {
    const { status, body } = await call(ada, "GET", "/games?library=mine");
    expect([status, body.details[0].path]).toEqual([400, "library"]);
  });
});

describe("the library itself", () => {
  beforeEach(async () => {
    for (const game of [gamma, alpha, more]) await put(ada, game, "owned");
    await put(ada, beta, "ignored");
  });

  test("is listed by state, with pages and prices", async () => {
    const { body } = await call(ada, "GET", "/library?limit=2");
    expect(body).toMatchObject({ total: 3, page: 1, totalPages: 2 });
    expect(body.items.map(({ game }: { game: object }) => game)).toMatchObject([
      { id: alpha, title: "Alpha", best_price: 9, best_store: "steam", cut: 50, currency: "USD" },
      { id: more, title: "Alpha: More", type: "dlc" },
    ]);
    expect((await call(ada, "GET", "/library?limit=2&page=2")).body.items[0].game.title).toBe("Gamma");
    expect((await call(ada, "GET", "/library?limit=2&page=3")).body).toMatchObject({ items: [], total: 3 });
    expect((await call(ada, "GET", "/library?state=ignored")).body.items).toMatchObject([{ game: { title: "Beta" } }]);
    expect((await call(bob, "GET", "/library")).body.total).toBe(0);
  });

  test("is searched as plain text and sorted", async () => {
    const titles = async (query: string) =>
      (await call(ada, "GET", `/library?${query}`)).body.items.map(
        ({ game }: { game: { title: string } }) => game.title,
      );
    expect(await titles("search=MORE alpha")).toEqual(["Alpha: More"]);
    expect(await titles("search=%25")).toEqual([]);
    expect(await titles("sort=title&order=desc")).toEqual(["Gamma", "Alpha: More", "Alpha"]);
    expect(await titles("sort=added_at")).toEqual(["Gamma", "Alpha", "Alpha: More"]);
  });

  test("is exported, and deleted with the account", async () => {
    const { body } = await call(ada, "GET", "/auth/export");
    expect(body.library).toHaveLength(4);
    expect(body.library[0]).toMatchObject({ title: "Alpha", state: "owned", source: "manual" });
    expect(body.steamImport).toBeNull();
    const cem = await signInUser(db, "Cem");
    await put(cem, alpha, "owned");
    await db.execute(sql`delete from users where id = ${cem.id}`);
    expect(await db.$count(libraryGames, eq(libraryGames.userId, cem.id))).toBe(0);
  });
});
