import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { eq } from "../../../platform/db/drizzle.ts";
import { accountCalls, password } from "../../../test/account-calls.ts";
import { startTestApp } from "../../../test/app.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { listQueuedMails } from "../../../test/servers/mails.ts";
import { signInAdmin } from "../../../test/users.ts";
import { auditLog } from "../../audit/table.ts";
import { apiKeys } from "./table.ts";

const database = await createTestDatabase();
const { db } = database;
const [gameId] = await addCatalogue(db, [{ title: "Portal", offers: { steam: { priceMinor: 999 } } }]);
const app = await startTestApp(database);
const { call, register } = accountCalls(app);

const scopes = ["read:catalogue", "read:lists", "write:lists"];

async function member() {
  const person = await register();
  await call("POST /api/auth/reauthenticate", { password }, person.token);
  const create = async (chosen = scopes, name = "Widget") => {
    const { status, body } = await call("POST /api/keys", { name, scopes: chosen }, person.token);
    expect(status).toBe(201);
    return body as { key: { id: number }; token: string };
  };
  return { ...person, create };
}

const listOf = async (token: string) => (await call("GET /api/keys", undefined, token)).body.keys;

test("a key is shown once and stored as a hash (spec/api 10.1)", async () => {
  const ann = await member();
  const { key, token } = await ann.create(["write:lists", "read:lists", "read:lists"], "  My\u202e script ");
  expect(token).toMatch(/^lw_[\w-]{43}$/);
  const expected = {
    id: expect.any(Number),
    name: "My script",
    start: token.slice(0, 7),
    scopes: ["read:lists", "write:lists"],
    createdAt: expect.any(String),
    lastUsedAt: null,
  };
  expect(key).toEqual(expected);
  expect(await listOf(ann.token)).toEqual([expected]);
  const [row] = await db.select().from(apiKeys).where(eq(apiKeys.id, key.id));
  expect(row?.tokenHash.equals(hash("sha256", token, "buffer"))).toBe(true);
  expect(JSON.stringify(row)).not.toContain(token.slice(8));
});

test("creating a key needs a recent re-authentication", async () => {
  const { token } = await register();
  const refused = await call("POST /api/keys", { name: "Widget", scopes }, token);
  expect([refused.status, refused.body.code]).toEqual([403, "reauthentication_required"]);
  expect(await listOf(token)).toEqual([]);
});

test.each([
  [{ scopes }, "name"],
  [{ name: " ", scopes }, "name"],
  [{ name: "x".repeat(65), scopes }, "name"],
  [{ name: "Widget" }, "scopes"],
  [{ name: "Widget", scopes: [] }, "scopes"],
  [{ name: "Widget", scopes: ["admin"] }, "scopes.0"],
])("%j is refused, naming %s", async (body, path) => {
  const { token } = await member();
  const refused = await call("POST /api/keys", body, token);
  expect([refused.status, refused.body.details[0].path]).toEqual([400, path]);
});

