import { readFile } from "node:fs/promises";
import type { StorePack } from "contract/stores/pack.ts";
import { beforeEach, expect, test } from "vitest";
import { addCatalogue } from "../test/catalogue.ts";
import { runCli } from "../test/cli.ts";
import { createTestDatabase, emptyTables } from "../test/database.ts";
import { createTestFolder } from "../test/folder.ts";

const { db, pool, url } = await createTestDatabase();
const folder = await createTestFolder();

beforeEach(() => emptyTables(pool, ["games"]));

/** Runs `npm run cli --` with these arguments. */
const cli = (...args: string[]) => runCli(args, { DATABASE_URL: url, INIT_CWD: folder.path(".") });

const storeOf = async (key: string) => (await pool.query("select * from stores where key = $1", [key])).rows[0];
const lastEntries = async (count: number) =>
  (await pool.query("select * from audit_log order by id desc limit $1", [count])).rows.reverse();

test("a store is added, changed, moved and listed, with audit entries without a user", {
  timeout: 180_000,
}, async () => {
  expect(
    await cli(
      ...["stores", "add", "own-shop", "--name", "Own Shop", "--kind", "keyshop", "--website", "https://own.example"],
      ...["--activation", "steam-key, drm-free", "--color", "teal", "--reports-stock"],
      ...["--link-template", "https://go.example/?to={link}", "--link-template", "GB=https://go.example/uk/{link}"],
    ),
  ).toEqual({ code: 0, out: "Added Own Shop as store 47, disabled.\n", err: "" });
  expect(await storeOf("own-shop")).toMatchObject({
    website: "https://own.example",
    activation: ["steam-key", "drm-free"],
    color: "teal",
    reports_stock: true,
    link_templates: { "*": "https://go.example/?to={link}", GB: "https://go.example/uk/{link}" },
    enabled: false,
  });
  const change = ["--no-reports-stock", "--enable", "--link-template", "DE=https://go.example/de/{link}"];
  expect(await cli("stores", "set", "own-shop", ...change, "--position", "2")).toEqual({
    code: 0,
    out: "Own Shop is store 2 of 47, enabled.\n",
    err: "",
  });
  const { reports_stock, enabled, link_templates } = await storeOf("own-shop");
  expect([reports_stock, enabled, Object.keys(link_templates)]).toEqual([false, true, ["*", "DE", "GB"]]);
  const listed = await cli("stores", "list");
  expect(listed.out).toMatch(/^1 +steam +Steam +official +0 offers +enabled\n2 +own-shop +Own Shop +keyshop +0 offers/);
  expect(await cli("stores")).toEqual(listed);
  expect(await lastEntries(3)).toMatchObject([
    { user_id: null, action: "CREATE", resource_type: "store", resource_key: "own-shop" },
    { user_id: null, action: "UPDATE", resource_type: "store", resource_key: "own-shop" },
    { user_id: null, action: "UPDATE", resource_type: "store", description: "Changed the order of the stores" },
  ]);
});

test("offers of a disabled store leave the lists", { timeout: 180_000 }, async () => {
  await addCatalogue(db, [{ title: "Sable", offers: { steam: { priceMinor: 1500 }, gog: { priceMinor: 900 } } }]);
  const best = async () => (await pool.query("select best_store, best_minor from game_prices")).rows[0];
  expect(await cli("stores", "set", "gog", "--disable")).toMatchObject({ code: 0, err: "" });
  expect(await best()).toEqual({ best_store: "steam", best_minor: 1500 });
  expect(await cli("stores", "set", "gog", "--enable")).toMatchObject({ code: 0, err: "" });
  expect(await best()).toEqual({ best_store: "gog", best_minor: 900 });
});

const shipped = new URL("../../shipped/stores/gamersgate.json", import.meta.url);
const readShipped = async () => JSON.parse(await readFile(shipped, "utf8")) as StorePack;

test("a store leaves as a pack and comes in again as the same one", { timeout: 180_000 }, async () => {
  const pack = { ...(await readShipped()), key: "gate-two", name: "Gate Two" };
  await folder.write("gate.json", JSON.stringify(pack));
  const hint = "Show its prices with: npm run cli -- stores set gate-two --enable\n";
  expect(await cli("stores", "import", "gate.json")).toEqual({
    code: 0,
    out: `Added Gate Two, disabled. ${hint}`,
    err: "",
  });
  const exported = await cli("stores", "export", "gate-two");
  expect(exported).toMatchObject({ code: 0, err: "" });
  expect(JSON.parse(exported.out)).toEqual(pack);
  await folder.write("again.json", exported.out);
  await pool.query("delete from stores where key = 'gate-two'");
  expect(await cli("stores", "import", "again.json")).toMatchObject({ code: 0, err: "" });
  expect((await cli("stores", "export", "gate-two")).out).toBe(exported.out);
  const before = await lastEntries(1);
  expect(await cli("stores", "import", "again.json")).toMatchObject({
    out: "Gate Two has the facts of the pack, disabled.\n",
  });
  expect(await lastEntries(1)).toEqual(before);
});

