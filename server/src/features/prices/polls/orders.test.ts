import { readSettings } from "contract/site-config/rules.ts";
import { pino } from "pino";
import { beforeEach, expect, test } from "vitest";
import { eq, sql } from "../../../platform/db/drizzle.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../../test/database.ts";
import { secretKey } from "../../../test/secret-key.ts";
import { pageOf, sourceOf } from "../../../test/servers/price-source.ts";
import { readings } from "../readings/table.ts";
import { pricePolls, priceSources } from "../table.ts";
import type { PollSource } from "./commands-poll.ts";
import { pollSource } from "./commands-poll.ts";
import { countRefusals } from "./commands-refusals.ts";
import { registerSources, requestRun, setPaused } from "./commands-sources.ts";
import { type PriceJobOptions, priceJobs } from "./jobs.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const connection = { connectionString: database.url };
const settings = readSettings(new Map());
const gog = { key: "gog", store: "gog", country: "US" };

let gameIds: number[] = [];
beforeEach(async () => {
  await emptyTables(pool, ["games", "price_polls", "price_sources"]);
  await db.execute(sql`delete from jobs.job`);
  gameIds = await addCatalogue(db, [{ title: "A" }, { title: "B" }, { title: "C" }]);
  await registerSources(db, [gog], new Date());
});

const pages = () => gameIds.map((gameId) => pageOf([{ gameId, store: "gog", priceMinor: 100 }]));
const pause = (paused: boolean) => setPaused(db, null, "gog", { paused }, async () => null);
const polls = () => db.select().from(pricePolls).orderBy(pricePolls.id);

/** The waiting jobs of polls. */
async function queued(): Promise<object[]> {
  const { rows } = await db.execute<{ data: object }>(sql`select data from jobs.job where name = 'price-polls'`);
  return rows.map(({ data }) => data);
}

/** The jobs of a process that is configured for these sources. */
const jobsOf = (sources: readonly PollSource[]) => jobsWith({ sources: () => sources });

const jobsWith = (options: Pick<PriceJobOptions, "sources" | "reread">) =>
  priceJobs({
    ...options,
    db,
    connection,
    settings: () => settings,
    listOperators: async () => [],
    secretKey,
    log: pino({ level: "silent" }),
    signal: new AbortController().signal,
  });

/** Runs the job for one source. */
function runJob(source: string, sources: readonly PollSource[]): Promise<void> {
  return jobsOf(sources)
    .find(({ queue }) => queue === "price-polls")!
    .run({ source }, "1");
}

test("the daily job deletes old readings, and what their undo needed", async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const row = { kind: "prices", source: "prices.csv", origin: "command line", state: "applied" } as const;
  const [old, recent] = await db
    .insert(readings)
    .values([95, 35].map((days) => ({ ...row, begunAt: daysAgo(days), endedAt: daysAgo(days) })))
    .returning({ id: readings.id });
  for (const { id } of [old!, recent!])
    await db.execute(sql`
      insert into reading_images (reading_id, game_id, country, what, store, at, last_at)
      values (${id}, 1, 'US', 'offer', 'gog', now(), now())`);
  await jobsOf([])
    .find(({ queue }) => queue === "price-history-months")!
    .run(null, "1");
  expect(await db.select({ id: readings.id }).from(readings)).toEqual([recent]);
  expect((await db.execute(sql`select from reading_images`)).rows).toHaveLength(0);
});

test("a requested run happens early, once", async () => {
  const source = sourceOf("gog", pages());
  await runJob("gog", [source]);
  await runJob("gog", [source]);
  expect(await polls()).toHaveLength(1);
  await requestRun(db, null, "gog", new Date());
  await runJob("gog", [source]);
  await runJob("gog", [source]);
  expect(await polls()).toHaveLength(2);
});

test("what a source could not be read for while its lock was held is read afterwards", async () => {
  let hasMore = true;
  const source = { ...sourceOf("gog", pages()), isWaiting: async () => hasMore };
  await runJob("gog", [source]);
  expect(await queued()).toEqual([{ source: "gog" }]);
  hasMore = false;
  await runJob("gog", [source]);
  expect(await queued()).toHaveLength(1);
});

test("sources that were chosen a moment ago are read anew before they are polled", async () => {
  let chosen: PollSource[] = [];
  const jobs = jobsWith({
    sources: () => chosen,
    reread: async () => {
      chosen = [sourceOf("gog", pages())];
    },
  });
  const { run } = jobs.find(({ queue }) => queue === "price-polls")!;
  await run(null, "1");
  expect(await queued()).toEqual([]);
  await run({ chosen: true }, "2");
  expect(await queued()).toEqual([{ source: "gog" }]);
});

test("a process without the source leaves the run to one that has it", async () => {
  await requestRun(db, null, "gog", new Date());
  await runJob("gog", [sourceOf("steam", [])]);
  expect(await polls()).toEqual([]);
  const [waiting] = await db.select().from(priceSources).where(eq(priceSources.key, "gog"));
  expect(waiting?.requestedAt).not.toBeNull();
  await runJob("gog", [sourceOf("gog", pages())]);
  expect(await polls()).toHaveLength(1);
});

test("a pause interrupts a poll after its page; resuming continues it", async () => {
  const source = sourceOf("gog", pages());
  const read: (string | null)[] = [];
  const pausing: PollSource = {
    ...source,
    async *read(options) {
      read.push(options.after);
      for await (const page of source.read(options)) {
        await pause(true);
        yield page;
      }
    },
  };
  await runJob("gog", [pausing]);
  expect(await polls()).toMatchObject([{ state: "running", seen: 1 }]);
  await runJob("gog", [pausing]);
  expect(read).toEqual([null]);
  await pause(false);
  await runJob("gog", [source]);
  expect(await polls()).toMatchObject([{ state: "done", seen: 3, changed: 3 }]);
});

test("a poll counts refusals by reason, over all its pages", async () => {
  const refusals = countRefusals(
    [],
    [
      { reason: "price", what: "7", message: "costs 1\0" },
      { reason: "price", what: "8", message: `costs ${"\ud83d\ude00".repeat(200)}` },
      { reason: "currency", what: "9", message: "is in yen" },
    ],
  );
  const page = pageOf([{ gameId: gameIds[0]!, store: "gog", priceMinor: 100 }], { seen: 4, refused: 3, refusals });
  await pollSource(db, sourceOf("gog", [page, page]), {
    connection,
    clock: () => new Date(),
    signal: new AbortController().signal,
  });
  const [poll] = await polls();
  expect(poll).toMatchObject({
    refused: 6,
    refusals: [
      { reason: "price", count: 4, example: expect.stringMatching(/^8 costs /) },
      { reason: "currency", count: 2, example: "9 is in yen" },
    ],
  });
  expect(poll!.refusals[0]!.example.length).toBeLessThanOrEqual(200);
});
