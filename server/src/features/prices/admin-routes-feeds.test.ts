import type { FeedPreview, ProductFeed } from "contract/prices/feed-schema.ts";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { desc, eq, inArray } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { secretKey } from "../../test/secret-key.ts";
import { startUpstream } from "../../test/servers/upstream-server.ts";
import { signInAdmin } from "../../test/users.ts";
import { auditLog } from "../audit/table.ts";
import { stores } from "../stores/table.ts";
import { registerSources } from "./polls/commands-sources.ts";
import { listSources } from "./polls/queries-sources.ts";
import { encryptFeeds } from "./product-feeds/commands-feeds.ts";
import { listFeedSettings } from "./product-feeds/queries-feeds.ts";
import { priceFeeds, productFeeds } from "./table.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const app = await startTestApp(database, { env: { WEBHOOK_ALLOW_PRIVATE: "on" } });
const strict = await startTestApp(database);
const editor = await signInAdmin(db, "Editor", ["sources.read", "sources.write"]);
const reader = await signInAdmin(db, "Reader", ["sources.read"]);
const stranger = await signInAdmin(db, "Stranger", ["prices.read", "prices.write"]);
const shop = await startUpstream();

/** Entries of the audit log before the test. */
let entriesBefore = 0;

beforeEach(async () => {
  entriesBefore = await db.$count(auditLog);
  await emptyTables(pool, ["games", "product_feeds", "price_feeds", "match_reviews"]);
});

const path = "/api/admin/catalogue/feeds";
type Method = "GET" | "POST" | "PUT" | "DELETE";
const send = (method: Method, what = "", payload?: object, user = editor, site = app) =>
  site.inject({ method, url: `${path}${what}`, headers: user.headers, ...(payload && { payload }) });
const secret = "4f3c2b1a09f8e7d6c5b4a392";
const address = `${shop.origin}/feed.csv?key=${secret}`;
const maskedAddress = `${shop.origin}/feed.csv?key=***`;
const fields = { store: "fanatical", country: "US", url: address };
const create = async (more: object = {}) => (await send("POST", "", { ...fields, ...more })).json().feed as ProductFeed;
const preview = async (more: object = {}) =>
  (await send("POST", "/preview", { ...fields, ...more })).json().preview as FeedPreview;
const entries = async () => (await db.$count(auditLog)) - entriesBefore;
const lastEntry = async () => (await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0]!;
const stored = async () => (await listFeedSettings(db, secretKey)).map(({ url }) => url);
const serve = (text: string, status = 200) =>
  shop.respondWith((_, response) => void response.writeHead(status).end(text));

test.each([
  ["GET", "", 200, 403],
  ["GET", "/1", 200, 403],
  ["POST", "", 403, 403],
  ["POST", "/preview", 403, 403],
  ["PUT", "/1", 403, 403],
  ["DELETE", "/1", 403, 403],
] as const)("%s %s needs its permission", async (method, what, byReader, byStranger) => {
  await create();
  const payload = method === "POST" || method === "PUT" ? fields : undefined;
  expect((await send(method, what, payload, reader)).statusCode).toBe(byReader);
  expect((await send(method, what, payload, stranger)).statusCode).toBe(byStranger);
});

