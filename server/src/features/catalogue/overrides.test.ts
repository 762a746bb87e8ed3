import { beforeEach, describe, expect, test } from "vitest";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { createTestFolder } from "../../test/folder.ts";
import { games } from "../games/table.ts";
import { importCatalogue } from "../imports/import-catalogue.ts";
import { recordPlayerCounts } from "../prices/polls/commands-poll-sources.ts";
import { recordDetails } from "./commands-details.ts";
import { editGame, releaseFields } from "./commands-games.ts";

const { db, pool } = await createTestDatabase();
const folder = await createTestFolder();
const now = new Date("2026-11-23T12:00:00Z");

beforeEach(() => emptyTables(pool, ["games"]));

async function addSable(more: object = {}): Promise<number> {
  const [id] = await addCatalogue(db, [{ title: "Sable", steamAppid: 757310, genre: "Action", ...more }]);
  return id!;
}

const edit = (id: number, fields: Parameters<typeof editGame>[3]["fields"]) => editGame(db, null, id, { fields }, now);
const release = (id: number, ...fields: Parameters<typeof releaseFields>[3]["fields"]) =>
  releaseFields(db, null, id, { fields }, now);

async function rowOf(id: number) {
  const [row] = await db.select().from(games).where(eq(games.id, id));
  return row!;
}

describe("a source", () => {
  const sable = { productId: "757310", steamAppid: 757310, type: "game" as const, title: "Sable" };
  const read = (more: object = {}) => db.transaction((tx) => recordDetails(tx, "steam", [{ ...sable, ...more }], now));

  test("leaves overridden fields alone and changes the others", async () => {
    const id = await addSable();
    await edit(id, { title: "Sable: Mine", release_date: null });
    await read({ title: "Sable™ Deluxe", developers: ["Shedworks"], releaseDate: "2021-09-23" });
    expect(await rowOf(id)).toMatchObject({
      title: "Sable: Mine",
      titleFolded: "sable: mine",
      titleKey: "sable mine",
      releaseDate: null,
      developer: "Shedworks",
    });
    expect(await read({ title: "Sable™ Deluxe", developers: ["Shedworks"], releaseDate: "2021-09-23" })).toMatchObject({
      changed: 0,
    });
  });

  test("does not overwrite an edit that is made while it writes", async () => {
    const id = await addSable();
    await editDuring(id, () => read({ title: "Theirs", developers: ["Shedworks"] }));
    expect(await rowOf(id)).toMatchObject({ title: "Mine", developer: "Shedworks", overrides: { title: "Theirs" } });
  });

  test("provides its latest value once a field is released", async () => {
    const id = await addSable();
    await edit(id, { title: "Sable: Mine", release_date: null });
    await read({ title: "Sable Deluxe", releaseDate: "2021-09-23" });
    await release(id, "title", "release_date");
    expect(await rowOf(id)).toMatchObject({
      title: "Sable Deluxe",
      titleFolded: "sable deluxe",
      titleKey: "sable deluxe",
      releaseDate: "2021-09-23",
      overrides: {},
    });
    await read({ title: "Sable" });
    expect(await rowOf(id)).toMatchObject({ title: "Sable" });
  });

  test("with less precedence than Steam does not provide a released field", async () => {
    const id = await addSable();
    await edit(id, { title: "Sable: Mine" });
    const gog = { productId: "1", title: "Sable (GOG)", type: "game" as const };
    await db.execute(sql`
      insert into game_facts (game_id, source, product_id, details, read_at)
      values (${id}, 'gog', '1', ${JSON.stringify(gog)}, ${now})
    `);
    await db.transaction((tx) => recordDetails(tx, "gog", [gog], now));
    await release(id, "title");
    expect(await rowOf(id)).toMatchObject({ title: "Sable" });
  });

  test("does not link an addition whose base game was overridden", async () => {
    const id = await addSable();
    await read();
    const maps = { productId: "9", steamAppid: 9, title: "Sable: Maps", type: "dlc" as const, parentAppid: 757310 };
    const link = () => db.transaction((tx) => recordDetails(tx, "steam", [maps], now));
    await link();
    const [addition] = await db.select().from(games).where(eq(games.steamAppid, 9));
    expect(addition).toMatchObject({ parentId: id });
    await edit(addition!.id, { parent_id: null });
    await link();
    expect(await rowOf(addition!.id)).toMatchObject({ parentId: null });
    await release(addition!.id, "parent_id");
    expect(await rowOf(addition!.id)).toMatchObject({ parentId: id });
  });

  test("of player counts leaves overridden ones alone", async () => {
    const id = await addSable({ playerCount: 1 });
    await edit(id, { player_count: 7 });
    expect(await recordPlayerCounts(db, [{ steamAppid: 757310, playerCount: 100 }], now)).toBe(0);
    expect(await rowOf(id)).toMatchObject({ playerCount: 7 });
    await release(id, "player_count");
    await recordPlayerCounts(db, [{ steamAppid: 757310, playerCount: 100 }], now);
    expect(await rowOf(id)).toMatchObject({ playerCount: 100 });
  });
});

