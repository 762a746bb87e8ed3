import { pathToFileURL } from "node:url";
import { shippedSettings } from "contract/site-config/catalogue.ts";
import { readSettings } from "contract/site-config/rules.ts";
import { beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "../../../test/database.ts";
import { createTestFolder } from "../../../test/folder.ts";
import { rateJobs } from "./jobs.ts";
import { findLastFetch, readRates } from "./queries-rates.ts";

const { db, pool } = await createTestDatabase();
const folder = await createTestFolder();

await pool.query(`create table if not exists exchange_rates (
  currency text primary key, rate double precision not null, day date not null, fetched_at timestamptz not null)`);

beforeEach(() => pool.query("delete from exchange_rates"));

const codes = ["CHF", "CZK", "DKK", "GBP", "HUF", "JPY", "KRW", "PLN", "SEK", "USD"];
const lines = codes.map((code) => `<Cube currency='${code}' rate='7.5'/>`).join("");
const writeRates = (day: string) =>
  folder.write("rates.xml", `<Envelope><Cube><Cube time='${day}'>${lines}</Cube></Cube></Envelope>`);

/** The job with a clock and a setting to turn; `said` is what it logged. */
function openJob(hours: number = shippedSettings["sync.exchange_rates"].value) {
  const setting = { hours, now: new Date("2026-03-13T16:10:00Z") };
  const said: string[] = [];
  const stopping = new AbortController();
  const log = {
    info: (text: string) => said.push(`info: ${text}`),
    warn: (text: string) => said.push(`warn: ${text}`),
  };
  const [job] = rateJobs({
    db,
    url: pathToFileURL(folder.path("rates.xml")).href,
    client: { stream: () => Promise.reject(new Error("no website is called")) },
    settings: () => readSettings(new Map([["sync.exchange_rates", String(setting.hours)]])),
    log: log as Parameters<typeof rateJobs>[0]["log"],
    signal: stopping.signal,
    clock: () => setting.now,
  });
  return { setting, said, stopping, run: () => job!.run(null, "") };
}

test("the rates are fetched when they are due, by default once a day, and not in between", async () => {
  const { setting, said, run } = openJob();
  await writeRates("2026-03-13");
  await run();
  expect((await readRates(db))?.day).toBe("2026-03-13");
  await writeRates("2026-03-14");
  setting.now = new Date("2026-03-14T16:00:00Z");
  await run();
  expect((await readRates(db))?.day).toBe("2026-03-13");
  setting.now = new Date("2026-03-14T16:10:00Z");
  await run();
  expect((await readRates(db))?.day).toBe("2026-03-14");
  expect(said).toEqual([]);
});

test("a day without news counts as fetched", async () => {
  const { setting, run } = openJob();
  await writeRates("2026-03-13");
  await run();
  setting.now = new Date("2026-03-14T16:10:00Z");
  await run();
  expect(await findLastFetch(db)).toEqual(setting.now);
});

test("0 hours are never", async () => {
  const { setting, run } = openJob(0);
  await writeRates("2026-03-13");
  await run();
  expect(await readRates(db)).toBeNull();
  setting.hours = 1;
  await run();
  expect(await readRates(db)).not.toBeNull();
});

test("a failure is said once, tried again, and its end is said, too", async () => {
  const { said, run } = openJob();
  await folder.write("rates.xml", "<html/>");
  await run();
  await run();
  const failure = "warn: no new exchange rates: The file of exchange rates is not believed: it names no day";
  expect(said).toEqual([failure]);
  await writeRates("2026-03-13");
  await run();
  expect(said).toEqual([failure, "info: the exchange rates are fetched again"]);
  expect(await readRates(db)).not.toBeNull();
});

test("what is stopped is no failure", async () => {
  const { said, stopping, run } = openJob();
  await writeRates("2026-03-13");
  stopping.abort();
  await run();
  expect([said, await readRates(db)]).toEqual([[], null]);
});