describe("a feed", () => {
  test("is added, audited, and shown without its secret", async () => {
    const response = await send("POST", "", { ...fields, columns: { id: "sku" }, currency: "EUR" });
    expect(response.statusCode).toBe(201);
    expect(response.json().feed).toMatchObject({
      store: "fanatical",
      country: "US",
      url: maskedAddress,
      currency: "EUR",
      columns: { id: "sku" },
      source: "feed-fanatical-us",
      offers: null,
      version: 1,
    });
    const { feeds, stores, markets } = (await send("GET")).json();
    expect(feeds).toEqual([response.json().feed]);
    expect(stores).toContainEqual({ key: "fanatical", name: "Fanatical" });
    expect(markets).toEqual([{ country: "US", currency: "USD" }]);
    expect(await stored()).toEqual([address]);
    expect(await lastEntry()).toMatchObject({
      action: "CREATE",
      resourceType: "feed",
      resourceKey: "feed-fanatical-us",
    });
    const { rows } = await pool.query("select product_feeds::text as row from product_feeds");
    const log = await pool.query("select audit_log::text as row from audit_log");
    expect([...rows, ...log.rows].filter(({ row }) => row.includes(secret))).toEqual([]);
  });

  test("begins with what the pack of its store says about the feed", async () => {
    const feed = { columns: { id: "sku" }, currency: null, encoding: null, programme: "Ask the store.", licence: null };
    const before = { pack: null };
    onTestFinished(
      async () =>
        void (await db
          .update(stores)
          .set(before)
          .where(inArray(stores.key, ["eneba", "gog"]))),
    );
    await db
      .update(stores)
      .set({ pack: { countries: [], feed, source: "Read in 2025." } })
      .where(eq(stores.key, "eneba"));
    const withoutFeed = { countries: [], feed: null, source: "Its feed is JSON." };
    await db.update(stores).set({ pack: withoutFeed }).where(eq(stores.key, "gog"));
    const listed = (await send("GET")).json().stores;
    const about_feed = "Read in 2025. Ask the store.";
    expect(listed).toContainEqual({ key: "eneba", name: "Eneba", columns: { id: "sku" }, about_feed });
    expect(listed).toContainEqual({ key: "gog", name: "GOG", about_feed: "Its feed is JSON." });
  });

  test("keeps its secret when the masked address comes back", async () => {
    const { id } = await create();
    const { feed } = (await send("PUT", `/${id}`, { url: maskedAddress, currency: "GBP", base_version: 1 })).json();
    expect(feed).toMatchObject({ url: maskedAddress, currency: "GBP", version: 2 });
    expect(await stored()).toEqual([address]);
    expect((await lastEntry()).details).toEqual({ address_changed: false, loss_accepted: false });
    const changed = await send("PUT", `/${id}`, { url: `${shop.origin}/feed.csv?key=another` });
    expect(changed.json().feed.url).toBe(maskedAddress);
    expect(await stored()).toEqual([`${shop.origin}/feed.csv?key=another`]);
    expect((await lastEntry()).details).toEqual({ address_changed: true, loss_accepted: false });
  });

  test("in Windows-1252 is read by choice; a mark or a declaration decides otherwise", async () => {
    const row = "id,title,price\n1,Pok\u00e9mon \u0153,5 USD\n";
    // latin1 keeps the low byte of U+0153, which is S
    const old = Buffer.from(row, "latin1");
    old[old.indexOf("S,")] = 0x9c;
    const xml =
      "<rss><channel><item><id>1</id><title>Pok\u00e9mon \u00bd</title><price>5 USD</price></item></channel></rss>";
    const bodies: [Buffer, string | null, shown: string | null][] = [
      [old, "windows-1252", "Pok\u00e9mon \u0153"],
      [old, null, null],
      [old, "utf-8", null],
      [Buffer.from(row), "windows-1252", "Pok\u00c3\u00a9mon \u00c5\u201c"],
      [Buffer.from(`\ufeff${row}`), "windows-1252", "Pok\u00e9mon \u0153"],
      [Buffer.from(`\ufeff${row}`, "utf16le"), "windows-1252", "Pok\u00e9mon \u0153"],
      [Buffer.from(`<?xml version="1.0" encoding="utf-8"?>${xml}`), "windows-1252", "Pok\u00e9mon \u00bd"],
      [
        Buffer.from(`<?xml version="1.0" encoding="ISO-8859-15"?>${xml}`, "latin1"),
        "windows-1252",
        "Pok\u00e9mon \u0153",
      ],
      [Buffer.from(xml, "latin1"), "windows-1252", "Pok\u00e9mon \u00bd"],
    ];
    for (const [index, [body, encoding, title]] of bodies.entries()) {
      shop.respondWith((_, response) => void response.end(body));
      const { rows, problem } = await preview({ encoding });
      expect([index, rows[0]?.title ?? null]).toEqual([index, title]);
      expect(problem === null).toBe(title !== null);
    }
    const { id } = await create({ encoding: "windows-1252" });
    expect(await listFeedSettings(db, secretKey)).toMatchObject([{ encoding: "windows-1252" }]);
    await send("PUT", `/${id}`, { currency: "USD" });
    expect((await send("GET", `/${id}`)).json().feed.encoding).toBe("windows-1252");
    await send("PUT", `/${id}`, { encoding: null });
    const entry = await lastEntry();
    expect([entry.oldValue, entry.newValue]).toMatchObject([{ encoding: "windows-1252" }, { encoding: null }]);
    expect((await send("PUT", `/${id}`, { encoding: "klingon" })).statusCode).toBe(400);
  });

  test("refuses an address with masked parts", async () => {
    const { id } = await create();
    for (const [method, what] of [
      ["PUT", `/${id}`],
      ["POST", ""],
    ] as const) {
      const response = await send(method, what, { ...fields, country: "US", url: `${shop.origin}/other?key=***` });
      expect([response.statusCode, response.json().details[0]]).toEqual([
        400,
        { path: "url", msg: "Parts of the address are masked: enter it with its secrets" },
      ]);
    }
    expect(await stored()).toEqual([address]);
  });

  test("is changed by one of two concurrent editors; the other one gets the current state", async () => {
    const { id } = await create();
    const edits = [{ currency: "EUR" }, { currency: "GBP" }].map((edit) =>
      send("PUT", `/${id}`, { ...edit, base_version: 1 }),
    );
    const responses = await Promise.all(edits);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const [won, lost] = responses.sort((a, b) => a.statusCode - b.statusCode);
    expect(lost!.json()).toMatchObject({ code: "stale", current: won!.json().feed });
    expect(await entries()).toBe(2);
    const removed = await send("DELETE", `/${id}?base_version=1`);
    expect([removed.statusCode, removed.json().current.version]).toEqual([409, 2]);
    expect((await send("DELETE", `/${id}?base_version=2`)).statusCode).toBe(204);
    expect(await lastEntry()).toMatchObject({ action: "DELETE", description: "Removed the feed feed-fanatical-us" });
    expect((await send("GET", `/${id}`)).statusCode).toBe(404);
  });

  test("that was removed does not reappear as a source when a process still registers it", async () => {
    const { id, source } = await create();
    const registered = [{ key: source, store: "fanatical", country: "US" }];
    const register = () => registerSources(db, registered, new Date());
    const isListed = async () => (await listSources(db)).some(({ key }) => key === source);
    await register();
    expect(await isListed()).toBe(true);
    await send("DELETE", `/${id}`);
    await register();
    expect(await isListed()).toBe(false);
    await create();
    await register();
    expect(await isListed()).toBe(true);
  });

  test("that is saved unchanged leaves no audit entry", async () => {
    const { id } = await create();
    const { feed } = (await send("PUT", `/${id}`, { ...fields, url: maskedAddress })).json();
    expect([feed.version, await entries()]).toEqual([1, 1]);
  });

  test("is unique per store and market, and prevents deleting its store", async () => {
    await create();
    const again = await send("POST", "", fields);
    expect([again.statusCode, again.json().error]).toEqual([409, "fanatical has another feed for US"]);
    const { headers } = await signInAdmin(db, "Owner", ["stores.write"]);
    const deleted = await app.inject({ method: "DELETE", url: "/api/admin/stores/fanatical", headers });
    expect([deleted.statusCode, deleted.json().error]).toEqual([409, "Fanatical has a feed: remove that first"]);
  });

  test("from the old settings is encrypted at the next start", async () => {
    await db.insert(productFeeds).values({ store: "gog", country: "US", address, updatedAt: new Date() });
    expect(await stored()).toEqual([address]);
    await encryptFeeds(db, secretKey);
    expect(await stored()).toEqual([address]);
    expect((await db.select().from(productFeeds))[0]!.address).not.toContain("http");
  });

  test("whose address was encrypted with another key has no address until a new one is set", async () => {
    const { id } = await create();
    await db.update(productFeeds).set({ address: "bm90aGluZw" });
    expect((await send("GET", `/${id}`)).json().feed.url).toBeNull();
    expect(await stored()).toEqual([]);
    expect((await send("PUT", `/${id}`, { currency: "EUR" })).statusCode).toBe(400);
    expect((await send("PUT", `/${id}`, { url: address })).json().feed.url).toBe(maskedAddress);
  });
});

