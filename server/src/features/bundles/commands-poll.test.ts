import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { asc, eq } from "../../platform/db/drizzle.ts";
import { createHosts } from "../../platform/outgoing/hosts.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { startUpstream } from "../../test/servers/upstream-server.ts";
import { sharedData } from "../../test/shared-data.ts";
import { createClient } from "../prices/sources/client.ts";
import { changeBundle } from "./commands.ts";
import { pollBundles } from "./commands-poll.ts";
import { bundleReadings, bundles } from "./table.ts";

const { db, pool } = await createTestDatabase();
const upstream = await startUpstream();
const firstDay = Date.parse("2026-08-22T12:00:00Z");

beforeEach(() => emptyTables(pool, ["bundles", "bundle_readings", "match_reviews", "games"]));

/** Polls on a day, counted from the first; a number is a status. Returns what was logged. */
async function poll(body: string | number, day = 0, paths = ["/list"]): Promise<string[]> {
  upstream.respondWith(({ url }, response) => {
    if (typeof body === "number" || url === "/gone") response.writeHead(body === 500 ? 500 : 404).end();
    else response.end(body);
  });
  const clock = { now: Date.now, sleep: async () => {}, random: () => 0 };
  const logged: string[] = [];
  await pollBundles({
    db,
    env: { bundleSources: paths.map((path) => upstream.origin + path) },
    client: createClient({
      publicUrl: "https://games.example",
      paceMs: 0,
      clock,
      hosts: createHosts(Date.now, () => {}),
    }),
    log: { warn: (text: unknown) => void logged.push(String(text)) },
    signal: new AbortController().signal,
    clock: () => new Date(firstDay + day * 86_400_000),
  });
  return logged;
}

const titles = async () => (await db.select().from(bundles).orderBy(asc(bundles.title))).map(({ title }) => title);
const states = async () =>
  (await db.select().from(bundleReadings).orderBy(asc(bundleReadings.id))).map(({ state, seen }) => `${state} ${seen}`);

const names = (count: number) => Array.from({ length: count }, (_, n) => `Bundle ${"ABCDEFGHIJ"[n]}`);
const path = (title: string) => title.toLowerCase().replace(" ", "-");

/** Humble's page that lists bundles, with a bundle of books. */
function pageOf(bundleTitles: readonly string[]): string {
  const products = ["A Book", ...bundleTitles].map((title) => ({
    machine_name: title,
    tile_name: title,
    product_url: `/${title === "A Book" ? "books" : "games"}/${path(title)}`,
    category: "bundle",
    tile_stamp: title === "A Book" ? "books" : "games",
    "end_date|datetime": "2026-09-30T18:00:00",
  }));
  const json = JSON.stringify({ data: { games: { mosaic: [{ products }] } } });
  const script = `<script id="landingPage-json-data" type="application/json">${json}</script>`;
  return `<!doctype html><html><script>if (1 < 2) {}</script>${script}<script>{}</script></html>`;
}

/** A feed as those of Humble and Fanatical. */
const feedOf = (bundleTitles: readonly string[]) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Bundles</title>${bundleTitles
    .map(
      (title) => `<item><title>${title}</title><link>https://www.fanatical.com/en/bundle/${path(title)}</link></item>`,
    )
    .join("")}</channel></rss>`;

describe.each([
  ["page of Humble", pageOf],
  ["feed", feedOf],
])("a %s that lists bundles (spec/bundles 2)", (_, bodyOf) => {
  test("is read once a day; what is no longer listed stays", async () => {
    expect(await poll(bodyOf(names(10)))).toEqual([]);
    expect(await titles()).toEqual(names(10));
    await poll(bodyOf(names(3)), 0.9);
    expect(upstream.calls).toEqual([]);
    expect(await poll(bodyOf([...names(7), "Bundle K"]), 1)).toEqual([]);
    expect(await titles()).toEqual([...names(10), "Bundle K"]);
    expect(await states()).toEqual(["applied 10", "applied 8"]);
  });

  test("leaves a bundle that administrators changed as it is", async () => {
    await poll(bodyOf(names(1)));
    const [bundle] = await db.select().from(bundles);
    await changeBundle(db, null, bundle!.id, { fields: { title: "By hand" } }, new Date(firstDay));
    await poll(bodyOf(names(1)), 1);
    expect(await titles()).toEqual(["By hand"]);
  });

  test("is held when it is much shorter, unless it is as short the next day", async () => {
    await poll(bodyOf(names(10)));
    const [key] = (await db.select().from(bundles).where(eq(bundles.title, "Bundle A"))).map(({ seenAt }) => seenAt);
    expect(await poll(bodyOf(["Bundle A", "Bundle K"]), 1)).toEqual([
      expect.stringContaining("The list has 2 bundles, 80% fewer than the 10 of the last reading"),
    ]);
    const [held] = await db.select().from(bundles).where(eq(bundles.title, "Bundle A"));
    expect([held!.seenAt, await titles()]).toEqual([key, names(10)]);
    expect(await poll(bodyOf(["Bundle A", "Bundle K"]), 2)).toEqual([]);
    expect(await titles()).toEqual([...names(10), "Bundle K"]);
    expect(await states()).toEqual(["applied 10", "held 2", "applied 2"]);
  });
});

test.each<[string, body: string | number, state: string]>([
  ["that does not respond", 500, "failed 0"],
  ["that is unknown", 404, "failed 0"],
  ["that is empty", "", "failed 0"],
  ["whose JSON breaks off", '{"data": {"games": {"mosaic": [', "failed 0"],
  ["whose page breaks off", pageOf(names(10)).slice(0, 900), "failed 0"],
  ["whose feed breaks off", feedOf(names(10)).slice(0, 500), "failed 0"],
  ["that is another page", "<!doctype html><html><body>Log in</body></html>", "failed 0"],
  ["of an unknown format", '{"error": "busy"}', "failed 0"],
  ["without an entry", feedOf([]), "failed 0"],
  ["with books alone", pageOf([]), "held 0"],
])("a list %s changes nothing, on no day", async (_, body, state) => {
  await poll(feedOf(names(10)));
  const before = await db.select().from(bundles);
  for (const day of [1, 2]) expect(await poll(body, day)).toHaveLength(1);
  expect(await db.select().from(bundles)).toEqual(before);
  expect(await states()).toEqual(["applied 10", state, state]);
});

test("an address that fails keeps no other one from being read, and no key is stored or logged", async () => {
  const logged = await poll(feedOf(names(2)), 0, ["/gone", "/list?key=0123456789abcdef0123456789abcdef"]);
  expect(logged).toEqual([expect.stringContaining("/gone responded with 404")]);
  expect(await states()).toEqual(["failed 0", "applied 2"]);
  expect(JSON.stringify(await db.select().from(bundleReadings))).not.toContain("0123456789abcdef");
});

const folder = sharedData("upstream/bundles/README.md")?.replace("README.md", "");

test.skipIf(!folder)(
  "the stored feeds of Humble and Fanatical are imported, the stored page of books is held",
  async () => {
    const stored = (name: string) => readFileSync(folder + name, "utf8");
    expect(await poll(stored("humble-games.rss"), 0, ["/humble"])).toEqual([]);
    expect(await poll(stored("fanatical-games.rss"), 0, ["/fanatical"])).toEqual([]);
    expect(await poll(stored("humble-books-landing-2025-11-24.json"), 0, ["/books"])).toHaveLength(1);
    const stores = new Set((await db.select().from(bundles)).map(({ store }) => store));
    expect([...stores].sort()).toEqual(["fanatical", "humble"]);
  },
);
