import { spawn } from "node:child_process";
import { createWriteStream, existsSync, readFileSync } from "node:fs";
import { finished } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, test } from "vitest";
import { addCatalogue } from "../test/catalogue.ts";
import { runCli } from "../test/cli.ts";
import { createTestDatabase, emptyTables } from "../test/database.ts";
import { createTestFolder } from "../test/folder.ts";
import { repeats } from "../test/processes/soak.ts";

const { db, pool, url } = await createTestDatabase();
const folder = await createTestFolder();
const script = fileURLToPath(new URL("./main.ts", import.meta.url));

beforeEach(() => emptyTables(pool, ["games", "match_reviews", "price_feeds"]));

const variables = { DATABASE_URL: url, INIT_CWD: folder.path(".") };

const cli = (args: string[]) => runCli(args, variables);

/** Runs the command line in a process; `onMemory` receives its peak memory in MB. */
async function cliProcess(args: string[], onMemory: (mb: number) => void) {
  const env = { ...process.env, ...variables };
  const child = spawn(process.execPath, [script, ...args], { env });
  let out = "";
  let err = "";
  child.stdout.on("data", (data) => (out += data));
  child.stderr.on("data", (data) => (err += data));
  const status = `/proc/${child.pid}/status`;
  const watch = setInterval(() => {
    const peak = existsSync(status) && /VmHWM:\s+(\d+) kB/.exec(readFileSync(status, "utf8"));
    if (peak) onMemory(Number(peak[1]) / 1024);
  }, 20);
  const code = await new Promise<number | null>((done) => child.on("close", done));
  clearInterval(watch);
  return { code, out, err };
}

test("a feed goes in, an uncertain product is decided about, and the next import follows", {
  timeout: 180_000,
}, async () => {
  const [sable, souls] = await addCatalogue(db, [{ title: "Sable" }, { title: "DARK SOULS™ III" }]);
  await folder.write(
    "feed.tsv",
    "sku\ttitle\tcost\nk1\tSable PC\t5.00\nk2\tDark Souls III Deluxe Edition PC\t9.00\nk3\tHalo Xbox\t7.00\nk4\tTomb\t-1\n",
  );
  const importing = [
    "import",
    "prices",
    "--store",
    "cdkeys",
    "feed.tsv",
    "--map",
    "id=sku,price=cost",
    "--currency",
    "usd",
  ];
  const first = await cli(importing);
  expect(first).toMatchObject({ code: 0, err: 'line 5: price: "-1" is not a price\n' });
  expect(first.out).toMatch(/rows read +4\n.*games matched +1\n.*offers changed +1\n.*prices changed +1\n/);
  expect(first.out).toMatch(/without a certain match +1\n.*platforms or regions +1\n.*rows rejected +1\n/);

  const listed = await cli(["matches", "list", "--store", "cdkeys"]);
  const [, id = ""] =
    /^(\d+) {2}cdkeys {2}Dark Souls III Deluxe Edition PC {2}\[k2\] {2}seen: 1\n/.exec(listed.out) ?? [];
  expect(listed.out).toContain(`    candidate ${souls}  DARK SOULS™ III\n1 of 1 products to review\n`);
  expect(await cli(["matches"])).toEqual(listed);
  expect(await cli(["matches", "--decided"])).toMatchObject({ code: 0, out: "0 of 0 decided products\n" });
  expect(await cli(["matches", "lst"])).toMatchObject({ code: 1, out: "" });
  expect(await cli(["matches", "accept", id, String(souls)])).toMatchObject({ code: 0, err: "" });
  await cli(importing);
  const { rows } = await pool.query("select game_id, price_minor from offers where store = 'cdkeys' order by game_id");
  expect(rows).toEqual([
    { game_id: sable, price_minor: 500 },
    { game_id: souls, price_minor: 900 },
  ]);
});

test("a file that is not there fails with a clear line", { timeout: 180_000 }, async () => {
  expect(await cli(["import", "prices", "--store", "other", "missing.csv"])).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringMatching(/missing\.csv cannot be read \(ENOENT\); nothing was imported\n$/),
  });
});

test("memory does not grow with the feed: at most 200 MB", { timeout: 3_600_000 }, async () => {
  const megabytes = repeats(2, 500);
  await addCatalogue(
    db,
    Array.from({ length: 1_000 }, (_, index) => ({ title: `Game ${index}` })),
  );
  const description = "A game of many words. ".repeat(60);
  const file = createWriteStream(folder.path("large.csv"));
  file.write("id,title,description,link,price,availability\n");
  for (let index = 0, size = 0; size < megabytes * 1_000_000; index++) {
    const row = `${index},Game ${index} PC,${description},https://x.example/${index},${index % 60}.99 USD,in stock\n`;
    size += row.length;
    if (!file.write(row)) await new Promise((resolve) => file.once("drain", resolve));
  }
  file.end();
  await finished(file);
  let most = 0;
  const start = performance.now();
  const { code, out } = await cliProcess(["import", "prices", "--store", "cdkeys", "large.csv"], (mb) => (most = mb));
  console.log(
    `${megabytes} MB of feed: ${Math.round(most)} MB of memory, ${Math.round((performance.now() - start) / 100) / 10} s`,
  );
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/games matched +1,000\n/) });
  expect(most).toBeLessThan(200);
});
