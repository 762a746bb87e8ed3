import { expect, test } from "vitest";
import { runCli } from "../test/cli.ts";
import { createTestDatabase } from "../test/database.ts";

const { pool, url } = await createTestDatabase();

/** Runs `npm run cli -- markets` with these arguments. */
const markets = (...args: string[]) => runCli(["markets", ...args], { DATABASE_URL: url });

test("a country is enabled, listed and disabled, with audit entries without a user", async () => {
  expect(await markets("enable", "jp")).toEqual({
    code: 0,
    out: "Enabled market Japan (JPY).\n",
    err: "",
  });
  const listed = await markets("list");
  expect(listed.out).toMatch(/^JP +Japan +JPY +ja-JP +0 offers +enabled$/m);
  expect(listed.out).toMatch(/^US +United States +USD +en-US +0 offers +enabled \(default\)$/m);
  expect(listed.out).toMatch(/^GB +United Kingdom +GBP +en-GB +0 offers$/m);
  expect(await markets()).toEqual(listed);
  expect(await markets("disable", "JP")).toMatchObject({
    code: 0,
    out: expect.stringContaining("Disabled market Japan (JPY)"),
  });
  const { rows } = await pool.query("select user_id, action, resource_type, resource_key from audit_log");
  expect(rows).toEqual(Array(2).fill({ user_id: null, action: "UPDATE", resource_type: "market", resource_key: "JP" }));
});

test.each([
  [["enable", "Japan"], "'Japan' is invalid for argument 'country'. Expected a two-letter country code"],
  [["enable", "ZZ"], "There is no market ZZ"],
  [["disable", "US"], "United States is the last enabled market"],
])("%j fails with a clear line", async (args, message) => {
  expect(await markets(...args)).toMatchObject({ code: 1, out: "", err: expect.stringContaining(message) });
});

test("a country gets prices of its own and shares them again; all are enabled at once", async () => {
  expect((await markets("list")).out).toMatch(/^FR +France +EUR +fr-FR +prices of DE$/m);
  expect(await markets("share", "fr")).toMatchObject({ code: 0, out: "France has prices of its own.\n" });
  expect((await markets("list")).out).toMatch(/^FR +France +EUR +fr-FR +0 offers$/m);
  expect(await markets("share", "fr", "de")).toMatchObject({ code: 0, out: "France has the prices of DE.\n" });
  expect(await markets("enable")).toMatchObject({ code: 1, err: expect.stringContaining("--all") });
  expect(await markets("enable", "--all")).toMatchObject({
    code: 0,
    out: "Enabled 51 markets: all are enabled now.\n",
  });
  expect((await markets("list")).out.match(/ enabled/g)).toHaveLength(52);
});
