import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { eq } from "../../platform/db/drizzle.ts";
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

// in one test, because heartbeats take seconds
test("heartbeats end streams without a session or a permission, and keep no session alive", async () => {
  const [other, leaving, demoted, idle] = [
    await signInAdmin(db, "Other", ["content.read"]),
    await signInAdmin(db, "Leaving", ["sources.read"]),
    await signInAdmin(db, "Demoted", ["sources.read"]),
    await signInAdmin(db, "Idle", ["sources.read"]),
  ];
  const streams = {
    other: await open(other),
    leaving: await open(leaving),
    demoted: await open(demoted),
    idle: await open(idle),
  };
  expect(streams.other.response.status).toBe(200);
  for (const stream of [streams.leaving, streams.demoted, streams.idle])
    await expect.poll(() => stream.text, longTimeout).toContain("event: source");
  await db.delete(sessions).where(eq(sessions.userId, leaving.id));
  await db.delete(roleAssignments).where(eq(roleAssignments.userId, demoted.id));
  const hourAgo = new Date(Date.now() - 3_600_000);
  await db.update(sessions).set({ lastSeenAt: hourAgo }).where(eq(sessions.userId, idle.id));
  const heartbeats = ({ text }: { text: string }) => text.split(":\n\n").length;
  const before = heartbeats(streams.idle);

  await expect.poll(() => streams.leaving.ended, longTimeout).toBe(true);
  expect((await open(leaving)).response.status).toBe(401);
  await expect.poll(() => streams.demoted.ended, longTimeout).toBe(true);
  expect((await open(demoted)).response.status).toBe(403);
  await expect.poll(() => heartbeats(streams.other), longTimeout).toBeGreaterThan(2);
  expect(streams.other.text).not.toContain("source");
  await expect.poll(() => streams.idle.ended || heartbeats(streams.idle) > before, longTimeout).toBe(true);
  const [session] = await db.select().from(sessions).where(eq(sessions.userId, idle.id));
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
