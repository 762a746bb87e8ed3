import type { PolledSource, SourceRun } from "contract/prices/source-schema.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { eq, gt, sql } from "../../platform/db/drizzle.ts";
import { trySessionLock } from "../../platform/db/session-lock.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { signInAdmin } from "../../test/users.ts";
import { auditLog } from "../audit/table.ts";
import { registerSources } from "./polls/commands-sources.ts";
import { pollLock } from "./polls/queries-sources.ts";
import { offers, pricePolls, priceSources } from "./table.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const app = await startTestApp(database);
const editor = await signInAdmin(db, "Editor", ["sources.read", "sources.write"]);
const reader = await signInAdmin(db, "Reader", ["sources.read"]);
const stranger = await signInAdmin(db, "Stranger", ["prices.read", "prices.write"]);

const steam = { key: "steam", store: "steam", country: "US" };
const giveaways = { key: "epic", store: "other", country: "US" };
const hourMs = 3_600_000;
const start = Date.now();
const ago = (hours: number) => new Date(start - hours * hourMs);

/** Entries of the audit log before the test. */
let entriesBefore = 0;

beforeEach(async () => {
  entriesBefore = await db.$count(auditLog);
  await emptyTables(pool, ["games", "price_sources", "price_polls"]);
  await registerSources(db, [steam, giveaways], new Date());
});

const path = "/api/admin/catalogue/sources";
const list = async () => {
  const response = await app.inject({ url: path, headers: reader.headers });
  return response.json().sources as PolledSource[];
};
const find = async (key: string) => (await list()).find((source) => source.key === key)!;
const send = (method: "POST" | "PUT", what: string, payload?: object, user = editor) =>
  app.inject({ method, url: `${path}/${what}`, headers: user.headers, ...(payload && { payload }) });
const entries = async () => (await db.$count(auditLog)) - entriesBefore;

type NewPoll = Partial<typeof pricePolls.$inferInsert>;
const addPoll = (poll: NewPoll = {}) =>
  db.insert(pricePolls).values({ source: "steam", store: "steam", startedAt: ago(1), ...poll });
const done = { state: "done", startedAt: ago(2), finishedAt: ago(1), complete: true } as const;

describe("the list", () => {
  test("has each source with its state, its schedule and its last run", async () => {
    const refusals = [{ reason: "price" as const, count: 2, example: "App 7 has no plausible price" }];
    await addPoll({ ...done, seen: 90, changed: 7, unmatched: 3, refused: 2, refusals });
    const [epic, first] = await list();
    expect(epic).toMatchObject({ key: "epic", name: "Epic giveaways", state: "new", last_run: null });
    expect(first).toMatchObject({
      ...steam,
      name: "Steam",
      state: "waiting",
      schedule: { hours: 6, setting: "sync.steam" },
      paused: false,
      failures: 0,
      last_run: { duration_seconds: 3600, seen: 90, changed: 7, unmatched: 3, refused: 2, refusals, problem: null },
    });
    expect(Date.parse(first!.next_run_at!)).toBe(done.startedAt.getTime() + 6 * hourMs);
  });

  test("has a sentence about the freshness of the offers", async () => {
    const titles = ["A", "B", "C", "D"];
    await addCatalogue(
      db,
      titles.map((title) => ({ title, offers: { steam: { priceMinor: 100 } } })),
    );
    await db.update(offers).set({ lastSeenAt: ago(1) });
    await db.execute(
      sql`update offers set last_seen_at = ${ago(25)} where game_id = (select min(game_id) from offers)`,
    );
    expect((await find("steam")).health).toBe("Steam: 3 of 4 offers checked in the last 24 hours");
    await addPoll({ ...done, source: "epic", store: "other", seen: 1_200, changed: 2 });
    expect((await find("epic")).health).toBe("Epic giveaways: 1,200 read and 2 changed in the last 24 hours");
  });

  test("distinguishes running from interrupted polls by whether a process holds the lock", async () => {
    await addPoll();
    expect((await find("steam")).state).toBe("interrupted");
    const lock = await trySessionLock({ connectionString: database.url }, pollLock("steam"));
    expect(await find("steam")).toMatchObject({ state: "running", next_run_at: null });
    await lock!.release();
  });

  test("leaves out sources that no process has registered in the last day", async () => {
    await db
      .update(priceSources)
      .set({ registeredAt: ago(25) })
      .where(eq(priceSources.key, "epic"));
    expect((await list()).map(({ key }) => key)).toEqual(["steam"]);
    expect((await app.inject({ url: `${path}/epic`, headers: reader.headers })).statusCode).toBe(404);
    await registerSources(db, [giveaways], new Date());
    expect(await list()).toHaveLength(2);
  });
});

