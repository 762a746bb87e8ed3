import { createHash } from "node:crypto";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { type DumpManifest, type DumpRow, type DumpTable, dumpTableNames } from "contract/open-data/dump.ts";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { beforeAll, expect, test } from "vitest";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { createTestFolder } from "../../test/folder.ts";
import { auditLog } from "../audit/table.ts";
import { games } from "../games/table.ts";
import { markets } from "../markets/table.ts";
import { recordOffers } from "../prices/offers/commands.ts";
import { stores } from "../stores/table.ts";
import { exportDump, findDumpTime } from "./export.ts";
import { importDump } from "./import.ts";

const source = await createTestDatabase();
const target = await createTestDatabase();
const folder = await createTestFolder();
const dump = folder.path("data/open-data");
const dayMs = 24 * 3_600_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
const site = { name: "First", url: "https://first.example" };
const options = () => ({ now: new Date(), signal: AbortSignal.timeout(60_000) });

async function fillSource(): Promise<void> {
  const { db } = source;
  await db.update(markets).set({ enabled: true }).where(eq(markets.country, "DE"));
  const list = Array.from({ length: 40 }, (_, n) => ({
    title: `Game ${n} – „Ω“`,
    genre: n % 2 ? "RPG" : "Action",
    steamAppid: 100 + n,
    rating: 5 + (n % 5),
    reviewCount: 10 * n,
    alsoKnownAs: n === 3 ? "Third\nTroisième" : null,
    localizedTitles: n === 4 ? "ja: 缺氧" : null,
    tags: n === 5 ? "Hentai" : "Indie, Puzzle",
    releaseDate: "2020-02-29",
    offers: {
      steam: { priceMinor: 2_000 + n, regularMinor: 2_000 + n, link: `https://store.steampowered.com/app/${100 + n}` },
      gog: { priceMinor: 2_000 + n, regularMinor: 2_000 + n },
      cdkeys: { priceMinor: 900 + n, inStock: true },
    },
  }));
  const ids = await addCatalogue(db, list, daysAgo(400));
  await db.update(games).set({ parentId: ids[7]! }).where(eq(games.id, ids[2]!));
  await db.update(games).set({ hidden: true }).where(eq(games.id, ids[9]!));
  await db
    .update(games)
    .set({ explicit: true, overrides: { explicit: false } })
    .where(eq(games.id, ids[6]!));
  for (let days = 360; days > 5; days -= 60) {
    for (const [ago, cut] of [
      [days, 2],
      [days - 9, 1],
    ] as const) {
      const observed = ids.map((gameId, n) => ({
        gameId,
        store: "steam",
        priceMinor: Math.round((2_000 + n) / cut),
        regularMinor: 2_000 + n,
      }));
      await recordOffers(db, observed, { now: daysAgo(ago) });
    }
  }
  const german = { country: "DE", currency: "EUR", store: "gog", regularMinor: 1_999 };
  await recordOffers(db, [{ ...german, gameId: ids[1]!, priceMinor: 999 }], { now: daysAgo(30) });
  await recordOffers(db, [{ ...german, gameId: ids[1]!, priceMinor: 1_499 }], { now: daysAgo(0.5) });
  await recordOffers(db, [{ gameId: ids[0]!, store: "gog", priceMinor: 800, regularMinor: 2_000 }], {
    now: daysAgo(0.2),
  });
}

async function allow(...keys: string[]): Promise<void> {
  const licence = sql`case when key = any(${sql.param(keys)}::text[]) then 'CC0-1.0' end`;
  await source.db.update(stores).set({ openDataLicence: licence });
}

beforeAll(async () => {
  await fillSource();
  await allow("steam", "gog", "cdkeys");
  await mkdir(folder.path("data"));
  await exportDump(source.db, dump, { now: new Date(), site });
}, 60_000);

const manifestOf = async (path: string): Promise<DumpManifest> =>
  JSON.parse(await readFile(join(path, "manifest.json"), "utf8"));

