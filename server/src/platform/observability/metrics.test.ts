import { expect, test } from "vitest";
import { pricePolls } from "../../features/prices/table.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { eventually } from "../../test/eventually.ts";
import { secretKey } from "../../test/secret-key.ts";
import { sql } from "../db/drizzle.ts";
import { queueMail } from "../mail/queue.ts";
import { createLog } from "../process/log.ts";

const database = await createTestDatabase();
const { db } = database;
await addCatalogue(db, [{ title: "Portal" }, { title: "Quake" }]);
const lines: Record<string, unknown>[] = [];
const log = createLog("debug", (line) => lines.push(JSON.parse(line)));
const token = "a-token-for-prometheus";
const env = { METRICS_TOKEN: token, TRUST_PROXY: "1" };
const app = await startTestApp(database, { alone: true, env, log });

const authorization = `Bearer ${token}`;
const read = async () => (await app.inject({ url: "/metrics", headers: { authorization } })).body;

/** The value of a line such as `lootwise_queue_jobs{queue="mail",state="waiting"}`. */
function readSeries(text: string, series: string): number | undefined {
  const line = text.split("\n").find((line) => line.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

test("metrics need the token", async () => {
  for (const headers of [{}, { authorization: "Bearer another-token-for-me" }, { authorization: token }]) {
    expect((await app.inject({ url: "/metrics", headers })).statusCode).toBe(404);
  }
});

test("requests are counted by the pattern of their route, never by their path", async () => {
  await app.inject("/api/games/1?from=somewhere");
  await app.inject("/api/games/2");
  await app.inject("/api/nothing/here");
  await app.inject({ method: "POST", url: "/api/alerts/stop/12.secret" });
  const text = await read();
  const series = (route: string, method: string, status: number) =>
    `lootwise_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;
  expect(readSeries(text, series("/api/games/:id", "GET", 200))).toBe(2);
  expect(readSeries(text, series("/api/*", "GET", 404))).toBe(1);
  expect(text).not.toMatch(/somewhere|nothing|12\.secret/);
});

test("the process, its pool, the catalogue, queues, polls and mail are measured", async () => {
  const startedAt = new Date("2026-01-02T03:04:05Z");
  const poll = { source: "gog", store: "gog" } as const;
  await db.insert(pricePolls).values({ ...poll, state: "failed", startedAt: new Date("2026-01-01") });
  await db.insert(pricePolls).values({ ...poll, startedAt });
  await queueMail(
    db,
    { to: "ann@example.com", subject: "Hello", paragraphs: ["x"], reason: "x", addressee: "operator" },
    secretKey,
  );
  await eventually(async () => expect(readSeries(await read(), 'lootwise_mails_total{outcome="sent"}')).toBe(1));
  await db.execute(
    sql`update jobs.job set state = 'retry', created_on = now() - interval '1 hour',
      start_after = now() + interval '1 hour'
      where name = 'mail'`,
  );
  const text = await read();
  expect(text).toMatch(/^lootwise_info\{version="[\d.]+",role="all",process="[\da-f]{12}"\} 1$/m);
  expect(readSeries(text, 'lootwise_job_duration_seconds_count{queue="mail",outcome="done"}')).toBeGreaterThanOrEqual(
    1,
  );
  expect(readSeries(text, 'lootwise_queue_jobs{queue="mail",state="waiting"}')).toBe(1);
  expect(readSeries(text, 'lootwise_queue_oldest_seconds{queue="mail"}')).toBeGreaterThan(3_500);
  expect(readSeries(text, 'lootwise_queue_jobs{queue="password-reset",state="waiting"}')).toBe(0);
  expect(readSeries(text, 'lootwise_poll_state{source="gog",store="gog",state="running"}')).toBe(1);
  expect(readSeries(text, 'lootwise_poll_started_timestamp_seconds{source="gog",store="gog"}')).toBe(
    +startedAt / 1_000,
  );
  expect(readSeries(text, 'lootwise_poll_state{source="gog",store="gog",state="failed"}')).toBeUndefined();
  expect(readSeries(text, "lootwise_catalogue_games")).toBe(2);
  expect(readSeries(text, "lootwise_catalogue_builds")).toBe(1);
  expect(readSeries(text, "lootwise_database_up")).toBe(1);
  expect(readSeries(text, "lootwise_stale_seconds")).toBe(0);
  expect(readSeries(text, 'lootwise_database_connections{state="idle"}')).toBeGreaterThan(0);
  expect(readSeries(text, "process_resident_memory_bytes")).toBeGreaterThan(1e6);
});

test("a changed game is a delta, not a new building", async () => {
  await db.execute(sql`update games set rating = 9 where title = 'Portal'`);
  await eventually(async () => expect(readSeries(await read(), "lootwise_catalogue_deltas")).toBe(1));
  expect(readSeries(await read(), "lootwise_catalogue_builds")).toBe(1);
});

test("each response has the id of its request, as does the log", async () => {
  lines.length = 0;
  const responses = [await app.inject("/api/games/1"), await app.inject("/api/nope")];
  const ids = responses.map(({ headers }) => headers["x-request-id"]);
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{12}-[\da-z]+$/);
  const reported = lines.filter(({ msg }) => msg === "request");
  expect(reported.map(({ request_id, route, status, level }) => [request_id, route, status, level])).toEqual([
    [ids[0], "/api/games/:id", 200, 20],
    [ids[1], "/api/*", 404, 20],
  ]);
});

test.each([
  ["taken over from a proxy", "trace-1234.5678", "trace-1234.5678"],
  ["made here when it has a strange form", 'x"}\nfoo', expect.stringMatching(/^[\da-f]{12}-/)],
])("an id is %s", async (_, given, expected) => {
  const { headers } = await app.inject({ url: "/api/site", headers: { "x-request-id": given } });
  expect(headers["x-request-id"]).toEqual(expected);
});
