import { expect, test } from "vitest";
import { runCli } from "../test/cli.ts";
import { createTestDatabase } from "../test/database.ts";
import { testSecret } from "../test/secret-key.ts";

const { pool, url } = await createTestDatabase();

const cli = (...args: string[]) => runCli(["setup", ...args], { DATABASE_URL: url, SECRET_KEY: testSecret });
const read = async (query: string) => (await pool.query(query)).rows.map((row) => Object.values(row)[0]);

test("the four answers are options, with the same effect as in the panel", { timeout: 120_000 }, async () => {
  const answers = ["--countries", "us, DE", "--stores", "steam,gog,epic", "--catalogue", "starter"];
  const mail = ["--mail", "smtp://shop:hunter2@mail.example.org:587", "--mail-from", "prices@example.org"];
  const run = await cli(...answers, ...mail);
  expect(run).toMatchObject({ code: 0, err: "" });
  expect(run.out).toMatch(/^Saved: countries, stores, mail, catalogue\.\nStill missing:\n- Set contact\.email/);
  expect(run.out).not.toMatch(/hunter2|mail server/);
  expect(await read("select country from markets where enabled order by country")).toEqual(["DE", "US"]);
  expect(await read("select key from stores where enabled order by key")).toEqual(["epic", "gog", "steam"]);
  expect(await read("select value from site_config where key = 'sync.games_from'")).toEqual(["starter"]);
  expect(await read("select count(*)::int from site_secrets")).toEqual([1]);
  const described = await read("select description from audit_log where user_id is null");
  expect(described).toContain("Chose the mail server");
  expect(described).toContain("Enabled the market Germany");
});

test("an answer that cannot be used changes none of them", { timeout: 120_000 }, async () => {
  const run = await cli("--stores", "gog", "--countries", "ZZ", "--catalogue", "none");
  expect(run).toMatchObject({ code: 1, err: "countries.0: Unknown country: ZZ\n" });
  expect(await read("select key from stores where enabled order by key")).toEqual(["epic", "gog", "steam"]);
  expect(await read("select value from site_config where key = 'sync.games_from'")).toEqual(["starter"]);
  expect(await cli("--catalogue", "steam")).toMatchObject({ code: 1 });
  expect(await cli("--mail-from", "prices@example.org")).toMatchObject({ code: 1, err: /--mail/ });
});

const answer = (lines: readonly string[]) =>
  runCli(["setup"], { DATABASE_URL: url, SECRET_KEY: testSecret }, lines.map((line) => `${line}\n`).join(""));

test("on a terminal it asks, again after an answer that cannot be used", { timeout: 120_000 }, async () => {
  const run = await answer([
    ...["Germany", "DE,ZZ", "de gb"],
    ...["steam, nowhere", ""],
    ...["mail.example.org", "smtp://shop:hunter2@mail.example.com", "me", "shop@example.com"],
    ...["everything", "gog"],
  ]);
  expect(run).toMatchObject({ code: 0, err: "" });
  const expected = ["two-letter country code", "Unknown country: ZZ", "Unknown store: nowhere"];
  expected.push("Expected an address such as smtp", "Expected an email address", "one of starter, gog, none");
  for (const text of expected) expect(run.out).toContain(text);
  expect(run.out).toContain("1. Countries whose prices are shown [DE,US], of ");
  expect(run.out).toContain("Saved: countries, mail, catalogue.\n");
  expect(run.out).not.toContain("hunter2");
  expect(await read("select country from markets where enabled order by country")).toEqual(["DE", "GB"]);
  expect(await read("select key from stores where enabled order by key")).toEqual(["epic", "gog", "steam"]);
  expect(await read("select value from site_config where key = 'sync.games_from'")).toEqual(["gog"]);
  const again = await answer(["", "", "", ""]);
  expect(again.out).toMatch(/shown \[DE,GB\].+\n.*compared \[steam,gog,epic\].+\n.*mail\.example\.com.+\n.* \[gog\]/);
  expect(again.out).toContain("Nothing was changed.");
});

test("questions that are ended before the last one change nothing", { timeout: 120_000 }, async () => {
  const run = await answer(["us", "gog"]);
  expect(run).toMatchObject({ code: 1, err: "Interrupted; nothing was changed\n" });
  expect(await read("select country from markets where enabled order by country")).toEqual(["DE", "GB"]);
});

test("what the environment decides is not asked", { timeout: 120_000 }, async () => {
  const env = { DATABASE_URL: url, SECRET_KEY: testSecret, SMTP_URL: "smtp://a:b@one.example", CATALOGUE_SYNC: "off" };
  const run = await runCli(["setup"], env, "us\n\n");
  expect(run).toMatchObject({ code: 0, err: "" });
  expect(run.out).toMatch(/3\. Mail server: .*one\.example.*SMTP_URL/);
  expect(run.out).toContain("Saved: countries.");
});

test("without options or a terminal it only says what is missing", { timeout: 120_000 }, async () => {
  const run = await cli();
  expect(run.out).toMatch(/^Nothing was changed\.\nStill missing:\n- /);
});
