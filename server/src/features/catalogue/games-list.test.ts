import type { CatalogueRow } from "contract/catalogue/game-schema.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { signInAdmin } from "../../test/users.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const app = await startTestApp(database);
const editor = await signInAdmin(db, "Editor", ["catalogue.read", "catalogue.write"]);
const reader = await signInAdmin(db, "Reader", ["catalogue.read"]);

beforeEach(async () => {
  await emptyTables(pool, ["games"]);
  await expect.poll(async () => (await app.inject("/api/games?type=any")).json().totalGames).toBe(0);
});

async function call(method: "GET" | "POST" | "PUT", url: string, payload?: object, user = editor) {
  const response = await app.inject({
    method,
    url: `/api/admin/catalogue/games${url}`,
    headers: user.headers,
    ...(payload && { payload }),
  });
  return { status: response.statusCode, body: response.body === "" ? undefined : response.json() };
}

const list = async (query = ""): Promise<{ games: CatalogueRow[]; total: number }> =>
  (await call("GET", `?${query}`)).body;
const titlesOf = async (query = "") => (await list(query)).games.map(({ title }) => title);

async function readGenre(id: number): Promise<string | null> {
  const { fields } = (await call("GET", `/${id}`)).body.game;
  return fields.find(({ name }: { name: string }) => name === "genre").value;
}

describe("the list", () => {
  test("searches as visitors do, filters by type, and sorts", async () => {
    await addCatalogue(db, [
      { title: "Dark Souls III", playerCount: 10, releaseDate: "2016-04-11" },
      { title: "Dark Souls II", playerCount: 20, releaseDate: "2014-04-24", type: "game" },
      { title: "Dark Souls III: Ashes", type: "dlc" },
      { title: "Sable", tags: "Hentai" },
    ]);
    await expect.poll(async () => (await list()).total).toBe(4);
    expect(await titlesOf("search=dark+souls+3")).toContain("Dark Souls III");
    expect(await titlesOf("type=dlc")).toEqual(["Dark Souls III: Ashes"]);
    expect(await titlesOf("type=game&search=souls&sortBy=title&sortOrder=asc")).toEqual([
      "Dark Souls II",
      "Dark Souls III",
    ]);
    expect(await titlesOf("sortBy=release_date&limit=1&page=2")).toEqual(["Dark Souls II"]);
  });

  test("has hidden and edited games under filters of their own", async () => {
    const [sable, hades] = await addCatalogue(db, [
      { title: "Sable" },
      { title: "Hades", type: "dlc" },
      { title: "C" },
    ]);
    await call("PUT", `/${sable}`, { genre: "Adventure" });
    await call("POST", `/${hades}/hide`);
    await expect.poll(() => titlesOf("sortBy=title&sortOrder=asc")).toEqual(["C", "Sable"]);
    const edited = await list("edited=true");
    expect(edited).toMatchObject({ total: 1, games: [{ title: "Sable", overridden: ["genre"], hidden: false }] });
    expect(await list("hidden=true")).toMatchObject({ total: 1, games: [{ title: "Hades", hidden: true }] });
    expect(await titlesOf("hidden=true&search=hAd&type=dlc")).toEqual(["Hades"]);
    expect(await titlesOf("hidden=true&search=sable")).toEqual([]);
    expect(await titlesOf("hidden=true&type=game")).toEqual([]);
    expect(await titlesOf("hidden=true&edited=true")).toEqual([]);
  });

  test("takes the filters of visitors, and shows prices, offers and what is missing", async () => {
    await addCatalogue(db, [
      {
        title: "Sable",
        genre: "Adventure, Indie",
        developer: "Shedworks",
        steamAppid: 757310,
        releaseDate: "2021-09-23",
        rating: 8.4,
        tags: "Desert",
        offers: { steam: { priceMinor: 1_250 }, cdkeys: { priceMinor: 700 } },
      },
      { title: "Hades", genre: "Action", releaseDate: "2020-09-17", offers: { gog: { priceMinor: 2_000 } } },
      { title: "Bare" },
    ]);
    await expect.poll(async () => (await list()).total).toBe(3);
    await expect.poll(() => titlesOf("store=cdkeys")).toEqual(["Sable"]);
    const cases: [query: string, titles: string[]][] = [
      ["genre=Indie", ["Sable"]],
      ["genre=Action,Adventure", ["Hades", "Sable"]],
      ["min_price=10", ["Hades"]],
      ["max_price=10", ["Sable"]],
      ["official=true&min_price=10", ["Hades", "Sable"]],
      ["developer=Shedworks", ["Sable"]],
      ["released_to=2020-12-31", ["Hades"]],
      ["released_from=2021-01-01", ["Sable"]],
      ["min_rating=8", ["Sable"]],
      ["tag=Desert", ["Sable"]],
      ["tag_not=Desert", ["Bare", "Hades"]],
      ["missing=price", ["Bare"]],
      ["missing=picture", ["Bare", "Hades"]],
      ["missing=picture,genre", ["Bare"]],
      ["missing=developer&genre=Action", ["Hades"]],
      ["missing=description&store=steam", ["Sable"]],
    ];
    for (const [query, titles] of cases)
      expect(await titlesOf(`sortBy=title&sortOrder=asc&${query}`), query).toEqual(titles);
    expect(await list("search=sable")).toMatchObject({
      currency: "USD",
      games: [{ best_price: 7, offers: 2, missing: ["description"], picture_version: null }],
    });
    expect(await list("search=bare")).toMatchObject({ games: [{ best_price: null, offers: 0 }] });
    const problems: [query: string, path: string][] = [
      ["store=nowhere", "store"],
      ["min_price=cheap", "min_price"],
      ["missing=soul", "missing"],
      ["hidden=true&genre=Action", "genre"],
      ["hidden=true&store=steam&tag=Desert", "store"],
    ];
    for (const [query, at] of problems) {
      const { status, body } = await call("GET", `?${query}`);
      expect([status, body.details[0].path], query).toEqual([400, at]);
    }
  });

  test("names the invalid parameter", async () => {
    expect(await call("GET", "?sortBy=price")).toMatchObject({ status: 400, body: { details: [{ path: "sortBy" }] } });
  });
});

