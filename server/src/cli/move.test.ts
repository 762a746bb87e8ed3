import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, inject, onTestFinished, test } from "vitest";
import { type Connection, connect } from "../db/connect.ts";
import { startEmbedded } from "../db/embedded.ts";
import { systemBinaryFolders } from "../db/embedded-binaries.ts";
import { generateCatalogue } from "../games/generate.ts";
import { createTestDatabase } from "../test/database.ts";
import { digestOf } from "../test/digest.ts";
import { createTestFolder } from "../test/folder.ts";

const source = await createTestDatabase();
const folder = await createTestFolder();
const dataDir = folder.path("data");
const script = fileURLToPath(new URL("../cli.ts", import.meta.url));

interface Run {
  child: ChildProcess;
  output(): string;
}

function start(databaseUrl: string | undefined, ...args: string[]): Run {
  const env = { ...process.env, DATABASE_URL: databaseUrl ?? "", DATA_DIR: dataDir };
  const child = spawn(process.execPath, [script, "migrate-database", ...args], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let written = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (written += data));
  return { child, output: () => written };
}

async function finish({ child, output }: Run): Promise<{ code: number | null; output: string }> {
  const [code] = await once(child, "close");
  return { code, output: output() };
}

/** What a database of the server holds; schemas are worded differently from version to version. */
async function contentOf(connection: Connection) {
  const { pool, close } = connect(connection, () => {});
  const { tables, sequences } = await digestOf(pool).finally(close);
  return { tables, sequences };
}

/** Moves go between two versions where the system has an older one: there the tests of the server run again. */
const hasOtherVersion = !inject("binDir") && (await systemBinaryFolders()).length > 0;

test.skipIf(hasOtherVersion)(
  "a database moves from a server into the embedded one, and back to a server",
  { timeout: 300_000 },
  async () => {
    await generateCatalogue(source.db, { games: 20, history: 500, seed: 1, now: new Date(), replace: true });
    const original = await contentOf({ connectionString: source.url });

    const plan = await finish(start(source.url, "--to", "embedded", "--dry-run"));
    expect(plan).toEqual({
      code: 0,
      output: expect.stringMatching(/public\.price_history +500\n[\s\S]*In all:\n {2}rows +\d[\s\S]*bytes on the disk/),
    });

    const there = await finish(start(source.url, "--to", "embedded", "--no-hold"));
    expect(there).toEqual({
      code: 0,
      output: expect.stringMatching(
        /Moved, and equal on both sides:\n[\s\S]*The audit log is as it was written[\s\S]*Remove DATABASE_URL/,
      ),
    });
    const log = { info() {}, warn: console.warn, error: console.error };
    const embedded = await startEmbedded({ dataDir, log, durable: false });
    try {
      expect(await contentOf(embedded.connection)).toEqual(original);

      const target = await createTestDatabase({ bare: true });
      const back = start(undefined, "--to", target.url);
      await expect.poll(back.output, { timeout: 150_000 }).toContain("until you press Ctrl-C");
      const site = connect(embedded.connection, () => {}, {
        timeouts: { statement_timeout: 0, lock_timeout: 50, idle_in_transaction_session_timeout: 0 },
      });
      await expect(site.pool.query("delete from games")).rejects.toThrow("lock timeout");
      back.child.kill("SIGINT");
      expect(await finish(back)).toMatchObject({ code: 0 });
      await site.pool.query("begin; delete from games; rollback");
      await site.close();
      expect(await contentOf({ connectionString: target.url })).toEqual(original);
    } finally {
      await embedded.stop();
    }
  },
);

test.skipIf(hasOtherVersion)(
  "an address that is none, or where nobody answers, is said in one line",
  { timeout: 60_000 },
  async () => {
    const refusals = [
      ["mysql://localhost/x", "--to must be an address that begins with postgresql://, or embedded\n"],
      ["postgresql://127.0.0.1:1/x", "The target cannot be reached: connect ECONNREFUSED 127.0.0.1:1\n"],
    ] as const;
    const runs = refusals.map(([to]) => finish(start(source.url, "--to", to)));
    expect(await Promise.all(runs)).toEqual(refusals.map(([, output]) => ({ code: 1, output })));
  },
);