test.each<[what: string, fields: object, path: string, message: RegExp]>([
  ["an unknown store", { store: "nowhere" }, "store", /^Unknown store: nowhere$/],
  ["a market that is not enabled", { country: "SE" }, "country", /^SE is no enabled market$/],
  ["an invalid country", { country: "Sweden" }, "country", /code of a country/],
  ["an unknown currency", { currency: "XYZ" }, "currency", /^Unknown currency$/],
  ["an unknown column", { columns: { colour: "red" } }, "columns", /./],
  ["an invalid address", { url: "feed.csv" }, "url", /begins with https/],
  ["a file", { url: "file:///etc/passwd" }, "url", /begins with https/],
  ["plain HTTP", { url: "http://shop.example/feed" }, "url", /not a plain https address/],
  ["a login", { url: "https://ada:pass@shop.example/feed" }, "url", /not a plain https address/],
  ["a private address", { url: "https://192.168.0.1/feed" }, "url", /192\.168\.0\.1 is a private address/],
  ["a private address of IPv6", { url: "https://[fd00::1]/feed" }, "url", /fd00::1 is a private address/],
  ["a private name", { url: "https://localhost/feed" }, "url", /localhost is a private name/],
  ["a private name with a dot", { url: "https://LOCALHOST./feed" }, "url", /localhost is a private name/],
  ["a name of a private network", { url: "https://db.internal/feed" }, "url", /db\.internal is a private name/],
])("%s is rejected, and nothing changes", async (_, wrong, at, message) => {
  const { id } = await create();
  const before = await stored();
  for (const [method, what] of [
    ["POST", ""],
    ["POST", "/preview"],
    ["PUT", `/${id}`],
  ] as const) {
    const response = await send(
      method,
      what,
      { ...fields, url: "https://shop.example/feed", ...wrong },
      editor,
      strict,
    );
    expect(response.statusCode, response.body).toBe(400);
    const [detail] = response.json().details;
    expect([detail.path.split(".")[0], detail.msg]).toEqual([at, expect.stringMatching(message)]);
  }
  expect([await stored(), await entries()]).toEqual([before, 1]);
});

