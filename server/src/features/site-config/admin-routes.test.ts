import { defaultSettings } from "contract/site-config/defaults.ts";
import type { SiteConfig } from "contract/site-config/schema.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { sql } from "../../platform/db/drizzle.ts";
import { byAll, startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { retryOn503 } from "../../test/hostile/retry-on-503.ts";
import { repeats } from "../../test/processes/soak.ts";
import { signInAdmin, signInUser } from "../../test/users.ts";
import { auditLog } from "../audit/table.ts";
import { seedSiteConfig } from "./seed.ts";
import { siteConfig } from "./table.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);
const other = await startTestApp(database);
const editor = await signInAdmin(db, "Editor", ["config.read", "config.write", "config.delete"]);
const second = await signInAdmin(db, "Second", ["config.read", "config.write"]);

const send = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object, user = editor) =>
  app.inject({ method, url: `/api/admin/config${path}`, headers: user.headers, ...(payload && { payload }) });
const list = async (query = ""): Promise<SiteConfig[]> => (await send("GET", query)).json().configs;
const read = async (key: string): Promise<SiteConfig> => (await send("GET", `/${key}`)).json().config;
const put = (key: string, value: unknown, more: object = {}) => send("PUT", `/${key}`, { value, ...more });
const own = { key: "own.setting", value: "x", type: "string", category: "own" };
const create = (fields: object = {}) => send("POST", "", { ...own, ...fields });
const lastEntries = async (count: number) =>
  (await db.select().from(auditLog).orderBy(sql`${auditLog.id} desc`).limit(count)).reverse();
const countEntries = () => db.$count(auditLog);

const savings = "pricing.default_savings_percentage";

beforeEach(async () => {
  await db.delete(siteConfig);
  await seedSiteConfig(db);
});

describe("the settings", () => {
  test("are searched by key and description, and filtered by category", async () => {
    expect((await list()).map(({ key }) => key).sort()).toEqual(Object.keys(defaultSettings).sort());
    await create({ description: "Für Ängste" });
    expect((await list("?search=ANGSTE%20own")).map(({ key }) => key)).toEqual(["own.setting"]);
    expect((await list("?category=features")).map(({ key }) => key)).toEqual([
      "features.mobile_wishlist",
      "features.registration",
    ]);
    expect((await send("GET", "/meta/categories")).json().categories).toContain("own");
  });

  test("are read by key or id", async () => {
    const config = await read(savings);
    expect(config).toMatchObject({ key: savings, type: "number", value: "60", required: false, version: 1 });
    expect(await read(String(config.id))).toEqual(config);
    expect((await send("GET", "/own.unknown")).statusCode).toBe(404);
    expect((await send("GET", "/999999")).statusCode).toBe(404);
  });
});

describe("a change", () => {
  test("is stored in its type's format and recorded", async () => {
    const response = await put(savings, " 62.50 ", { base_version: 1 });
    expect([response.statusCode, response.json().config]).toEqual([
      200,
      expect.objectContaining({ key: savings, value: "62.5", version: 2, last_modified: expect.any(String) }),
    ]);
    expect((await lastEntries(1))[0]).toMatchObject({
      userId: editor.id,
      action: "UPDATE",
      resourceType: "site_config",
      resourceKey: savings,
      resourceCategory: "pricing",
      oldValue: { value: "60" },
      newValue: { value: "62.5" },
    });
  });

  test.each([
    [savings, "sixty", "Value must be a valid number"],
    [savings, 101, "Value must be a number from 0 to 100"],
    ["features.registration", "yes", "Value must be true or false"],
    ["contact.email", 5, "Value must be a string"],
    ["contact.chat_url", "javascript:alert(1)", "Invalid URL format"],
  ])("of %s to %j is refused", async (key, value, msg) => {
    const before = await read(key);
    const count = await countEntries();
    const response = await put(key, value);
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { error: msg, code: "invalid", details: [{ path: "value", msg }] },
    ]);
    expect(await read(key)).toEqual(before);
    expect(await countEntries()).toBe(count);
  });

  test("that changes nothing is not recorded", async () => {
    const count = await countEntries();
    expect((await put(savings, "60.0")).json().config.version).toBe(1);
    expect(await countEntries()).toBe(count);
  });

  test("without a value is refused", async () => {
    expect((await send("PUT", `/${savings}`, {})).statusCode).toBe(400);
    expect((await read(savings)).value).toBe("60");
  });

  test("of an old version is refused with the current one", async () => {
    await put(savings, 40, { base_version: 1 });
    const response = await put(savings, 50, { base_version: 1 });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ code: "stale", current: { key: savings, value: "40", version: 2 } });
  });

  test("of a setting named like a secret is recorded without the value", async () => {
    await create({ key: "own.api_key", value: "hunter2" });
    await put("own.api_key", "hunter3");
    await send("DELETE", "/own.api_key");
    expect(JSON.stringify(await lastEntries(3))).not.toContain("hunter");
  });

  test("is rolled back when its audit entry cannot be written", async () => {
    await database.pool.query("alter table audit_log add constraint refused check (false) not valid");
    try {
      expect((await put(savings, 5)).statusCode).toBe(500);
      expect(await read(savings)).toMatchObject({ value: "60", version: 1 });
    } finally {
      await database.pool.query("alter table audit_log drop constraint refused");
    }
  });
});

