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

test("without options or a terminal it only says what is missing", { timeout: 120_000 }, async () => {
  const run = await cli();
  expect(run.out).toMatch(/^Nothing was changed\.\nStill missing:\n- /);
});
