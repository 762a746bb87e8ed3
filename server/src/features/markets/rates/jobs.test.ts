import { pathToFileURL } from "node:url";
import { defaultSettings } from "contract/site-config/defaults.ts";
import { readSettings } from "contract/site-config/rules.ts";
import { beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "../../../test/database.ts";
import { createTestFolder } from "../../../test/folder.ts";
import { rateJobs } from "./jobs.ts";
import { findLastFetch, readRates } from "./queries-rates.ts";

const { db, pool } = await createTestDatabase();
const folder = await createTestFolder();

beforeEach(() => pool.query("delete from exchange_rates"));

const codes = ["CHF", "CZK", "DKK", "GBP", "HUF", "JPY", "KRW", "PLN", "SEK", "USD"];
const lines = codes.map((code) => `<Cube currency='${code}' rate='7.5'/>`).join("");
const writeRates = (day: string) =>
  folder.write("rates.xml", `<Envelope><Cube><Cube time='${day}'>${lines}</Cube></Cube></Envelope>`);

/** The job with an adjustable clock and setting; `logged` is what it logged. */
function openJob(hours: number = defaultSettings["sync.exchange_rates"].value) {
  const setting = { hours, now: new Date("2026-03-13T16:10:00Z") };
  const logged: string[] = [];
  const stopping = new AbortController();
  const log = {
    info: (text: string) => logged.push(`info: ${text}`),
    warn: (text: string) => logged.push(`warn: ${text}`),
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
  return { setting, logged, stopping, run: () => job!.run(null, "") };
}

test("the rates are fetched only when they are due, by default once a day", async () => {
  const { setting, logged, run } = openJob();
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
  expect(logged).toEqual([]);
});

test("a fetch without new rates counts as a fetch", async () => {
  const { setting, run } = openJob();
  await writeRates("2026-03-13");
  await run();
  setting.now = new Date("2026-03-14T16:10:00Z");
  await run();
  expect(await findLastFetch(db)).toEqual(setting.now);
});

test("0 hours disable fetching", async () => {
  const { setting, run } = openJob(0);
  await writeRates("2026-03-13");
  await run();
  expect(await readRates(db)).toBeNull();
  setting.hours = 1;
  await run();
  expect(await readRates(db)).not.toBeNull();
});

test("a failure is logged once and retried, and the recovery is logged", async () => {
  const { logged, run } = openJob();
  await folder.write("rates.xml", "<html/>");
  await run();
  await run();
  const failure = "warn: failed to fetch exchange rates: Implausible exchange rates: it names no day";
  expect(logged).toEqual([failure]);
  await writeRates("2026-03-13");
  await run();
  expect(logged).toEqual([failure, "info: exchange rates are available again"]);
  expect(await readRates(db)).not.toBeNull();
});

test("a stopped fetch is not logged as a failure", async () => {
  const { logged, stopping, run } = openJob();
  await writeRates("2026-03-13");
  stopping.abort();
  await run();
  expect([logged, await readRates(db)]).toEqual([[], null]);
});
