import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { titleKey } from "contract/games/rules.ts";
import { expect, test } from "vitest";
import { sql } from "../../platform/db/drizzle.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { createTestFolder } from "../../test/folder.ts";
import { repeats } from "../../test/processes/soak.ts";
import { sharedData } from "../../test/shared-data.ts";
import { importCatalogue } from "../imports/import-catalogue.ts";
import { importBundles } from "./commands-import.ts";
import { readBundleFile } from "./sources/read-file.ts";

const { db, pool } = await createTestDatabase();
const folder = await createTestFolder();
const now = new Date("2026-08-22T12:00:00Z");
const historyFile = sharedData("upstream/bundles/humble-choice-2015-2026.jsonl");
const catalogueFile = sharedData("catalogue/games-real.jsonl");

interface HistoryLine {
  name: string;
  steam_id: number | null;
}

/** The lines of the real catalogue: all, or in a short run those with an appid or a title of the history. */
async function catalogueLines(history: readonly HistoryLine[]): Promise<string[]> {
  const appids = new Set(history.map(({ steam_id }) => steam_id));
  const titles = new Set(history.map(({ name }) => titleKey(name)));
  const isAll = repeats(0, 1) === 1;
  const lines: string[] = [];
  for await (const line of createInterface(createReadStream(catalogueFile!))) {
    const { title, steam_appid } = JSON.parse(line);
    if (isAll || appids.has(steam_appid) || titles.has(titleKey(title))) lines.push(line);
  }
  return lines;
}

/** Imports the history, and returns its items that were matched with another appid than their own, and the counts. */
async function importHistory(history: readonly object[]) {
  await emptyTables(pool, ["bundles", "match_reviews"]);
  const text = history.map((line) => JSON.stringify(line)).join("\n");
  const read = await readBundleFile(new TextEncoder().encode(text), now);
  const counts = await importBundles(db, null, read, { now, from: "history", store: "humble" });
  const { rows } = await db.execute<{ item: string; game: string; appid: number }>(sql`
    select item.title as item, games.title as game, games.steam_appid as appid
    from bundle_items item join games on games.id = item.game_id order by item.id`);
  return { counts, matched: rows };
}

test.skipIf(!historyFile || !catalogueFile)(
  "all months of Humble are matched with the real catalogue, and none with a wrong game",
  { timeout: 600_000 },
  async () => {
    const history: HistoryLine[] = (await readFile(historyFile!, "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const lines = await catalogueLines(history);
    const file = await folder.write("games.jsonl", lines.join("\n"));
    await importCatalogue(db, file, { now, onProblem: () => {} });
    const known = new Set(lines.map((line) => JSON.parse(line).steam_appid));
    const appidsOf = Map.groupBy(history, ({ name }) => name);
    const wrong = ({ item, appid }: { item: string; appid: number }) =>
      !appidsOf.get(item)?.some(({ steam_id }) => steam_id === null || steam_id === appid);

    const byAppid = await importHistory(history);
    expect(byAppid.matched.filter(wrong)).toEqual([]);

    // by their titles alone: what is matched is the game of the appid, as far as the catalogue has it
    const byTitle = await importHistory(history.map((line) => ({ ...line, steam_id: null })));
    const isKnown = ({ item }: { item: string }) => appidsOf.get(item)!.some(({ steam_id }) => known.has(steam_id));
    expect(byTitle.matched.filter((match) => wrong(match) && isKnown(match))).toEqual([]);
    expect(byTitle.matched.length).toBeGreaterThan(byAppid.matched.length * 0.7);
  },
);
