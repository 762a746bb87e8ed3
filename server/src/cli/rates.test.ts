import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { type CliRun, runCli } from "../test/cli.ts";
import { createTestDatabase } from "../test/database.ts";
import { createTestFolder } from "../test/folder.ts";

const { pool, url } = await createTestDatabase();
const folder = await createTestFolder();

await pool.query(`create table if not exists exchange_rates (
  currency text primary key, rate double precision not null, day date not null, fetched_at timestamptz not null)`);

const codes = ["CHF", "CZK", "DKK", "GBP", "HUF", "JPY", "KRW", "PLN", "SEK", "USD"];
const fileOf = (rate: string) =>
  `<a><Cube time='2026-03-13'>${codes.map((code) => `<Cube currency='${code}' rate='${rate}'/>`).join("")}</Cube></a>`;

/** Runs `npm run cli -- rates` on a file with this content. */
async function fetchFile(content: string): Promise<CliRun> {
  const place = pathToFileURL(await folder.write("rates.xml", content)).href;
  return runCli(["rates"], { DATABASE_URL: url, ECB_RATES_URL: place });
}

test("fetches and counts rates; an implausible file fails with a clear line", async () => {
  expect(await fetchFile(fileOf("7.5"))).toEqual({
    code: 0,
    out: "Fetched exchange rates of 2026-03-13:\n  currencies  10\n",
    err: "",
  });
  expect(await fetchFile(fileOf("7.5"))).toMatchObject({
    code: 0,
    out: "Already up to date; latest exchange rates are of 2026-03-13:\n  currencies  10\n",
  });
  expect(await fetchFile(fileOf("7,5"))).toEqual({
    code: 1,
    out: "",
    err: 'Implausible exchange rates: CHF on 2026-03-13: "7,5" is not a number like 1.0497\n',
  });
});
