import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { pageOf, sourceOf } from "../../test/servers/price-source.ts";
import { signInAdmin, type TestUser } from "../../test/users.ts";
import { sessions } from "../accounts/table.ts";
import { roleAssignments } from "../users/table.ts";
import { pollSource } from "./polls/commands-poll.ts";
import { registerSources, setPaused } from "./polls/commands-sources.ts";

const database = await createTestDatabase();
const { db } = database;
// two processes that both stream the changes; one of them makes them
const apps = [await startTestApp(database, { alone: true }), await startTestApp(database, { alone: true })];
const origins = await Promise.all(apps.map(listen));
await registerSources(db, [{ key: "gog", store: "gog", country: "US" }], new Date());

async function listen(app: FastifyInstance): Promise<string> {
  await app.listen({ port: 0, host: "127.0.0.1" });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

const path = "/api/admin/events";
const controllers: AbortController[] = [];
afterEach(() => {
  for (const controller of controllers.splice(0)) controller.abort();
});

/** Opens a stream and collects its text. */
async function open({ headers }: TestUser, origin = origins[0]!) {
  const controller = new AbortController();
  controllers.push(controller);
  const response = await fetch(origin + path, { headers, signal: controller.signal });
  const stream = { response, text: "", ended: false, close: () => controller.abort() };
  const collect = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body!) stream.text += decoder.decode(chunk);
    stream.ended = true;
  };
  if (response.ok) collect().catch(() => {});
  return stream;
}

const longTimeout = { timeout: 30_000 };
const pause = (paused: boolean) => setPaused(db, null, "gog", { paused }, async () => null);

test("every process streams a change, also one made by a third process", async () => {
  const user = await signInAdmin(db, "Reader", ["sources.read"]);
  const streams = await Promise.all(origins.map((origin) => open(user, origin)));
  for (const stream of streams) {
    expect(stream.response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(stream.response.headers.get("content-encoding")).toBeNull();
    await expect.poll(() => stream.text, longTimeout).toContain('event: source\ndata: {"key":"gog","state":"new"');
  }
  await pause(true);
  for (const stream of streams) await expect.poll(() => stream.text, longTimeout).toContain('"state":"paused"');
  await pause(false);
  await pollSource(db, sourceOf("gog", [pageOf([], { seen: 40 }), pageOf([], { seen: 2 })]), {
    connection: { connectionString: database.url },
    clock: () => new Date(),
    signal: new AbortController().signal,
  });
  for (const stream of streams) {
    await expect.poll(() => stream.text, longTimeout).toContain('"state":"waiting","seen":42,"changed":0');
  }
});

test("the token is only accepted in the header", async () => {
  const { headers } = await signInAdmin(db, "Addressed", ["sources.read"]);
  const token = headers.authorization.split(" ")[1];
  expect((await fetch(`${origins[0]}${path}?token=${token}&authorization=Bearer%20${token}`)).status).toBe(401);
});

test("a user without permission to read sources gets heartbeats only", async () => {
  const stream = await open(await signInAdmin(db, "Other", ["content.read"]));
  expect(stream.response.status).toBe(200);
  await expect.poll(() => stream.text.split(":\n\n").length, longTimeout).toBeGreaterThan(2);
  expect(stream.text).not.toContain("source");
});

test("a stream ends with its session", async () => {
  const user = await signInAdmin(db, "Leaving", ["sources.read"]);
  const stream = await open(user);
  await expect.poll(() => stream.text, longTimeout).toContain("event: source");
  await db.delete(sessions).where(eq(sessions.userId, user.id));
  await expect.poll(() => stream.ended, longTimeout).toBe(true);
  expect((await open(user)).response.status).toBe(401);
});

test("a stream ends when the permission is withdrawn, and cannot be opened without one", async () => {
  const user = await signInAdmin(db, "Demoted", ["sources.read"]);
  const stream = await open(user);
  await db.delete(roleAssignments).where(eq(roleAssignments.userId, user.id));
  await expect.poll(() => stream.ended, longTimeout).toBe(true);
  expect((await open(user)).response.status).toBe(403);
});

test("a stream does not keep an idle session alive", async () => {
  const user = await signInAdmin(db, "Idle", ["sources.read"]);
  const stream = await open(user);
  const hourAgo = new Date(Date.now() - 3_600_000);
  await db.update(sessions).set({ lastSeenAt: hourAgo }).where(eq(sessions.userId, user.id));
  const { length } = stream.text.split(":\n\n");
  await expect.poll(() => stream.ended || stream.text.split(":\n\n").length > length + 1, longTimeout).toBe(true);
  const [session] = await db.select().from(sessions).where(eq(sessions.userId, user.id));
  expect(session?.lastSeenAt).toEqual(hourAgo);
});

test("streams are limited per account and process", async () => {
  const user = await signInAdmin(db, "Many", ["sources.read"]);
  const streams = await Promise.all(Array.from({ length: 6 }, () => open(user)));
  expect(streams.map(({ response }) => response.status)).toEqual(Array(6).fill(200));
  const { response } = await open(user);
  expect([response.status, response.headers.get("retry-after")]).toEqual([429, "60"]);
  expect((await open(user, origins[1])).response.status).toBe(200);
  streams[0]!.close();
  await expect.poll(async () => (await open(user)).response.status, longTimeout).toBe(200);
});

test("a HEAD request opens no stream", async () => {
  const { headers } = await signInAdmin(db, "Heading", ["sources.read"]);
  for (let n = 0; n < 10; n += 1) {
    const response = await fetch(origins[0] + path, { method: "HEAD", headers });
    expect(response.status).toBe(200);
  }
});

test("a process ends its streams before it stops", async () => {
  const stream = await open(await signInAdmin(db, "Last", ["sources.read"]), origins[1]);
  await expect.poll(() => stream.text, longTimeout).toContain("event: source");
  await apps[1]!.close();
  await expect.poll(() => stream.ended, longTimeout).toBe(true);
});