describe("a bulk change", () => {
  const inBulk = async (values: Record<string, unknown>, more: object = {}) => {
    const ids = new Map((await list()).map(({ key, id }) => [key, id]));
    return send("PUT", "", {
      configs: Object.entries(values).map(([key, value]) => ({ id: ids.get(key) ?? 999_999, value, ...more })),
    });
  };

  test("changes all, with an entry each", async () => {
    const count = await countEntries();
    const response = await inBulk({ [savings]: "45", "features.registration": "0", "contact.email": "" });
    expect(response.json().configs.map(({ value, version }: SiteConfig) => [value, version])).toEqual([
      ["45", 2],
      ["false", 2],
      ["", 1],
    ]);
    expect(await countEntries()).toBe(count + 2);
  });

  test("changes nothing when one value is wrong, and names every wrong one", async () => {
    const response = await inBulk({
      [savings]: "45",
      "features.registration": "perhaps",
      "wishlist.max_items": "many",
    });
    expect([response.statusCode, response.json().details]).toEqual([
      400,
      [
        { path: "configs.1.value", msg: "Value must be true or false" },
        { path: "configs.2.value", msg: "Value must be a valid number" },
      ],
    ]);
    expect((await read(savings)).value).toBe("60");
  });

  test("reports a wrong type, an unknown type and an unknown setting", async () => {
    const [wrong, unknown, anonymous] = [
      await inBulk({ [savings]: "45" }, { type: "string" }),
      await inBulk({ [savings]: "45" }, { type: "color" }),
      await inBulk({ "own.unknown": "45" }, { type: "string" }),
    ];
    expect([wrong.statusCode, wrong.json().error]).toEqual([400, "The type of this setting is number"]);
    expect([unknown.statusCode, unknown.json().error]).toEqual([400, "Unknown configuration type"]);
    expect([anonymous.statusCode, anonymous.json().details]).toEqual([
      404,
      [{ path: "configs.0.id", msg: "Configuration not found" }],
    ]);
  });

  test("returns all that changed meanwhile", async () => {
    await put(savings, 40);
    const response = await inBulk({ "contact.email": "us@example.com", [savings]: 50 }, { base_version: 1 });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ code: "stale", current: [{ key: savings, value: "40" }] });
    expect((await read("contact.email")).value).toBe("");
  });
});

describe("a custom setting", () => {
  test("can be added and deleted by key or id, with an entry each", async () => {
    const created = (await create({ type: "json", value: { a: 1 }, description: " Why ", required: true })).json()
      .config;
    expect(created).toMatchObject({
      ...own,
      type: "json",
      value: '{\n  "a": 1\n}',
      description: "Why",
      required: true,
      version: 1,
    });
    expect((await put(own.key, " ")).json().error).toBe("This field is required");
    expect((await send("DELETE", `/${created.id}`)).statusCode).toBe(204);
    expect((await send("DELETE", `/${own.key}`)).statusCode).toBe(404);
    expect(await lastEntries(2)).toMatchObject([
      { action: "CREATE", resourceKey: own.key, oldValue: null, newValue: { value: created.value, required: true } },
      { action: "DELETE", resourceKey: own.key, oldValue: { value: created.value }, newValue: null },
    ]);
  });

  test.each([
    [{ key: "" }, 400, "Configuration key is required"],
    [{ key: undefined }, 400, "Configuration key is required"],
    [{ key: "my-key" }, 400, "Key must start with a letter and contain only letters, numbers, underscores, and dots"],
    [{ key: savings }, 409, "Configuration key already exists"],
    [{ category: undefined }, 400, "Category is required"],
    [{ type: "color" }, 400, "Unknown configuration type"],
    [{ type: "json", value: "{" }, 400, "Value must be valid JSON format"],
    [{ value: "", required: true }, 400, "This field is required"],
  ])("with %j is refused", async (fields, status, msg) => {
    const response = await create(fields);
    expect([response.statusCode, response.json().error]).toEqual([status, msg]);
    expect(response.json().details).toHaveLength(1);
  });

  test("added by concurrent calls is added once", async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => create()));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(7).fill(409)]);
  });
});