test.each<[string, string | ((pack: StorePack) => object), string]>([
  ["cut off", '{"format": "store-pack-1", "key"', "broken.json: pack: Expected a store as JSON"],
  ["of another format", (pack) => ({ ...pack, format: "2" }), 'broken.json: pack.format: Expected "store-pack-1"'],
  [
    "with two wrong fields",
    (pack) => ({ ...pack, kind: "shop", name: "" }),
    "pack.name: Name is required; pack.kind: ",
  ],
  ["with a field too many", (pack) => ({ ...pack, secret: 1 }), 'broken.json: pack: Unrecognized key: "secret"'],
])("a pack that is %s is refused, naming file and field, and nothing changes", async (_, broken, message) => {
  const content = typeof broken === "string" ? broken : JSON.stringify(broken(await readShipped()));
  await folder.write("broken.json", content);
  const before = [await storeOf("gamersgate"), await lastEntries(1)];
  const run = await cli("stores", "import", "broken.json");
  expect(run).toMatchObject({ code: 1, out: "", err: expect.stringContaining(message) });
  expect(run.err.split("\n")).toHaveLength(2);
  expect([await storeOf("gamersgate"), await lastEntries(1)]).toEqual(before);
});

test.each([
  [["stores", "import", "missing.json"], "missing.json cannot be read (ENOENT)"],
  [["stores", "import", "http://example.org/pack.json"], "address: "],
  [["stores", "export", "nowhere"], "There is no store nowhere"],
  [["stores", "add", "x", "--name", "X"], "required option '--kind <kind>' not specified"],
  [["stores", "add", "x", "--name", "X", "--kind", "pirate"], "option '--kind <kind>' argument 'pirate' is invalid."],
  [
    ["stores", "add", "Own Shop", "--name", "X", "--kind", "keyshop"],
    "'Own Shop' is invalid for argument 'key'. Expected the key of a store",
  ],
  [["stores", "add", "gog", "--name", "X", "--kind", "keyshop"], "There is a store gog already"],
  [["stores", "set", "gog", "--website", "gog.com"], "option '--website <url>' argument 'gog.com' is invalid."],
  [
    ["stores", "set", "gog", "--link-template", "https://x.example"],
    "option '--link-template <url>' argument 'https://x.example' is invalid. Expected an https address with {link}",
  ],
  [["stores", "set", "gog", "--color", "mauve"], "option '--color <color>' argument 'mauve' is invalid."],
  [["stores", "set", "gog", "--position", "first"], "option '--position <n>' argument 'first' is invalid."],
  [["stores", "set", "gog", "--enable", "--disable"], "option '--enable' cannot be used with option '--disable'"],
  [["stores", "set", "gog"], "Nothing to change; specify an option, such as --enable"],
  [["stores", "set", "nowhere", "--enable"], "There is no store nowhere"],
  [["import", "prices", "x.csv", "--store", "nowhere"], '--store: unknown store "nowhere"; list stores with: '],
  [
    ["import", "prices", "x.csv", "--store", "gog", "--country", "ZZ"],
    '--country: unknown market "ZZ"; list markets with: ',
  ],
  [["import", "history", "x.csv", "--country", "Britain"], "option '--country <code>' argument 'Britain' is invalid."],
  [["matches", "list", "--store", "nowhere"], '--store: unknown store "nowhere"'],
  [["sync", "--store", "nowhere"], '--store: unknown store "nowhere"'],
])("%j fails with a clear line", async (args, message) => {
  expect(await cli(...args)).toMatchObject({ code: 1, out: "", err: expect.stringContaining(message) });
});

test("a feed goes in for any store and country, in its currency", { timeout: 180_000 }, async () => {
  const [sable] = await addCatalogue(db, [{ title: "Sable", steamAppid: 757310 }]);
  await folder.write("feed.csv", "id,title,price,steam_appid\nk1,Sable,8.50 GBP,757310\nk2,Sable,9.00 USD,757310\n");
  const args = ["import", "prices", "feed.csv", "--store", "eneba", "--country", "gb"];
  expect(await cli(...args)).toMatchObject({ code: 0, out: expect.stringMatching(/offers changed +1\n/) });
  const { rows } = await pool.query("select game_id, country, store, currency, price_minor from offers");
  expect(rows).toEqual([{ game_id: sable, country: "GB", store: "eneba", currency: "GBP", price_minor: 850 }]);
});

test("sync reports when no source covers a store and country", { timeout: 180_000 }, async () => {
  expect(await cli("sync", "--store", "eneba", "--country", "GB")).toEqual({
    code: 0,
    out: "No source is configured for store eneba and country GB; add a price file in the panel or set its URL\n",
    err: "",
  });
});
