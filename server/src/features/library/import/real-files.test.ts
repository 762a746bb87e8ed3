import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { sharedData } from "../../../test/shared-data.ts";
import { signInUser } from "../../../test/users.ts";
import { importCatalogue } from "../../imports/import-catalogue.ts";
import { importGames } from "../commands.ts";
import { previewImport } from "./preview.ts";
import { readText } from "./read-text.ts";

const catalogue = sharedData("catalogue/games-real.jsonl");
const lists = sharedData("upstream/lists");
const now = new Date("2026-01-15T12:00:00Z");

/** Each file with its format, the target of its games, and their number. */
const files: Record<string, [format: string, as: string, games: number]> = {
  "itad-waitlist-export-v02-minimal.json": ["itad", "wished", 1],
  "itad-waitlist-export-v02-full.json": ["itad", "wished", 1],
  "itad-waitlist-form-post.txt": ["itad", "wished", 1],
  "itad-collection-export-v02.json": ["itad", "owned", 1],
  "itad-waitlist-sync-v01.json": ["itad", "wished", 7],
  "itad-collection-sync-v01.json": ["itad", "owned", 2],
  "steam-wishlistdata-old-428550.json": ["json", "wished", 1],
  "steam-wishlist-saved-by-user-2026-08.json": ["json", "wished", 81],
  "steam-wishlist-enriched-RU-RUB-2026-08-22.json": ["json", "wished", 16],
  "steam-wishlist-with-hltb.csv": ["table", "owned", 3],
  "collection-title-only.csv": ["table", "owned", 1],
  "playnite-export-slice.json": ["playnite", "owned", 25],
  "plain-titles.txt": ["titles", "owned", 80],
};

describe.skipIf(!catalogue || !lists)("real files (spec/library 4.2)", async () => {
  // runs although its tests are skipped
  if (!catalogue || !lists) return;
  const { db } = await createTestDatabase();
  const user = await signInUser(db, "Ada");
  const text = (name: string) => readFileSync(`${lists}/${name}`, "utf8");
  const bySteam = new Map<number, string>();
  await importCatalogue(db, catalogue, { now });
  const { rows } = await db.execute<{ steam_appid: number; title: string }>("select steam_appid, title from games");
  for (const row of rows) if (row.steam_appid) bySteam.set(row.steam_appid, row.title);
  // a console game that the catalogue has for the PC
  await addCatalogue(db, [{ title: "Winback" }], now);

  test("every file is tested", () => {
    expect(
      readdirSync(lists)
        .filter((name) => !name.endsWith(".md"))
        .sort(),
    ).toEqual(Object.keys(files).sort());
  });

  test.each(Object.entries(files))("%s: %j", async (name, [format, as, games]) => {
    const read = await readText(text(name), undefined);
    expect([read.format, read.entries[0]!.as, read.entries.length]).toEqual([format, as, games]);
    const preview = await previewImport(db, user.id, { ...read, problems: [] });
    const { found, unsure, missing } = preview;
    expect(found.length + unsure.length + missing.length).toBeLessThanOrEqual(games);
    const asTitle = (title: string) => title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
    // entries with an appid match that game only; entries with only a title match by it
    for (const { name, game } of found) {
      const entry = read.entries.find(({ title, steamAppid }) => title === name || name.endsWith(`/${steamAppid}/`));
      const expected = entry?.steamAppid ? (bySteam.get(entry.steamAppid) ?? name) : name;
      expect(asTitle(game.title)).toBe(asTitle(expected));
    }
    const items = found.map(({ game, as }) => ({ gameId: game.id, as, addedAt: null }));
    const imported = { userId: user.id, source: "file", items, maxWishes: 1_000, now } as const;
    await importGames(db, imported);
    expect(await importGames(db, imported)).toMatchObject({ owned: 0, ignored: 0, wished: 0, refused: 0 });
  });

  test("a row about a console is uncertain", async () => {
    const read = await readText(text("collection-title-only.csv"), undefined);
    const preview = await previewImport(db, user.id, { ...read, problems: [] });
    expect(preview).toMatchObject({ found: [], unsure: [{ candidates: [{ title: "Winback" }] }] });
  });

  test("titles with and without appids match the same games", async () => {
    const found = async (name: string) => {
      const read = await readText(text(name), "owned");
      const preview = await previewImport(db, user.id, { ...read, problems: [] });
      return new Map(preview.found.map(({ name, game }) => [name, game.id]));
    };
    const byAppid = await found("steam-wishlist-saved-by-user-2026-08.json");
    const byTitle = await found("plain-titles.txt");
    expect(byTitle.size).toBeGreaterThan(20);
    for (const [name, id] of byTitle) if (byAppid.has(name)) expect([name, byAppid.get(name)]).toEqual([name, id]);
  });
});
