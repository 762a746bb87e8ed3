import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { createTestFolder } from "../../test/folder.ts";
import { expireLeases } from "../../test/processes/expire-leases.ts";
import { signInUser } from "../../test/users.ts";
import { setAlert } from "./commands.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const folder = await createTestFolder();

const outbox = async () => {
  const files = await readdir(folder.path("outbox")).catch(() => []);
  return files.filter((name) => name.endsWith(".eml"));
};

async function unfinished(): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from jobs.job where name = 'mail' and state <> 'completed'`,
  );
  return rows[0]!.count;
}

function startWorker(gameIds: readonly number[]): ChildProcess {
  const script = fileURLToPath(new URL("../../test/processes/alert-worker.ts", import.meta.url));
  const args = [script, database.url, folder.path("."), ...gameIds.map(String)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

test("a process that is killed repeatedly while it records prices mails every drop exactly once", async () => {
  const titles = Array.from({ length: 60 }, (_, index) => `Game ${String(index).padStart(2, "0")}`);
  const gameIds = await addCatalogue(
    db,
    titles.map((title) => ({ title, offers: { steam: { priceMinor: 2_000 } } })),
  );
  const { id: userId } = await signInUser(db, "Ada");
  for (const gameId of gameIds) await setAlert(db, { userId, gameId, targetMinor: null }, titles.length);

  for (const sent of [5, 30]) {
    const worker = startWorker(gameIds);
    await expect.poll(async () => (await outbox()).length, { interval: 1, timeout: 60_000 }).toBeGreaterThan(sent);
    await kill(worker);
    expect((await outbox()).length).toBeLessThan(titles.length);
    await expireLeases(pool);
  }
  startWorker(gameIds);
  await expect.poll(async () => (await outbox()).length, { timeout: 60_000 }).toBe(titles.length);
  await expect.poll(unfinished, { timeout: 60_000 }).toBe(0);

  const letters = await Promise.all((await outbox()).map((name) => readFile(folder.path(`outbox/${name}`), "utf8")));
  const reported = letters.map((letter) => letter.match(/^Subject: (.+) is \$10\.00 at Steam\r$/m)?.[1]);
  expect(reported.sort()).toEqual(titles);
}, 300_000);