test("an account has at most 20 keys, even when they are created concurrently", async () => {
  const { token } = await member();
  const body = { name: "Widget", scopes };
  const results = await Promise.all(Array.from({ length: 24 }, () => call("POST /api/keys", body, token)));
  expect(results.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(results.filter(({ status }) => status === 409)).toHaveLength(4);
});

test("a key can make the calls of its scopes on behalf of its owner", async () => {
  const { token, create } = await member();
  const reader = (await create(["read:lists"])).token;
  const writer = (await create(["write:lists"])).token;
  expect((await call("POST /api/wishlist", { gameId }, writer)).status).toBe(201);
  expect((await call("GET /api/wishlist", undefined, reader)).body.items).toMatchObject([{ game_id: gameId }]);
  expect((await call("GET /api/wishlist", undefined, token)).body.total).toBe(1);
  const refused = await call("GET /api/wishlist", undefined, writer);
  expect([refused.status, refused.body]).toEqual([
    403,
    { error: "This API key needs the scope read:lists", code: "insufficient_scope" },
  ]);
});

test("keys have their own limits, which responses report (spec/api 10.4)", async () => {
  const { create } = await member();
  const { token } = await create(["read:catalogue"]);
  const first = (await call("GET /api/games", undefined, token)).headers;
  expect(first).toMatchObject({
    "ratelimit-limit": "300000",
    "ratelimit-remaining": "299999",
    "ratelimit-reset": "60",
  });
  expect(first["cache-control"]).toBe("private, no-cache");
  expect((await call("GET /api/wishlist", undefined, token)).headers).toHaveProperty("ratelimit-remaining");
  expect((await call("GET /api/games")).headers).not.toHaveProperty("ratelimit-limit");
});

test("the last use is written at most once an hour", async () => {
  const { token, create } = await member();
  const { key, token: secret } = await create();
  const lastUse = async () => (await listOf(token))[0].lastUsedAt;
  await call("GET /api/games", undefined, secret);
  await expect.poll(lastUse).not.toBe(null);
  const recent = new Date(Date.now() - 59 * 60_000);
  await db.update(apiKeys).set({ lastUsedAt: recent }).where(eq(apiKeys.id, key.id));
  await call("GET /api/games", undefined, secret);
  await call("GET /api/games", undefined, secret);
  expect(await lastUse()).toBe(recent.toISOString());
  await db
    .update(apiKeys)
    .set({ lastUsedAt: new Date(Date.now() - 61 * 60_000) })
    .where(eq(apiKeys.id, key.id));
  await call("GET /api/games", undefined, secret);
  await expect.poll(async () => new Date(await lastUse()) > recent).toBe(true);
});

test("a revoked key is invalid at once, even for public calls; revoking it again is a no-op", async () => {
  const ann = await member();
  const ben = await member();
  const { key, token: secret } = await ann.create();
  expect((await call(`DELETE /api/keys/${key.id}`, undefined, ben.token)).status).toBe(204);
  expect((await call("GET /api/games", undefined, secret)).status).toBe(200);
  for (const _ of [1, 2]) expect((await call(`DELETE /api/keys/${key.id}`, undefined, ann.token)).status).toBe(204);
  for (const route of ["GET /api/games", "GET /api/wishlist", "GET /api/auth/me"] as const) {
    const refused = await call(route, undefined, secret);
    expect([refused.status, refused.body.code]).toEqual([401, "unauthenticated"]);
  }
});

test("all keys can be revoked together", async () => {
  const ann = await member();
  const ben = await member();
  const others = await ben.create();
  await ann.create();
  await ann.create();
  expect((await call("DELETE /api/keys", undefined, ann.token)).status).toBe(204);
  expect(await listOf(ann.token)).toEqual([]);
  expect((await call("GET /api/games", undefined, others.token)).status).toBe(200);
});

test("the owner gets a mail about each new and revoked key, without the key", async () => {
  const ann = await member();
  const { key, token: secret } = await ann.create(["read:lists", "write:lists"]);
  await call(`DELETE /api/keys/${key.id}`, undefined, ann.token);
  await call("DELETE /api/keys", undefined, ann.token);
  const mails = (await listQueuedMails(db)).filter(
    ({ to, subject }) => to === ann.email && subject.includes("API key"),
  );
  expect(mails.map(({ subject }) => subject)).toEqual([
    "A new API key of your account at {brand}",
    "API keys of your account at {brand} were revoked",
  ]);
  expect(mails[0]?.paragraphs.join(" ")).toContain(
    "• Read your wishlist and your lists\n• Change your wishlist and your lists.",
  );
  expect(JSON.stringify(mails)).not.toContain(secret.slice(0, 7));
});

test("keys of administrators are audited and have no permissions", async () => {
  const root = await signInAdmin(db, "root", "everything");
  const session = root.headers.authorization.replace("Bearer ", "");
  const { token: secret, body } = await call("POST /api/keys", { name: "Key", scopes }, session).then((response) => ({
    token: response.body.token as string,
    ...response,
  }));
  await call(`DELETE /api/keys/${body.key.id}`, undefined, session);
  const entries = await db.select().from(auditLog).where(eq(auditLog.userId, root.id));
  expect(entries.map(({ description }) => description)).toEqual(["Created an API key", "Revoked an API key"]);
  expect(JSON.stringify(entries)).not.toContain(secret.slice(0, 7));
});

test("the export lists keys and their dates, without any usable part of the tokens", async () => {
  const ann = await member();
  const { key, token: secret } = await ann.create();
  const exported = (await call("GET /api/auth/export", undefined, ann.token)).body;
  expect(exported.apiKeys).toEqual([key]);
  expect(JSON.stringify(exported)).not.toContain(secret.slice(8));
});
