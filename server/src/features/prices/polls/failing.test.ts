import { beforeEach, expect, test } from "vitest";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../../test/database.ts";
import { secretKey } from "../../../test/secret-key.ts";
import { listQueuedMails } from "../../../test/servers/mails.ts";
import { pageOf, sourceOf } from "../../../test/servers/price-source.ts";
import { priceSources } from "../table.ts";
import { type PollSource, pollSource } from "./commands-poll.ts";
import { registerSources } from "./commands-sources.ts";
import { type FailureMails, recordOutcome } from "./jobs.ts";
import { listFailing } from "./queries-sources.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const connection = { connectionString: database.url };
const mails: FailureMails = {
  secretKey,
  listOperators: async () =>
    ["ann@example.com", "bob@example.com"].map((to) => ({ to, addressee: "operator", reason: "You operate it" })),
};

beforeEach(async () => {
  await emptyTables(pool, ["games", "price_polls", "price_sources", "jobs.job"]);
  await registerSources(db, [{ key: "gog", store: "gog", country: "US" }], new Date());
});

let clock = Date.now();

function poll(source: PollSource) {
  clock += 3_600_000;
  return pollSource(db, source, {
    connection,
    clock: () => new Date(clock),
    signal: new AbortController().signal,
    onEnd: (tx, ended, now) => recordOutcome(tx, ended, mails, now),
  });
}

const failing = sourceOf("gog", [new Error("HTTP 503")]);

async function working(): Promise<PollSource> {
  const [gameId = 0] = await addCatalogue(db, [{ title: "Sable" }]);
  return sourceOf("gog", [pageOf([{ gameId, store: "gog", priceMinor: 100 }])]);
}

test("only the third failure in a row is mailed to each operator", async () => {
  await poll(failing);
  await poll(failing);
  expect([await listQueuedMails(db), await listFailing(db)]).toEqual([[], []]);
  for (let n = 0; n < 4; n += 1) await poll(failing);
  const sent = await listQueuedMails(db);
  expect(sent.map(({ to }) => to)).toEqual(["ann@example.com", "bob@example.com"]);
  expect(sent[0]).toMatchObject({
    subject: "GOG could not be read 3 times in a row",
    paragraphs: expect.arrayContaining(["The last attempt: HTTP 503"]),
    action: { path: "/admin/sources?source=gog" },
  });
  expect(await listFailing(db)).toMatchObject([{ key: "gog", failures: 6 }]);
});

test("a source that recovered and fails again is mailed again", async () => {
  const source = await working();
  for (let round = 0; round < 3; round += 1) await poll(failing);
  await poll(source);
  expect(await listFailing(db)).toEqual([]);
  await poll(failing);
  await poll(failing);
  expect(await listQueuedMails(db)).toHaveLength(2);
  await poll(failing);
  expect(await listQueuedMails(db)).toHaveLength(4);
});

test("processes that see the third failure concurrently send one mail to each operator", async () => {
  await poll(failing);
  await poll(failing);
  const ended = (await poll({ ...failing, key: "other" }))!;
  // like processes that end polls of one source at the same time
  const third = { ...ended, source: "gog" };
  await Promise.all([1, 2, 3, 4].map(() => db.transaction((tx) => recordOutcome(tx, third, mails, new Date(clock)))));
  expect(await listQueuedMails(db)).toHaveLength(2);
  expect(await db.select().from(priceSources)).toMatchObject([{ failures: 6 }]);
});

test("while there is nobody to mail, later failures try again", async () => {
  let operators: Awaited<ReturnType<FailureMails["listOperators"]>> = [];
  const changing = { ...mails, listOperators: async () => operators };
  const third = { ...(await poll({ ...failing, key: "other" }))!, source: "gog" };
  const fail = () => db.transaction((tx) => recordOutcome(tx, third, changing, new Date(clock)));
  for (let round = 0; round < 4; round += 1) await fail();
  expect(await listQueuedMails(db)).toEqual([]);
  expect(await listFailing(db)).toMatchObject([{ key: "gog", failures: 4, reportedAt: null }]);
  operators = [{ to: "ann@example.com", addressee: "verified", reason: "You operate it" }];
  await fail();
  await fail();
  const sent = await listQueuedMails(db);
  expect(sent.map(({ subject }) => subject)).toEqual(["GOG could not be read 5 times in a row"]);
});

test("a failure whose mail cannot be queued is not counted, and the next one is mailed", async () => {
  await poll(failing);
  await poll(failing);
  const broken = { ...mails, listOperators: () => Promise.reject(new Error("no list")) };
  clock += 3_600_000;
  const third = pollSource(db, failing, {
    connection,
    clock: () => new Date(clock),
    signal: new AbortController().signal,
    onEnd: (tx, ended, now) => recordOutcome(tx, ended, broken, now),
  });
  await expect(third).rejects.toThrow("no list");
  await poll(failing);
  expect(await listQueuedMails(db)).toHaveLength(2);
});