/** Edits the title in a transaction that commits once the other work waits for its lock. */
async function editDuring(id: number, work: () => Promise<unknown>): Promise<void> {
  let working: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    await editGame(tx, null, id, { fields: { title: "Mine" } }, now);
    working = work();
    const waiting = sql`
      select count(*)::integer as waiting from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()
    `;
    await expect.poll(async () => (await db.execute<{ waiting: number }>(waiting)).rows[0]!.waiting).toBe(1);
  });
  await working;
}

describe("an import of a file", () => {
  async function load(row: object) {
    const path = await folder.write(
      "games.jsonl",
      `${JSON.stringify({ title: "Sable", steam_appid: 757310, ...row })}\n`,
    );
    return importCatalogue(db, path, { now });
  }

  test("leaves overridden fields alone, changes the others, and provides their values once released", async () => {
    const id = await addSable();
    await edit(id, { title: "Sable: Mine", genre: "RPG", developer: null });
    const row = { title: "Sable (file)", genre: "Adventure", developer: "Shedworks", description: "Sand." };
    expect(await load(row)).toMatchObject({ changed: 1, added: 0 });
    expect(await rowOf(id)).toMatchObject({
      title: "Sable: Mine",
      titleKey: "sable mine",
      genre: "RPG",
      developer: null,
      description: "Sand.",
    });
    expect(await load(row)).toMatchObject({ changed: 0, unchanged: 1 });
    await release(id, "title", "genre");
    expect(await rowOf(id)).toMatchObject({ title: "Sable (file)", titleKey: "sable file", genre: "Adventure" });
  });

  test("does not overwrite an edit that is made while it writes", async () => {
    const id = await addSable();
    await editDuring(id, () => load({ title: "Theirs", developer: "Shedworks" }));
    expect(await rowOf(id)).toMatchObject({ title: "Mine", developer: "Shedworks", overrides: { title: "Theirs" } });
  });

  test("leaves an overridden appid alone", async () => {
    const [id] = await addCatalogue(db, [{ title: "Sable" }]);
    await edit(id!, { steam_appid: 1 });
    await load({ steam_appid: undefined, genre: "Adventure" });
    expect(await rowOf(id!)).toMatchObject({ steamAppid: 1, genre: "Adventure" });
  });

  test("derives the rating from an overridden score", async () => {
    const id = await addSable();
    await edit(id, { review_score: 5 });
    await load({ review_score: 10, review_count: 1_000_000 });
    expect(await rowOf(id)).toMatchObject({ reviewScore: 5, reviewCount: 1_000_000, rating: 5 });
    await edit(id, { rating: 8 });
    await load({ review_score: 9, review_count: 2_000_000 });
    expect(await rowOf(id)).toMatchObject({ rating: 8, reviewCount: 2_000_000 });
  });
});
