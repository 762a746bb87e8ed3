import { beforeEach, describe, expect, test } from "vitest";
import { asc, sql } from "../../platform/db/drizzle.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { games } from "../games/table.ts";
import { type DetailSource, recordDetails } from "./commands-details.ts";
import type { GameDetails } from "./sources/game-details.ts";
import { gameFacts } from "./table.ts";

const { db, pool } = await createTestDatabase();
const now = new Date("2026-11-23T12:00:00Z");

beforeEach(() => emptyTables(pool, ["games"]));

const record = (source: DetailSource, ...products: GameDetails[]) =>
  db.transaction((tx) => recordDetails(tx, source, products, now));

const listed = () =>
  db
    .select({ title: games.title, appid: games.steamAppid, type: games.type, genre: games.genre, tags: games.tags })
    .from(games)
    .orderBy(asc(games.id));

const sable: GameDetails = {
  productId: "757310",
  steamAppid: 757310,
  title: "Sable",
  type: "game",
  genres: [{ id: "25", name: "Adventure" }],
  developers: ["Shedworks"],
  releaseDate: "2021-09-23",
};

describe("a product of Steam", () => {
  test("becomes a new game, and changes nothing the second time", async () => {
    expect(await record("steam", sable)).toEqual({ added: 1, changed: 0, unmatched: 0 });
    expect(await listed()).toEqual([
      { title: "Sable", appid: 757310, type: "game", genre: "Adventure", tags: "Adventure" },
    ]);
    expect(await record("steam", sable)).toEqual({ added: 0, changed: 0, unmatched: 0 });
    expect(await db.$count(games)).toBe(1);
  });

  test("matches the game with its appid, whose tags stay", async () => {
    await addCatalogue(db, [{ title: "Sable (old name)", steamAppid: 757310, tags: "Exploration" }]);
    expect(await record("steam", sable)).toEqual({ added: 0, changed: 1, unmatched: 0 });
    expect(await listed()).toMatchObject([{ title: "Sable", genre: "Adventure", tags: "Exploration" }]);
  });

  test("matches the only game of its title and about its year without an appid", async () => {
    await addCatalogue(db, [
      { title: "SABLE", releaseDate: "2022-01-01" },
      { title: "Sable", releaseDate: "1999-01-01" },
    ]);
    expect(await record("steam", sable)).toMatchObject({ added: 0, changed: 1 });
    expect(await listed()).toMatchObject([{ appid: 757310 }, { title: "Sable", appid: null }]);
  });

  test("stays unmatched when several games match", async () => {
    await addCatalogue(db, [{ title: "Sable" }, { title: "sable" }]);
    expect(await record("steam", sable)).toEqual({ added: 0, changed: 0, unmatched: 1 });
    expect(await db.$count(gameFacts)).toBe(0);
  });

  test("with another appid becomes another game of the same title", async () => {
    await record("steam", sable);
    expect(await record("steam", { ...sable, productId: "8", steamAppid: 8 })).toMatchObject({ added: 1 });
  });

  test("that is explicit marks the game; fields that it does not state stay", async () => {
    await record("steam", { ...sable, contentDescriptors: [1, 3] });
    await record("steam", { productId: "757310", steamAppid: 757310, title: "Sable", type: "game" });
    const [game] = await db.select().from(games);
    expect(game).toMatchObject({ explicit: true, developer: "Shedworks", releaseDate: "2021-09-23" });
  });
});

describe("an addition", () => {
  const dlc: GameDetails = { productId: "9", steamAppid: 9, title: "Sable: Maps", type: "dlc", parentAppid: 757310 };
  const parents = () => db.select({ title: games.title, parent: games.parentId }).from(games).orderBy(games.steamAppid);

  test("is linked with its base game, in either order", async () => {
    await record("steam", dlc);
    expect(await parents()).toEqual([{ title: "Sable: Maps", parent: null }]);
    await record("steam", sable);
    const [base] = await db.select({ id: games.id }).from(games).where(sql`steam_appid = 757310`);
    expect(await parents()).toMatchObject([{ title: "Sable: Maps", parent: base!.id }, { parent: null }]);
    await emptyTables(pool, ["games"]);
    await record("steam", sable, dlc);
    expect((await parents())[0]!.parent).not.toBeNull();
  });
});

describe("a product of GOG", () => {
  const gog: GameDetails = {
    productId: "1",
    title: "Sable",
    type: "game",
    releaseDate: "2021-10-01",
    developers: ["X"],
  };

  test("fills in only missing fields of a Steam game", async () => {
    await record("steam", { productId: "757310", steamAppid: 757310, title: "Sable™", type: "game" });
    expect(await record("gog", gog)).toEqual({ added: 0, changed: 1, unmatched: 0 });
    const [game] = await db.select().from(games);
    expect(game).toMatchObject({ title: "Sable™", developer: "X", releaseDate: "2021-10-01", steamAppid: 757310 });
    expect(await db.$count(gameFacts)).toBe(2);
  });

  test("becomes a new game without a match, and stays the same one when renamed", async () => {
    await record("gog", gog, { ...gog, productId: "2" });
    expect(await db.$count(games)).toBe(1);
    await record("gog", { ...gog, title: "Sable: Director's Cut" });
    expect(await listed()).toMatchObject([{ title: "Sable: Director's Cut" }]);
  });
});

test("the first real game replaces the sample", async () => {
  await addCatalogue(db, [{ title: "Road 96", offers: { gog: { priceMinor: 999 } } }]);
  await db.execute(sql`update games set sample = true`);
  await record("steam", sable);
  expect(await listed()).toMatchObject([{ title: "Sable" }]);
});
