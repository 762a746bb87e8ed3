import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, globSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, test } from "vitest";
import { runCli } from "../test/cli.ts";
import { createTestDatabase, emptyTables } from "../test/database.ts";
import { createTestFolder } from "../test/folder.ts";
import { repeats } from "../test/processes/soak.ts";
import { sharedData } from "../test/shared-data.ts";
import { leeway } from "../test/speed.ts";

const { pool, url, applicationUrl } = await createTestDatabase();
const folder = await createTestFolder();
const isSoak = repeats(0, 1) === 1;
const root = fileURLToPath(new URL("../../..", import.meta.url));
const script = fileURLToPath(new URL("./main.ts", import.meta.url));

beforeEach(() => emptyTables(pool, ["games", "site_config"]));

const variables = {
  ...(applicationUrl ? { DATABASE_URL: applicationUrl, DATABASE_OWNER_URL: url } : { DATABASE_URL: url }),
  INIT_CWD: folder.path("."),
};

const cli = (...args: string[]) => runCli(args, variables);

/** `maxMemory` is the most that the process held, in MB; null where the system does not tell. */
async function cliProcess(...args: string[]) {
  const env = { ...process.env, ...variables };
  const child = spawn(process.execPath, [script, ...args], { env });
  let out = "";
  let err = "";
  let maxMemory: number | null = null;
  child.stdout.on("data", (data) => (out += data));
  child.stderr.on("data", (data) => (err += data));
  const status = `/proc/${child.pid}/status`;
  const watch = setInterval(() => {
    if (!existsSync(status)) return;
    const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(status, "utf8"));
    if (peak) maxMemory = Number(peak[1]) / 1024;
  }, 20);
  const code = await new Promise<number | null>((done) => child.on("close", done));
  clearInterval(watch);
  return { code, out, err, maxMemory };
}

/** Figures by what they count. */
function counts(out: string): Record<string, number> {
  const lines = [...out.matchAll(/^ {2}(\S.*?) {2,}([\d,.]+)$/gm)];
  return Object.fromEntries(lines.map(([, what, count]) => [what, Number(count?.replaceAll(",", ""))]));
}

test.each([[["--help"]], [["import", "--help"]], [["import", "catalogue", "--help"]], [["generate", "--help"]]])(
  "%j explains itself",
  async (args) => {
    const { code, out } = await cli(...args);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining("Usage: npm run cli -- ") });
  },
);