describe("settings take effect on every process within a second", () => {
  const shown = (site: typeof app) => async () => (await site.inject("/api/site")).json();

  test("public settings", async () => {
    await put(savings, 33);
    await put("features.mobile_wishlist", false);
    await put("site.sample_data", true);
    await put("contact.email", "us@example.com");
    await put("contact.chat_url", "https://chat.example.com");
    await put("social.network_url", "https://social.example.com/us");
    for (const site of [app, other]) {
      await expect.poll(shown(site), { timeout: 1_000, interval: 20 }).toEqual({
        default_savings_percentage: 33,
        imprint: false,
        mobile_wishlist: false,
        sample_data: true,
        demo: false,
        contact_email: "us@example.com",
        chat_url: "https://chat.example.com",
        network_url: "https://social.example.com/us",
        registration_open: true,
      });
    }
  });

  test("registration can be closed", async () => {
    await put("features.registration", "0");
    const register = () =>
      other.inject({
        method: "POST",
        url: "/api/auth/register",
        payload: { username: "Late", email: "late@example.com", password: "secret-7" },
      });
    const isOpen = async () => (await shown(other)()).registration_open;
    await expect.poll(byAll(isOpen), { timeout: 1_000 }).toBe(false);
    expect((await register()).statusCode).toBe(403);
  });

  test("the size of wishlists is limited", async () => {
    await put("wishlist.max_items", 1);
    const { headers } = await signInUser(db, "Collector");
    const [one = 0, two = 0] = await addCatalogue(db, [{ title: "One" }, { title: "Two" }]);
    const addGame = (gameId: number) =>
      other.inject({ method: "POST", url: "/api/wishlist", headers, payload: { gameId } });
    expect((await addGame(one)).statusCode).toBe(201);
    await expect.poll(async () => (await addGame(two)).statusCode, { timeout: 1_000 }).toBe(409);
  });

  test("a deleted one falls back to its default and is added again at the next start", async () => {
    await put(savings, 33);
    expect((await send("DELETE", `/${savings}`)).statusCode).toBe(204);
    const percentage = async () => (await shown(other)()).default_savings_percentage;
    await expect.poll(percentage, { timeout: 1_000, interval: 20 }).toBe(60);
    await seedSiteConfig(db);
    expect(await read(savings)).toMatchObject({ value: "60", version: 1 });
  });
});

const concurrent = repeats(40, 200);

test("concurrent changes by two administrators: none is lost, each is recorded with its predecessor", async () => {
  await create({ key: "own.counter", type: "number", value: 0 });
  const responses = await Promise.all(
    Array.from({ length: concurrent }, (_, index) =>
      retryOn503(() => send("PUT", "/own.counter", { value: index + 1 }, index % 2 ? editor : second)),
    ),
  );
  const created = responses.map((response) => response.json().config).sort((a, b) => a.version - b.version);
  expect(created.map(({ version }) => version)).toEqual(Array.from({ length: concurrent }, (_, index) => index + 2));
  const entries = (await lastEntries(concurrent)).map(({ oldValue, newValue }) => [oldValue, newValue]);
  const values = ["0", ...created.map(({ value }) => value)];
  expect(entries).toEqual(created.map(({ value }, index) => [{ value: values[index] }, { value }]));
});

test("concurrent changes with a base version: accepted ones are recorded, the others change nothing", async () => {
  await create({ key: "own.counter", type: "number", value: 0 });
  const count = await countEntries();
  const attempts = Array.from({ length: concurrent }, async (_, index) => {
    const { version } = (await retryOn503(() => send("GET", "/own.counter"))).json().config;
    return (await retryOn503(() => put("own.counter", index + 1, { base_version: version }))).statusCode;
  });
  const statuses = await Promise.all(attempts);
  const accepted = statuses.filter((status) => status === 200).length;
  expect(statuses.filter((status) => status === 409)).toHaveLength(concurrent - accepted);
  expect(accepted).toBeGreaterThan(0);
  expect(await countEntries()).toBe(count + accepted);
  expect((await read("own.counter")).version).toBe(accepted + 1);
});