async function linesOf(path: string, table: DumpTable): Promise<DumpRow[]> {
  const text = gunzipSync(await readFile(join(path, `${table}.jsonl.gz`))).toString();
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

test("the manifest states the counts, sums, schema and licences", async () => {
  const manifest = await manifestOf(dump);
  expect(manifest).toMatchObject({ format: "lootwise-open-data", version: 1, site });
  expect(manifest.sources.map(({ source, licence }) => [source, licence])).toEqual([
    ["catalogue", "CC0-1.0"],
    ["cdkeys", "CC0-1.0"],
    ["gog", "CC0-1.0"],
    ["steam", "CC0-1.0"],
  ]);
  expect(manifest.tables.map(({ name }) => name)).toEqual(dumpTableNames);
  for (const { name, rows, files, columns } of manifest.tables) {
    const lines = await linesOf(dump, name);
    expect([name, lines.length]).toEqual([name, rows]);
    expect(Object.keys(lines[0]!)).toEqual(columns.map((column) => column.name));
    for (const { name: file, bytes, sha256 } of files) {
      const content = await readFile(join(dump, file));
      expect([file, content.length, createHash("sha256").update(content).digest("hex")]).toEqual([file, bytes, sha256]);
    }
  }
  expect(await findDumpTime(dump)).toEqual(new Date(manifest.made_at));
  expect(await findDumpTime(folder.path("nothing"))).toBe(null);
});

test("hidden games are left out, and texts of stores", async () => {
  const rows = await linesOf(dump, "games");
  expect(rows).toHaveLength(39);
  expect(rows[0]).not.toHaveProperty("description");
});

test.each(dumpTableNames)("Parquet has the same rows of %s", async (table) => {
  const file = await asyncBufferFromFile(join(dump, `${table}.parquet`));
  const read = (await parquetReadObjects({ file })) as Record<string, unknown>[];
  const lines = await linesOf(dump, table);
  const types = new Map(
    (await manifestOf(dump)).tables.find(({ name }) => name === table)!.columns.map(({ name, type }) => [name, type]),
  );
  const asLine = (name: string, value: unknown) => {
    if (value === undefined || value === null) return null;
    if (types.get(name) === "day") return (value as Date).toISOString().slice(0, 10);
    return types.get(name) === "time" ? new Date(value as Date).toISOString() : value;
  };
  const asRead = (name: string, value: unknown) =>
    types.get(name) === "time" && value !== null ? new Date(String(value)).toISOString() : value;
  const mapped = (row: Record<string, unknown>, as: (name: string, value: unknown) => unknown) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, as(name, value)]));
  expect(read.map((row) => mapped(row, asLine))).toEqual(lines.map((row) => mapped(row, asRead)));
});

test("only prices of stores with a licence are written", async () => {
  await allow("gog");
  const path = folder.path("gog-only");
  await exportDump(source.db, path, { now: new Date(), site });
  for (const table of ["offers", "lows", "prices"] as const) {
    expect([table, new Set((await linesOf(path, table)).map(({ store }) => store))]).toEqual([table, new Set(["gog"])]);
  }
  expect((await linesOf(path, "bests")).map(({ country }) => country)).toEqual(["DE"]);
  await allow("steam", "gog", "cdkeys");
});

test("an earlier dump is replaced, anything else is not", async () => {
  const path = folder.path("again");
  await exportDump(source.db, path, { now: daysAgo(1), site });
  await exportDump(source.db, path, { now: new Date(), site });
  expect((await findDumpTime(path))!.getTime()).toBeGreaterThan(daysAgo(0.5).getTime());
  await mkdir(folder.path("full"));
  await folder.write("full/notes.txt", "mine");
  await expect(exportDump(source.db, folder.path("full"), { now: new Date(), site })).rejects.toThrow(
    /neither empty nor an earlier dump/,
  );
});

interface Break {
  /** Changes the lines of a table. */
  lines?: [DumpTable, (lines: string[]) => string[]];
  /** Whether the sums are those of the changed file. */
  isSealed?: false;
  manifest?: (manifest: DumpManifest) => void;
}

async function broken({ lines, isSealed, manifest: change }: Break): Promise<string> {
  const path = folder.path("broken");
  await rm(path, { recursive: true, force: true });
  await cp(dump, path, { recursive: true });
  const manifest = await manifestOf(path);
  if (lines) {
    const [table, edit] = lines;
    const name = `${table}.jsonl.gz`;
    const text = gunzipSync(await readFile(join(path, name))).toString();
    const content = gzipSync(edit(text.split("\n").filter(Boolean)).join("\n"));
    await writeFile(join(path, name), content);
    const file = manifest.tables.find((one) => one.name === table)!.files.find((one) => one.name === name)!;
    file.bytes = content.length;
    if (isSealed !== false) file.sha256 = createHash("sha256").update(content).digest("hex");
  }
  change?.(manifest);
  await writeFile(join(path, "manifest.json"), JSON.stringify(manifest));
  return path;
}

const edited = (line: number, part: DumpRow) => (lines: string[]) =>
  lines.map((text, n) => (n === line - 1 ? JSON.stringify({ ...JSON.parse(text), ...part }) : text));

