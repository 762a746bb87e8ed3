import { exportFormats, exportParts, type ImportTarget } from "contract/library/rules.ts";
import { expect, test } from "vitest";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { signInUser } from "../../test/users.ts";
import { importGames } from "./commands.ts";

const database = await createTestDatabase();
const { db } = database;
const ids = await addCatalogue(db, [
  { title: "Zeta", steamAppid: 30 },
  { title: 'A "quoted", title', steamAppid: 10 },
  { title: "=Formula™" },
  { title: "Ignored" },
]);
const app = await startTestApp(database);
const ada = await signInUser(db, "Ada");
const now = new Date("2026-03-01T12:00:00Z");
const items = ids.flatMap((gameId, n) => {
  const targets: readonly ImportTarget[] = n === 3 ? ["ignored"] : ["owned", "wished"];
  return targets.map((as) => ({ gameId, as, addedAt: null }));
});
await importGames(db, { userId: ada.id, source: "file", items, maxWishes: 100, now });

async function exported(part: string, format: string) {
  const url = `/api/library/export?part=${part}&format=${format}`;
  return (await app.inject({ url, headers: ada.headers })).json();
}

test("files have names and the formats that other sites read (spec/library 5)", async () => {
  const seconds = now.getTime() / 1_000;
  const wishes = await exported("wishlist", "itad");
  expect([wishes.name, wishes.type]).toEqual(["lootwise-wishlist-itad.json", "application/json"]);
  expect(JSON.parse(wishes.text)).toEqual({
    version: "02",
    data: [
      { title: "Zeta", gameid: ["steam", "app/30"], added: seconds },
      { title: 'A "quoted", title', gameid: ["steam", "app/10"], added: seconds },
      { title: "=Formula™", added: seconds },
    ],
  });
  expect(JSON.parse((await exported("wishlist", "steam")).text).response.items).toEqual([
    { appid: 30, priority: 1, date_added: seconds },
    { appid: 10, priority: 2, date_added: seconds },
  ]);
  expect((await exported("library", "csv")).text).toBe(
    [
      // glpi-project/glpi#24086, getodk/central#752: without a mark, spreadsheets garble it
      "\ufeffName,Source,GameId,Added",
      "'=Formula™,,,2026-03-01T12:00:00.000Z",
      '"A ""quoted"", title",Steam,10,2026-03-01T12:00:00.000Z',
      "Zeta,Steam,30,2026-03-01T12:00:00.000Z",
      "",
    ].join("\r\n"),
  );
});

test.each(exportParts.flatMap((part) => exportFormats.map((format) => [part, format] as const)))(
  "an export of the %s as %s is read back as the same games",
  async (part, format) => {
    const ben = await signInUser(db, `Ben-${part}-${format}`);
    const { text } = await exported(part, format);
    const url = "/api/library/import/preview";
    const payload = { source: "file", text };
    const { found } = (await app.inject({ method: "POST", url, headers: ben.headers, payload })).json();
    const expected = format === "steam" ? ids.slice(0, 2) : ids.slice(0, 3);
    expect(found.map(({ game }: { game: { id: number } }) => game.id).sort()).toEqual(expected);
    // all formats except tables and titles state whether games are owned or wished
    const target = format === "csv" || format === "titles" ? "owned" : part === "library" ? "owned" : "wished";
    expect(new Set(found.map(({ as }: { as: string }) => as))).toEqual(new Set([target]));
  },
);