describe("a preview", () => {
  const header = "sku,title,price,availability\n";
  const columns = { id: "sku" };

  test("shows the first rows, the columns, and the changes, without writing anything", async () => {
    const [sable] = await addCatalogue(db, [{ title: "Sable" }, { title: "Road 96" }]);
    serve(
      `${header}k1,Sable,24.99 USD,in stock\nk2,Unheard Of,9.99 USD,\nk3,Road 96,9.99 EUR,\nk4,Road 96,1.00 USD,\n`,
    );
    const before = await pool.query("select xmin, * from games order by id");
    const seen = await preview({ columns });
    expect(seen).toMatchObject({
      problem: null,
      columns: ["sku", "title", "price", "availability"],
      read: 4,
      whole: true,
      considered: 4,
      matched: 2,
      unmatched: 1,
      changed: 2,
      price_changes: 2,
      refused: 1,
      refusals: [{ reason: "currency", count: 1 }],
    });
    expect(seen.rows).toMatchObject([
      { line: 2, product_id: "k1", title: "Sable", price: 24.99, currency: "USD", in_stock: true, game: { id: sable } },
      { line: 3, product_id: "k2", game: null, problem: null },
      { line: 4, product_id: "k3", price: null, problem: 'price: "9.99 EUR" is not in US dollars' },
      { line: 5, product_id: "k4", price: 1, game: { title: "Road 96" } },
    ]);
    expect((await pool.query("select xmin, * from games order by id")).rows).toEqual(before.rows);
    for (const table of ["offers", "price_history", "match_reviews", "staged_offers", "price_feeds", "product_feeds"]) {
      expect((await pool.query(`select from ${table}`)).rowCount).toBe(0);
    }
    expect(await entries()).toBe(0);
  });

  test.each<[what: string, text: string, status: number, problem: RegExp]>([
    ["a web page", "<!doctype html><title>Sign in</title>", 200, /is a web page, not a feed$/],
    ["JSON", '{"products":[]}', 200, /is JSON, not a feed$/],
    ["nothing", "", 200, /is empty$/],
    ["only a header", "sku,title,price\n", 200, /has no row$/],
    ["other columns", "ean,name,cost\n1,Sable,5\n", 200, /no row of it has the column id; they have ean, name, cost$/],
    ["rows in another currency only", `${header}k1,Sable,5 EUR,\n`, 200, /^the feed has no valid row$/],
    ["an error", "", 404, /responded with 404$/],
  ])("has the reason why %s is refused", async (_, text, status, problem) => {
    serve(text, status);
    const seen = await preview({ columns });
    expect(seen).toMatchObject({ problem: expect.stringMatching(problem), matched: 0, changed: 0 });
    expect(seen.problem).not.toContain(secret);
  });

  test("lists the columns of a feed whose columns are not mapped yet", async () => {
    serve("ean,name,cost\n1,Sable,5 USD\n");
    expect((await preview()).columns).toEqual(["ean", "name", "cost"]);
    expect(await preview({ columns: { id: "ean", title: "name", price: "cost" } })).toMatchObject({ problem: null });
  });

  test("refuses a feed that shrank by half, until an editor accepts the loss", async () => {
    const { id } = await create();
    await db.insert(priceFeeds).values({ store: "fanatical", country: "US", offers: 4, readAt: new Date() });
    serve("id,title,price\n1,Sable,5 USD\n2,Road 96,5 USD\n");
    const seen = await preview({ id, url: maskedAddress });
    expect(seen.problem).toBe("the feed has 2 good rows where it had 4: it has lost more than 30%");
    expect((await send("GET", `/${id}`)).json().feed.offers).toBe(4);
    const { feed } = (await send("PUT", `/${id}`, { accept_loss: true, base_version: 1 })).json();
    expect(feed).toMatchObject({ offers: null, version: 2 });
    expect((await lastEntry()).details).toEqual({ address_changed: false, loss_accepted: true });
    expect((await preview({ id, url: maskedAddress })).problem).toBeNull();
    expect(shop.calls.at(-1)!.url).toContain(secret);
  });

  test("is limited to two at a time", async () => {
    const waiting: (() => void)[] = [];
    shop.respondWith((_, response) => void waiting.push(() => response.end("id,price\n1,5 USD\n")));
    const first = [preview(), preview()];
    await expect.poll(() => waiting.length).toBe(2);
    expect((await send("POST", "/preview", fields)).statusCode).toBe(429);
    for (const finish of waiting) finish();
    expect((await Promise.all(first)).map(({ read }) => read)).toEqual([1, 1]);
  });
});

test("an unknown feed is a 404", async () => {
  for (const [method, what] of [
    ["GET", "/9"],
    ["PUT", "/9"],
    ["DELETE", "/9"],
  ] as const) {
    expect((await send(method, what, method === "PUT" ? { currency: null } : undefined)).statusCode).toBe(404);
  }
  expect((await send("POST", "/preview", { ...fields, id: 9 })).statusCode).toBe(404);
  expect(await db.select().from(productFeeds).where(eq(productFeeds.id, 9))).toEqual([]);
});