test.each<[string, Break, RegExp]>([
  [
    "another sum",
    { lines: ["games", edited(1, { title: "Other" })], isSealed: false },
    /games\.jsonl\.gz: its SHA-256/,
  ],
  ["a wrong value", { lines: ["games", edited(3, { title: 5 })] }, /games\.jsonl\.gz line 3: title/],
  ["an unknown field", { lines: ["stores", edited(1, { secret: "x" })] }, /stores\.jsonl\.gz line 1: .*secret/],
  ["a script as a link", { lines: ["offers", edited(2, { link: "javascript:alert(1)" })] }, /offers.* line 2: link/],
  ["a price without a game", { lines: ["prices", edited(1, { game_id: 0 })] }, /prices.* line 1: game_id/],
  ["an absurd price", { lines: ["offers", edited(1, { price_minor: 2_000_000_000 })] }, /offers.* line 1: price_minor/],
  ["a repeated row", { lines: ["games", (all) => [all[0]!, ...all.slice(0, -1)]] }, /games.* line 2: is not in order/],
  ["a missing row", { lines: ["prices", (all) => all.slice(1)] }, /prices.*: has \d+ rows, not the \d+/],
  ["another row", { lines: ["games", (all) => [...all, all.at(-1)!]] }, /games.*: has more than the 39 rows/],
  [
    "a line that is no JSON",
    { lines: ["prices", (all) => ["{", ...all.slice(1)]] },
    /prices.* line 1: is not valid JSON/,
  ],
  ["a missing file", { manifest: ({ tables }) => void tables.pop() }, /manifest\.json: names no file prices/],
  [
    "a path in place of a name",
    { manifest: ({ tables }) => void Object.assign(tables[0]!.files[0]!, { name: "../x" }) },
    /manifest/,
  ],
  ["another format", { manifest: (one) => void Object.assign(one, { version: 2 }) }, /manifest\.json: version/],
  ["a base game that is missing", { lines: ["games", edited(1, { parent_id: 99_999 })] }, /belongs to game 99999/],
])("a dump with %s is refused, and nothing changes", async (_, change, message) => {
  await expect(importDump(target.db, await broken(change), options())).rejects.toThrow(message);
  expect(await target.db.$count(games)).toBe(0);
  expect(await target.db.$count(auditLog)).toBe(0);
});

test("a folder without a dump is refused", async () => {
  await expect(importDump(target.db, folder.path("nothing"), options())).rejects.toThrow(/manifest\.json of .*ENOENT/);
});

test("the files are served with caching while OPEN_DATA is on", async () => {
  const off = await startTestApp(source, { env: { DATA_DIR: folder.path("data") } });
  // an unknown address: the built pages lead home from it
  expect((await off.inject("/open-data/manifest.json")).statusCode).not.toBe(200);
  const on = await startTestApp(source, { env: { DATA_DIR: folder.path("data"), OPEN_DATA: "on" } });
  const { statusCode, headers } = await on.inject("/open-data/manifest.json");
  expect([statusCode, headers["cache-control"], headers["access-control-allow-origin"]]).toEqual([
    200,
    "public, max-age=3600",
    "*",
  ]);
  const again = { url: "/open-data/manifest.json", headers: { "if-none-match": String(headers.etag) } };
  expect((await on.inject(again)).statusCode).toBe(304);
  expect((await on.inject("/open-data/%2e%2e/secret")).statusCode).not.toBe(200);
});

test("a second site that starts from it, over HTTP, has equal lists, lows and verdicts", async () => {
  const env = { DATA_DIR: folder.path("data"), OPEN_DATA: "on" };
  const first = await startTestApp(source, { env, alone: true });
  await first.listen({ host: "127.0.0.1", port: 0 });
  const address = `http://127.0.0.1:${(first.server.address() as AddressInfo).port}/open-data/`;
  await importDump(target.db, address, options());
  const second = await startTestApp(target, { alone: true });
  // all of them; the hidden one is unknown to both
  const ids = Array.from({ length: 40 }, (_, n) => n + 1);
  let verdicts = 0;
  const urls = [
    ...["/api/games?limit=100", "/api/games?limit=100&country=DE", "/api/games?limit=100&sort=discount&order=DESC"],
    ...["/api/games?search=troisieme", "/api/games?official=true&limit=100", "/api/retailers", "/api/markets"],
    ...["best", "lows", "cuts", "dropped"].map((section) => `/api/deals?section=${section}&limit=50`),
    ...ids.flatMap((id) => [`/api/games/${id}`, `/api/games/${id}?country=DE`]),
    ...[1, 2].map((id) => `/api/games/${id}/price-history?days=3650`),
  ];
  for (const url of urls) {
    const [expected, found] = [(await first.inject(url)).json(), (await second.inject(url)).json()];
    expect([url, found]).toEqual([url, expected]);
    if (found.insight?.verdict) verdicts += 1;
  }
  expect(verdicts).toBeGreaterThan(30);
  const [entry] = await target.db.select().from(auditLog);
  expect(entry).toMatchObject({ action: "IMPORT", description: "Started the site from the open data of First" });
  await expect(importDump(target.db, dump, options())).rejects.toThrow(/has games already/);
});
