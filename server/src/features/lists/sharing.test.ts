import { endpoints } from "contract/api.ts";
import { type Scope, scopes } from "contract/scopes.ts";
import { expect, test } from "vitest";
import { eq } from "../../platform/db/drizzle.ts";
import { addKey } from "../../test/api-keys.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { signInUser, type TestUser } from "../../test/users.ts";
import { users } from "../users/table.ts";
import { listShares } from "./table.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);
const other = await startTestApp(database);
const ada = await signInUser(db, "secretname");
const bob = await signInUser(db, "Bob");
const [alpha = 0, beta = 0, explicit = 0] = await addCatalogue(db, [
  { title: "Alpha", offers: { steam: { priceMinor: 2_000 } } },
  { title: "Beta", offers: { gog: { priceMinor: 999, regularMinor: 1_999 } } },
  { title: "Grown-up", tags: "Hentai" },
]);

type Method = "GET" | "POST" | "PUT" | "DELETE";

async function call(user: TestUser | null, method: Method, url: string, payload?: object, at = app) {
  const response = await at.inject({ method, url, headers: { ...user?.headers }, payload });
  const body = response.body === "" ? undefined : response.json();
  return { status: response.statusCode, body, headers: response.headers };
}

async function shareList(options: object = {}, gameIds = [alpha, beta]) {
  const { id } = (await call(ada, "POST", "/api/lists", { name: "Winter", description: "Snow" })).body.list;
  for (const gameId of gameIds) await call(ada, "POST", `/api/lists/${id}/items`, { gameId, notes: `note ${gameId}` });
  const { status, body } = await call(ada, "POST", `/api/lists/${id}/share`, options);
  expect(status).toBe(201);
  return { id: id as number, token: body.token as string };
}

const read = (token: string, query = "", user: TestUser | null = null) =>
  call(user, "GET", `/api/shared/${token}${query}`);

test("anyone with the link reads the list, and nothing of its owner (spec/lists 4.2)", async () => {
  const { token } = await shareList();
  expect(token).toMatch(/^[\w-]{43}$/);
  const { status, body, headers } = await read(token);
  expect(status).toBe(200);
  expect(headers["cache-control"]).toBe("no-store");
  expect(body.list).toEqual({ name: "Winter", description: "Snow", owner: null, is_gift: false });
  expect(body).toMatchObject({ total: 2, page: 1, totalPages: 1 });
  expect(body.items).toMatchObject([
    { game: { id: alpha, title: "Alpha", best_price: 20 }, notes: "" },
    { game: { id: beta, best_price: 9.99 }, notes: "" },
  ]);
  expect(JSON.stringify(body)).not.toMatch(/secretname|example\.com/i);
  expect((await read(token, "?limit=1&page=2")).body.items).toMatchObject([{ game: { id: beta } }]);
  expect((await read(token, "?country=XX")).status).toBe(400);
});

test("those with the link see the prices of the requested stores (spec/my-stores 2)", async () => {
  const { token } = await shareList();
  expect((await read(token, "?prices_of=steam")).body.items).toMatchObject([
    { game: { id: alpha, best_price: 20 } },
    { game: { id: beta, best_price: null, everywhere_best_price: 9.99, everywhere_best_store: "gog" } },
  ]);
  expect((await read(token, "?prices_of=nowhere")).status).toBe(400);
});

test("the owner chooses whether notes and the display name are shown; changing that keeps the link", async () => {
  await db.update(users).set({ displayName: "Ada L." }).where(eq(users.id, ada.id));
  const { id, token } = await shareList({ notes: true });
  expect((await read(token)).body).toMatchObject({
    list: { owner: "Ada L." },
    items: [{ notes: `note ${alpha}` }, {}],
  });
  const changed = await call(ada, "PUT", `/api/lists/${id}/share`, { name: false, notes: false });
  expect(changed.body.share).toMatchObject({ token, name: false, notes: false });
  expect((await read(token)).body).toMatchObject({ list: { owner: null }, items: [{ notes: "" }, {}] });
  expect((await call(ada, "GET", `/api/lists/${id}`)).body).toMatchObject({
    list: { shared: true },
    share: { token, notes: false, name: false },
  });
});

test("the database has the token only encrypted with the secret key", async () => {
  const { id, token } = await shareList();
  const [row] = await db.select().from(listShares).where(eq(listShares.listId, id));
  expect(JSON.stringify(row)).not.toContain(token);
  const foreignKey = await startTestApp(database, { env: { SECRET_KEY: "another-secret-key-of-32-characters" } });
  const { body } = await call(ada, "GET", `/api/lists/${id}`, undefined, foreignKey);
  expect(body.share).toMatchObject({ token: null, notes: false });
});

