import { readdir, readFile } from "node:fs/promises";
import { StorePack } from "contract/stores/pack.ts";
import { expect, test } from "vitest";
import { desc, eq } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { signInAdmin } from "../../test/users.ts";
import { auditLog } from "../audit/table.ts";
import { parsePack } from "./commands-packs.ts";
import { stores } from "./table.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database, { env: { ROLE: "web" } });
const root = await signInAdmin(db, "root", "everything");

const folder = new URL("../../../shipped/stores/", import.meta.url);
const shipped = await Promise.all(
  (await readdir(folder)).map(async (name) => ({ name, text: await readFile(new URL(name, folder), "utf8") })),
);

const pack: StorePack = {
  format: "store-pack-1",
  ...{ key: "own-shop", name: "Own Shop", kind: "keyshop", website: "https://own.example", color: "teal" },
  ...{ activation: ["steam-key"], reports_stock: true, countries: ["DE", "FR"] },
  feed: { columns: { id: "sku" }, currency: "EUR", encoding: null, programme: "Ask own.example", licence: null },
  source: "The shop itself",
};

async function send(payload: object, user = root) {
  const options = { method: "POST", url: "/api/admin/stores/import", headers: user.headers, payload } as const;
  const response = await app.inject(options);
  return { status: response.statusCode, body: response.json() };
}

const exported = async (key: string) =>
  (await app.inject({ url: `/api/admin/stores/${key}/pack`, headers: root.headers })).json();
const find = async (key: string) => (await db.select().from(stores).where(eq(stores.key, key)))[0];
const countEntries = () => db.$count(auditLog);

test("ten stores are shipped as packs under their keys, and importing them changes no fact of a new site", async () => {
  expect(shipped).toHaveLength(10);
  for (const { name, text } of shipped) {
    const read = parsePack(text);
    expect(name).toBe(`${read.key}.json`);
    const before = (await find(read.key))!;
    expect(await send({ pack: read })).toMatchObject({ status: 200, body: { added: false } });
    const { countries, feed, source } = read;
    expect(await find(read.key)).toEqual({ ...before, pack: { countries, feed, source } });
    expect(await exported(read.key)).toEqual(read);
  }
});

test("a new store is added disabled and audited, and leaves again as the same pack", async () => {
  expect(await send({ pack })).toMatchObject({ status: 200, body: { added: true, store: { enabled: false } } });
  expect(await exported("own-shop")).toEqual(pack);
  const [entry] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(entry).toMatchObject({ action: "CREATE", resourceKey: "own-shop", userId: root.id });
  expect(entry!.newValue).toMatchObject({ feed: pack.feed, countries: ["DE", "FR"] });
  const count = await countEntries();
  expect(await send({ pack })).toMatchObject({ status: 200, body: { added: false } });
  expect(await countEntries()).toBe(count);
});

test("a pack changes facts; place, link templates and whether the store is enabled stay", async () => {
  const templates = { "*": "https://go.example/?to={link}" };
  await db.update(stores).set({ enabled: true, linkTemplates: templates }).where(eq(stores.key, "own-shop"));
  const before = (await find("own-shop"))!;
  expect(await send({ pack: { ...pack, name: "Own" } })).toMatchObject({ status: 200 });
  const after = (await find("own-shop"))!;
  expect(after).toMatchObject({ name: "Own", enabled: true, linkTemplates: templates, position: before.position });
  expect(JSON.stringify(await exported("own-shop"))).not.toContain("go.example");
});

test.each([
  [{ pack: { ...pack, kind: "shop" } }, "pack.kind"],
  [{ pack: { ...pack, color: undefined } }, "pack.color"],
  [{ pack: { ...pack, format: "2" } }, "pack.format"],
  [{ pack: { ...pack, key: "Own Shop" } }, "pack.key"],
  [{ pack: { ...pack, website: "javascript:alert(1)" } }, "pack.website"],
  [{ pack: { ...pack, feed: { ...pack.feed, columns: { cost: "x" } } } }, "pack.feed.columns"],
  [{ pack: { ...pack, secret: 1 } }, "pack"],
  [{ address: "http://example.org/pack.json" }, "address"],
  [{ address: "https://127.0.0.1/pack.json" }, "address"],
  [{ address: "https://localhost/pack.json" }, "address"],
  [{}, "pack"],
  [{ pack, address: "https://example.org/pack.json" }, "pack"],
])("%o is refused, naming %s, and nothing is changed", async (payload, path) => {
  const before = [await countEntries(), await find("own-shop")];
  const { status, body } = await send(payload);
  expect(status).toBe(400);
  expect(body.details.map((detail: { path: string }) => detail.path)).toContain(path);
  expect([await countEntries(), await find("own-shop")]).toEqual(before);
});

test("a file that is no JSON, or lacks fields, is named", () => {
  expect(() => parsePack("{")).toThrow(/^pack: Expected a store as JSON/);
  expect(() => parsePack(JSON.stringify({ ...pack, name: "" }))).toThrow(/^pack\.name: Name is required/);
  expect(StorePack.safeParse(pack).success).toBe(true);
});

test("it needs the permission to change stores", async () => {
  const reader = await signInAdmin(db, "reader", ["stores.read"]);
  expect((await send({ pack }, reader)).status).toBe(403);
});