test("a source has its runs of the last 30 days, the latest first", async () => {
  await addPoll({ ...done, startedAt: ago(31 * 24), seen: 1 });
  await addPoll({ ...done, startedAt: ago(29 * 24), seen: 2 });
  await addPoll({ ...done, state: "failed", complete: false, problem: "HTTP 503", seen: 3 });
  const response = await app.inject({ url: `${path}/steam`, headers: reader.headers });
  const { source, runs } = response.json() as { source: PolledSource; runs: SourceRun[] };
  expect(source).toMatchObject({ key: "steam", state: "failed" });
  expect(runs).toMatchObject([{ seen: 3, problem: "HTTP 503", state: "failed" }, { seen: 2 }]);
});

describe("a requested run", () => {
  test("is queued once, and audited", async () => {
    const response = await send("POST", "steam/run");
    expect(response.statusCode).toBe(202);
    expect(response.json().source).toMatchObject({ state: "requested", next_run_at: expect.any(String) });
    const again = await send("POST", "steam/run");
    expect([again.statusCode, again.json().error]).toEqual([409, "This source is about to run already"]);
    expect(await entries()).toBe(1);
  });

  test("is refused while the source runs, or is paused", async () => {
    await addPoll();
    const lock = await trySessionLock({ connectionString: database.url }, pollLock("steam"));
    expect((await send("POST", "steam/run")).json()).toMatchObject({ code: "conflict" });
    await lock!.release();
    await send("PUT", "steam", { paused: true });
    expect((await send("POST", "steam/run")).statusCode).toBe(409);
    expect((await send("POST", "nothing/run")).statusCode).toBe(404);
    expect((await db.select().from(priceSources).where(eq(priceSources.key, "steam")))[0]?.requestedAt).toBeNull();
  });
});

describe("a pause", () => {
  test("lasts until the source is resumed", async () => {
    const paused = (await send("PUT", "steam", { paused: true, base_version: 1 })).json().source;
    expect(paused).toMatchObject({ state: "paused", paused: true, next_run_at: null, version: 2 });
    await send("PUT", "steam", { paused: true });
    expect(await entries()).toBe(1);
    expect((await send("PUT", "steam", { paused: false })).json().source).toMatchObject({ state: "new", version: 3 });
    expect(await entries()).toBe(2);
  });

  test("from a stale state is refused with the current state", async () => {
    await send("PUT", "steam", { paused: true });
    const response = await send("PUT", "steam", { paused: false, base_version: 1 });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ code: "stale", current: { key: "steam", paused: true, version: 2 } });
    expect((await find("steam")).paused).toBe(true);
  });

  test.each([{}, { paused: "yes" }, { paused: true, base_version: "first" }])("is not set by %j", async (body) => {
    const response = await send("PUT", "steam", body);
    expect(response.statusCode).toBe(400);
    expect(response.json().details).toHaveLength(1);
    expect((await find("steam")).version).toBe(1);
  });
});

describe("a reset", () => {
  test("clears the cursor and the version, and nothing else", async () => {
    await addPoll({ ...done, version: '"v1"', seen: 10 });
    await addPoll({ cursor: "500", seen: 5 });
    expect((await send("POST", "steam/reset")).statusCode).toBe(200);
    const polls = await db.select().from(pricePolls).orderBy(pricePolls.id);
    expect(polls).toMatchObject([
      { state: "done", version: null, seen: 10 },
      { state: "running", cursor: null, seen: 5 },
    ]);
    await send("POST", "steam/reset");
    expect(await entries()).toBe(1);
    const [entry] = await db.select().from(auditLog).where(gt(auditLog.id, entriesBefore));
    expect(entry).toMatchObject({
      resourceType: "price_source",
      oldValue: { cursor: "500" },
      newValue: { cursor: null },
    });
  });

  test("of a running source is refused", async () => {
    await addPoll({ cursor: "500" });
    const lock = await trySessionLock({ connectionString: database.url }, pollLock("steam"));
    expect((await send("POST", "steam/reset")).statusCode).toBe(409);
    await lock!.release();
    expect((await db.select().from(pricePolls))[0]?.cursor).toBe("500");
  });
});

test("sources need their read and write permissions", async () => {
  for (const [method, what] of [
    ["POST", "steam/run"],
    ["PUT", "steam"],
    ["POST", "steam/reset"],
  ] as const) {
    expect((await send(method, what, { paused: true }, reader)).statusCode).toBe(403);
  }
  expect((await app.inject({ url: path, headers: stranger.headers })).statusCode).toBe(403);
  expect((await app.inject({ url: `${path}/steam`, headers: stranger.headers })).statusCode).toBe(403);
  expect(await find("steam")).toMatchObject({ paused: false, state: "new" });
  const denied = await db.$count(auditLog, eq(auditLog.action, "ACCESS_DENIED"));
  expect(await entries()).toBe(denied);
});