test.each<[Scope[], string[]]>([
  [["read:lists"], ["GET"]],
  [["write:lists"], ["PUT"]],
  [[...scopes], ["GET", "PUT"]],
])("an API key with %j never reads the link, which outlives the key", async (held, methods) => {
  const { id, token } = await shareList({ notes: true });
  const headers = { authorization: `Bearer ${await addKey(db, ada.id, held)}` };
  const responses: string[] = [];
  const open = endpoints.filter(({ scope }) => scope && held.includes(scope));
  for (const { route } of open) {
    const [method, path = ""] = route.split(" ") as [Method, string];
    if (!methods.includes(method)) continue;
    const url = path.replace("{id}", String(id)).replace(/\{\w+\}/, String(alpha));
    responses.push((await app.inject({ method, url, headers, payload: method === "PUT" ? {} : undefined })).body);
  }
  expect(responses.length).toBeGreaterThan(3);
  expect(responses.join()).not.toContain(token);
  if (methods.includes("GET")) {
    const { body } = await call({ ...ada, headers }, "GET", `/api/lists/${id}`);
    expect(body).toMatchObject({ list: { shared: true }, share: { token: null, notes: true } });
  }
  for (const method of ["POST", "PUT", "DELETE"] as const) {
    expect((await call({ ...ada, headers }, method, `/api/lists/${id}/share`, {})).status).toBe(403);
  }
  expect((await call(ada, "GET", `/api/lists/${id}`)).body.share.token).toBe(token);
});

test("an ended link stops working immediately, in every process and form (spec/lists 4.3)", async () => {
  const { id, token } = await shareList();
  const forms = [
    `/api/shared/${token}`,
    ...["rss", "atom", "json"].map((format) => `/feeds/lists/${token}.${format}`),
    `/images/lists/${token}/social`,
  ];
  for (const url of forms) {
    for (const at of [app, other]) {
      const response = await at.inject(url);
      expect([url, response.statusCode]).toEqual([url, 200]);
      expect(response.headers["cache-control"]).toMatch(/^(no-store|private, no-cache)$/);
    }
  }
  expect((await call(ada, "DELETE", `/api/lists/${id}/share`)).status).toBe(204);
  for (const url of forms) {
    for (const at of [app, other]) {
      const { statusCode, headers } = await at.inject({ url, headers: { "if-none-match": "*" } });
      expect([url, statusCode, headers["cache-control"]]).toEqual([url, 404, "no-store"]);
    }
  }
  expect((await call(ada, "DELETE", `/api/lists/${id}/share`)).status).toBe(204);
  expect((await call(ada, "PUT", `/api/lists/${id}/share`, { notes: true })).status).toBe(404);
});

test("a new link ends the former one; deleting the list ends both", async () => {
  const { id, token } = await shareList();
  const { token: next } = (await call(ada, "POST", `/api/lists/${id}/share`)).body;
  expect((await read(token)).status).toBe(404);
  expect((await read(next)).status).toBe(200);
  await call(ada, "DELETE", `/api/lists/${id}`);
  expect((await read(next)).status).toBe(404);
});

test.each(["x", "a".repeat(43), `${"a".repeat(42)}%2F`, "A".repeat(500)])("%s is no link", async (token) => {
  expect((await read(token)).status).toBe(404);
  expect((await app.inject(`/feeds/lists/${token}.rss`)).statusCode).toBe(404);
  expect((await app.inject(`/images/lists/${token}/social`)).statusCode).toBe(404);
});

test("explicit games are shown only to those who want to see them (spec/lists 4.2)", async () => {
  const { token } = await shareList({}, [explicit, alpha]);
  expect((await read(token)).body).toMatchObject({ total: 1, items: [{ game: { id: alpha } }] });
  await db.update(users).set({ showExplicitContent: true, birthday: "1980-01-01" }).where(eq(users.id, bob.id));
  expect((await read(token, "", bob)).body).toMatchObject({ total: 2 });
  expect((await app.inject(`/feeds/lists/${token}.json`)).body).not.toContain("Grown-up");
});

test("a signed-in user copies the games, and of the owner's texts only the name (spec/lists 4.5)", async () => {
  const { token } = await shareList({ notes: true });
  expect((await call(null, "POST", `/api/shared/${token}/copy`)).status).toBe(401);
  const { status, body } = await call(bob, "POST", `/api/shared/${token}/copy`);
  expect(status).toBe(201);
  expect(body.list).toMatchObject({ name: "Winter", description: "", shared: false, game_ids: [alpha, beta] });
  const { items } = (await call(bob, "GET", `/api/lists/${body.list.id}/items`)).body;
  expect(items).toMatchObject([
    { game_id: alpha, notes: "", display_order: 1 },
    { game_id: beta, notes: "", display_order: 2 },
  ]);
  expect((await call(bob, "POST", `/api/shared/${"b".repeat(43)}/copy`)).status).toBe(404);
});

test("the feed of a list has its games with prices, and shared caches may not store it", async () => {
  const { token } = await shareList();
  const feed = await app.inject(`/feeds/lists/${token}.json`);
  expect(feed.headers).toMatchObject({ "cache-control": "private, no-cache", "x-robots-tag": "noindex" });
  expect(feed.json()).toMatchObject({ title: expect.stringContaining("Winter") });
  expect(feed.json().home_page_url).toContain(`/shared/${token}`);
  expect(
    feed
      .json()
      .items.map(({ title }: { title: string }) => title)
      .toSorted(),
  ).toEqual(["Alpha: $20.00 at Steam", "Beta: $9.99 at GOG (−50%)"]);
  const headers = { "if-none-match": String(feed.headers.etag) };
  expect((await app.inject({ url: `/feeds/lists/${token}.json`, headers })).statusCode).toBe(304);
});