describe("an edit of several games", () => {
  test("sets fields of all, skips those that are so already, and records each", async () => {
    const [a, b, c] = await addCatalogue(db, [{ title: "A" }, { title: "B", genre: "Indie" }, { title: "C" }]);
    const { body } = await call("PUT", "", { ids: [a, b], fields: { genre: "Indie", type: "game" }, reason: "Sorted" });
    expect(body).toEqual({ changed: 2 });
    expect(await call("PUT", "", { ids: [a, b], fields: { genre: "Indie" } })).toMatchObject({ body: { changed: 0 } });
    expect(await readGenre(a!)).toBe("Indie");
    expect(await readGenre(c!)).toBeNull();
    expect((await call("GET", `/${b}/history`)).body.history[0]).toMatchObject({ action: "edit", reason: "Sorted" });
    expect(await call("PUT", "", { ids: [a, c], hidden: true })).toMatchObject({ body: { changed: 2 } });
    await expect.poll(() => titlesOf()).toEqual(["B"]);
    expect(await call("PUT", "", { ids: [a, b, c], hidden: false })).toMatchObject({ body: { changed: 2 } });
    await expect.poll(() => titlesOf("sortBy=title&sortOrder=asc")).toEqual(["A", "B", "C"]);
  });

  test("changes none where one cannot be, and needs the permission", async () => {
    const [id] = await addCatalogue(db, [{ title: "Sable" }]);
    const refused: [object, string][] = [
      [{ ids: [id, 2_147_483_646], fields: { genre: "Indie" } }, "ids"],
      [{ ids: [], fields: { genre: "Indie" } }, "ids"],
      [{ ids: [id] }, "fields"],
      [{ ids: [id], fields: { type: "film" } }, "fields.type"],
    ];
    for (const [payload, at] of refused) {
      const { status, body } = await call("PUT", "", payload);
      expect([status, body.details[0].path], JSON.stringify(payload)).toEqual([400, at]);
    }
    expect(await readGenre(id!)).toBeNull();
    expect(await call("PUT", "", { ids: [id], hidden: true }, reader)).toMatchObject({ status: 403 });
  });
});
