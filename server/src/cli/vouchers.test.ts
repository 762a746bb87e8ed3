import { expect, test } from "vitest";
import { runCli } from "../test/cli.ts";
import { createTestDatabase } from "../test/database.ts";
import { createTestFolder } from "../test/folder.ts";

const { pool, url } = await createTestDatabase();
const folder = await createTestFolder();
const head = [
  ...["promotion_id", "product_applicability", "offer_type", "generic_redemption_code", "long_title"],
  ...["promotion_effective_dates", "redemption_channel"],
].join(",");
const row = (id: string, title = "15% off", dates = "2026-11-20/2026-11-30") =>
  `${id},ALL_PRODUCTS,GENERIC_CODE,CODE15,${title},${dates},ONLINE`;
const run = async (...rows: string[]) => {
  const file = await folder.write("promotions.csv", [head, ...rows].join("\n"));
  return runCli(["import", "vouchers", file, "--store", "gog"], { DATABASE_URL: url });
};
const codes = async () => (await pool.query("select promotion_id from vouchers order by id")).rows;

test("imports a file, counts what it has, and names what it skips", async () => {
  const { code, out } = await run(row("A"), row("B", "Up to 80% off"));
  expect(code).toBe(0);
  expect(out).toMatch(/vouchers added +1\n/);
  expect(out).toMatch(/promotions skipped +1\n/);
  expect(out).toContain("line 3: how much it reduces the price is not certain");
  expect(await codes()).toEqual([{ promotion_id: "A" }]);
});

test("imports nothing of a file with an invalid row, and names it", async () => {
  expect(await run(row("C"), row("D", "15% off", "2026-11-30/2026-11-20"))).toMatchObject({
    code: 1,
    err: expect.stringContaining("promotions.csv: line 3: promotion_effective_dates: Ends before it begins"),
  });
  expect(await run()).toMatchObject({ code: 0, out: expect.stringMatching(/promotions read +0\n/) });
  const missing = await runCli(["import", "vouchers", "missing.csv", "--store", "gog"], { DATABASE_URL: url });
  expect(missing).toMatchObject({ code: 1, err: expect.stringContaining("missing.csv cannot be read (ENOENT)") });
  expect(await codes()).toEqual([{ promotion_id: "A" }]);
});