describe.skipIf(!existsSync("/dev/full"))("the output", () => {
  test("fails the command where it cannot be written", async () => {
    const full = openSync("/dev/full", "w");
    const child = spawn(process.execPath, [script, "--help"], { stdio: ["ignore", full, "pipe"] });
    const [err, [code]] = await Promise.all([text(child.stderr!), once(child, "exit")]);
    closeSync(full);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^The output cannot be written: ENOSPC.*\n$/),
    });
  });

  test("may be left by its reader", async () => {
    const child = spawn(process.execPath, [script, "--help"], { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.destroy();
    const [err, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
  });

  test.each([
    [["backup", "/proc/lootwise"], "The backup cannot be written to /proc/lootwise: no folder can be created there"],
    [["restore", "/proc/lootwise"], "manifest.json of the backup cannot be read (ENOENT)"],
    [["import", "bundles", "/dev/full"], "/dev/full is not a file"],
    [["export", "dump", "/proc/lootwise"], "/proc/lootwise cannot be written (ENOENT)"],
    [["export", "catalogue", "/proc/lootwise.csv"], "/proc/lootwise.csv cannot be written (ENOENT)"],
  ])("%j is refused where no file can be", async (args, message) => {
    expect(await cli(...args)).toMatchObject({ code: 1, out: "", err: expect.stringContaining(message) });
  });
});

test.each([
  [["import", "catalogue", "missing.jsonl"], /^.*missing\.jsonl cannot be read \(ENOENT\)\n$/],
  [["import", "catalogue", "games.xlsx"], /^.*games\.xlsx must end in \.jsonl, \.ndjson or \.csv, or .*\n$/],
  [["import", "catalogue", "x.csv", "--map", "name=title"], /Unknown field "name"/],
  [["export", "catalogue", "no/such/folder/x.csv"], /^.*x\.csv cannot be written \(ENOENT\)\n$/],
  [["generate", "--games", "many", "--history", "1"], /Expected a whole number/],
  [["generate", "--games", "1"], /required option '--history <n>' not specified/],
  [["destroy"], /unknown command 'destroy'/],
  [["constructor"], /unknown command 'constructor'/],
])("%j fails with a clear line", async (args, message) => {
  expect(await cli(...args)).toMatchObject({ code: 1, out: "", err: expect.stringMatching(message) });
});

test("a process ends with the status of its command", async () => {
  expect(await cliProcess("markets", "list")).toMatchObject({ code: 0, err: "" });
  expect(await cliProcess("destroy")).toMatchObject({ code: 1, out: "" });
});

describe("import catalogue", () => {
  test("reports bad rows, counts, and ends well when good ones went in", async () => {
    await folder.write("some.csv", "title,steam_price,publisher\nSable,24.99,X\nRoad 96,free,Y\n");
    const { code, out, err } = await cli("import", "catalogue", "some.csv");
    expect(code).toBe(0);
    expect(err).toBe('line 3: steam_price: "free" is not an amount of US dollars such as 9.99\n');
    expect(counts(out)).toMatchObject({ "rows read": 2, "games added": 1, "rows rejected": 1, "prices changed": 1 });
    expect(out).toContain("Ignored unknown fields: publisher");
  });

  test.each([
    [["--strict"], "title,rating\nA,1\nB,11\n", "1 of 2 rows are invalid; nothing was imported"],
    [[], "title,rating\nB,11\n", "has no valid row; nothing was imported"],
  ])("%j fails where it must", async (flags, content, message) => {
    await folder.write("bad.csv", content);
    const { code, err } = await cli("import", "catalogue", "bad.csv", ...flags);
    expect(code).toBe(1);
    expect(err.trim().split("\n").at(-1)).toContain(message);
    expect((await pool.query("select from games")).rowCount).toBe(0);
  });

  test("--dry-run changes nothing, and what was exported comes in again", async () => {
    await folder.write("one.csv", "title,steam_appid\nSable,757310\n");
    const tried = await cli("import", "catalogue", "one.csv", "--dry-run");
    expect(tried).toMatchObject({ code: 0, out: expect.stringContaining("nothing was imported") });
    expect((await pool.query("select from games")).rowCount).toBe(0);
    await cli("import", "catalogue", "one.csv");
    const written = await cli("export", "catalogue", "out.jsonl.gz");
    expect({ ...written, games: counts(written.out).games }).toMatchObject({ code: 0, games: 1 });
    const again = await cli("import", "catalogue", "out.jsonl.gz");
    expect(counts(again.out)).toMatchObject({ "games added": 0, "games changed": 0, "games unchanged": 1 });
  });

  const real = sharedData("catalogue/games-real.jsonl");
  // Another test checks what is imported.
  test.skipIf(!real || !isSoak)(
    "of the real catalogue takes at most 20 seconds and 300 MB",
    { timeout: 180_000 },
    async () => {
      const { code, out, maxMemory } = await cliProcess("import", "catalogue", real!);
      expect(code).toBe(0);
      expect(counts(out)).toMatchObject({ "rows read": 31_320, "games added": 31_320, "rows rejected": 0 });
      expect(counts(out).seconds).toBeLessThan(20 * leeway);
      if (maxMemory !== null) expect(maxMemory).toBeLessThan(300);
    },
  );

  test("memory does not grow with the file", { timeout: 90_000 }, async () => {
    const row = (index: number) =>
      `${JSON.stringify({ title: `Game ${index}`, description: "word ".repeat(100), steam_price: index % 60 })}\n`;
    const rows = repeats(1_000, 60_000);
    await folder.write("large.jsonl", Array.from({ length: rows }, (_, index) => row(index)).join(""));
    const { code, maxMemory } = await cliProcess("import", "catalogue", "large.jsonl", "--dry-run");
    expect(code).toBe(0);
    if (maxMemory !== null) expect(maxMemory).toBeLessThan(300);
  });
});

/** What documents say to run, each once. */
const documented = new Set(
  ["*.md", "docs/**/*.md"]
    .flatMap((pattern) => globSync(join(root, pattern)))
    .flatMap((path) => readFileSync(path, "utf8").match(/(?<=npm run cli -- )[a-z][^`|\n]*/g) ?? [])
    .map((line) => line.replace(/ +#.*/, "").trim()),
);

test.each([...documented])("the documented command %s exists, with its options", async (line) => {
  const words = line.split(" ");
  const { out } = await cli(...words.filter((word) => /^[a-z]+$/.test(word)).slice(0, 2), "--help");
  const [usage = ""] = out.split("\n");
  expect(words.join(" ")).toContain(/npm run cli -- ([a-z ]*[a-z])/.exec(usage)?.[1]);
  if (words.length > 1) expect(usage).not.toContain("[command]");
  for (const option of line.match(/--[a-z-]+/g) ?? []) expect(out).toContain(option);
});

test("generate fills an empty catalogue, and refuses another", async () => {
  const created = await cli("generate", "--games", "50", "--history", "400");
  expect(created.code).toBe(0);
  expect(counts(created.out)).toMatchObject({ games: 50, "price history records": 400 });
  expect(await cli("generate", "--games", "50", "--history", "400")).toMatchObject({
    code: 1,
    err: "The catalogue already has 50 generated games; use --replace to remove them\n",
  });
});

describe("admin and audit", () => {
  test("an administrator is created, gets a new password, and both are in an audit trail that verifies", async () => {
    const created = await cli("admin", "create", "chief", "chief@example.com");
    expect(created).toMatchObject({ code: 0, err: "" });
    expect(created.out).toMatch(
      /^Created administrator chief\. Sign in as chief@example\.com with the password [\w-]{20}\n$/,
    );
    const again = await cli("admin", "reset-password", "CHIEF");
    expect(again.out).toMatch(
      /^Reset the password of CHIEF and ended all sessions\. Sign in as chief@example\.com with the password [\w-]{20}\n$/,
    );
    const verified = await cli("audit", "verify");
    expect(verified).toMatchObject({ code: 0, out: expect.stringContaining("Audit log verified:") });
    expect(counts(verified.out)).toEqual({ entries: 2 });
  });

  test("a trail is compared with an entry that was noted", async () => {
    const { rows } = await pool.query("select last_id || ':' || encode(hash, 'hex') as head from audit_head");
    const noted: string = rows[0].head;
    expect(await cli("audit", "verify", "--expect", noted)).toMatchObject({ code: 0, err: "" });
    const other = noted.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"));
    const { code, out, err } = await cli("audit", "verify", "--expect", other);
    expect({ code, out, err }).toEqual({
      code: 1,
      out: "",
      err: "Entry 2 differs from the expected one: the audit log was rewritten\n",
    });
    const wrong = await cli("audit", "verify", "--expect", "2");
    expect(wrong).toMatchObject({ code: 1, out: "", err: expect.stringContaining("an entry's id and its hash") });
  });

  test.each([
    [["admin", "create", "chief", "other@example.com"], "This username is already taken"],
    [["admin", "create", "x", "x@example.com"], "Username"],
    [["admin", "reset-password", "nobody"], "There is no administrator nobody"],
    [["accounts", "recover", "nobody"], "There is no account nobody"],
    [["accounts", "recover", "chief", "--email", "nonsense"], "Please enter a valid email address"],
  ])("%j fails with a clear line", async (args, message) => {
    expect(await cli(...args)).toMatchObject({ code: 1, out: "", err: expect.stringContaining(message) });
  });

  test("an account is recovered, with another address", async () => {
    const { code, out } = await cli("accounts", "recover", "Chief", "--email", "chief@home.example");
    expect(code).toBe(0);
    expect(out).toMatch(/Sign in as chief@home\.example with the password [\w-]{20}\n$/);
    const { rows } = await pool.query("select email, email_verified from users where username = 'chief'");
    expect(rows).toEqual([{ email: "chief@home.example", email_verified: true }]);
  });

  test("a broken audit trail is reported with its first wrong entry", async () => {
    await pool.query("alter table audit_log disable trigger refuse_change");
    await pool.query("update audit_log set description = 'other' where id = 2");
    await pool.query("alter table audit_log enable trigger refuse_change");
    const { code, out, err } = await cli("audit", "verify");
    expect({ code, out, err }).toEqual({ code: 1, out: "", err: "Entry 2 was modified\n" });
  });
});
