import { spawnSync } from "node:child_process";
import { chmod, mkdir, readdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { verifyChain } from "../features/audit/queries-verify.ts";
import { recordOffers } from "../features/prices/offers/commands.ts";
import { drizzle, sql } from "../platform/db/drizzle.ts";
import { startEmbedded } from "../platform/db/embedded/embedded.ts";
import { findPostmaster } from "../platform/db/embedded/postmaster.ts";
import { StartError } from "../platform/process/start-error.ts";
import { startTestApp } from "../test/app.ts";
import { addCatalogue, observe } from "../test/catalogue.ts";
import { createTestDatabase } from "../test/database.ts";
import { createTestFolder } from "../test/folder.ts";
import { canMount, mountSmallDisk } from "../test/processes/small-disk.ts";
import { connectTo, startSiteProcess, stopSiteProcess, superAdmin } from "../test/site.ts";
import { signInUser } from "../test/users.ts";

const folder = await createTestFolder();

describe.skipIf(!canMount())("disks", () => {
  // It brings its own database, so another run with another PostgreSQL would show the same.
  test.skipIf(inject("binDir"))(
    "a full one: what there is is shown, what is saved stays, and it saves again by itself",
    {
      timeout: 300_000,
    },
    async () => {
      const disk = await mountSmallDisk(folder.path("full"), 200);
      const site = await startSiteProcess({ dataDir: disk.folder, env: { SAMPLE_CATALOGUE: "false" } });
      onTestFinished(async () => void (await stopSiteProcess(site)));
      const post = (path: string, body: unknown, more: RequestInit = {}) =>
        fetch(site.url + path, {
          method: "POST",
          body: JSON.stringify(body),
          ...more,
          headers: { "content-type": "application/json", ...more.headers },
        });
      const { token } = (await (await post("/api/auth/login", superAdmin)).json()) as { token: string };
      let saved = "";
      const save = async (value: string) => {
        const headers = { authorization: `Bearer ${token}` };
        const response = await post("/api/admin/config/social.network_url", { value }, { method: "PUT", headers });
        if (response.ok) saved = value;
        return response;
      };
      expect((await save("https://example.com/before")).status).toBe(200);
      expect((await fetch(`${site.url}/api/games`)).status).toBe(200);

      await disk.fill();
      const client = await connectTo(disk.folder);
      // every step needs a new file of 16 MB
      await expect(client.query("select pg_logical_emit_message(false, '', repeat('x', 100000000))")).rejects.toThrow();
      await client.end();
      const refused = await save("https://example.com/while-full");
      expect(refused.status).toBe(503);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await fetch(`${site.url}/api/games`)).status).toBe(200);
      await expect.poll(site.output, { timeout: 60_000 }).toContain("The disk of DATA_DIR is full");

      await disk.removeSample();
      await expect.poll(async () => (await save("https://example.com/after")).status, { timeout: 120_000 }).toBe(200);
      const again = await connectTo(disk.folder);
      const { rows } = await again.query("select value from site_config where key = 'social.network_url'");
      expect(rows).toEqual([{ value: saved }]);
      expect(await verifyChain(drizzle(again))).toEqual({ entries: expect.any(Number), problem: null });
      await again.end();
      expect(await stopSiteProcess(site)).toBe(0);
    },
  );

  test.skipIf(inject("binDir"))(
    "a full one, and a database that never responds again: it is started anew (soak)",
    {
      timeout: 120_000,
    },
    async () => {
      const disk = await mountSmallDisk(folder.path("stuck"), 200);
      const lines: string[] = [];
      const note = (line: string) => void lines.push(line);
      const log = { info: note, warn: note, error: note };
      const giveUp = vi.fn();
      const { stop } = await startEmbedded({ dataDir: disk.folder, log, giveUp });
      onTestFinished(stop);
      await disk.fill();
      process.kill(findPostmaster(`${disk.folder}/postgres`)!.pid, "SIGSTOP");
      await expect
        .poll(() => lines, { timeout: 60_000 })
        .toContainEqual(expect.stringContaining("waits for free space"));
      await disk.removeSample();
      await expect.poll(() => lines, { timeout: 30_000 }).toContain("The database is running again");
      await (await connectTo(disk.folder)).end();
      expect(giveUp).not.toHaveBeenCalled();
    },
  );

  test("a full one at the start: one line that says what to do, and what is there stays", async () => {
    const disk = await mountSmallDisk(folder.path("full-at-start"), 8);
    await disk.fill();
    const log = { info() {}, warn() {}, error() {} };
    const start = () => startEmbedded({ dataDir: disk.folder, log });
    await expect(start()).rejects.toThrow(/ENOSPC\); free space|No space left on device/);
    await expect(start()).rejects.toBeInstanceOf(StartError);
    expect(await readdir(disk.folder)).toContain("filler");
  });

  test("a read-only one: one line at the start; a running site continues, and its mail waits", {
    timeout: 120_000,
  }, async () => {
    const database = await createTestDatabase();
    const [id] = await addCatalogue(database.db, [{ title: "Sable" }]);
    await signInUser(database.db, "Ada");
    const disk = await mountSmallDisk(folder.path("read-only"), 8);
    const app = await startTestApp(database, { env: { DATA_DIR: disk.folder } });
    disk.setReadOnly(true);
    const log = { info() {}, warn() {}, error() {} };
    await expect(startEmbedded({ dataDir: disk.folder, log })).rejects.toThrow(
      /^The data folder .* is not writable \(EROFS\); make its file system writable, or set DATA_DIR to another/,
    );
    expect((await app.inject(`/images/games/${id}/portrait`)).statusCode).toBe(200);
    const payload = { email: "Ada@example.com" };
    const requested = await app.inject({ method: "POST", url: "/api/auth/reset-password", payload });
    expect(requested.statusCode).toBe(202);
    const waiting = sql`select from jobs.job where name = 'mail' and state = 'retry'`;
    await expect.poll(async () => (await database.db.execute(waiting)).rowCount, { timeout: 60_000 }).toBe(1);

    disk.setReadOnly(false);
    await database.db.execute(sql`update jobs.job set start_after = now() where state = 'retry'`);
    await database.db.execute(sql`select pg_notify('changes', 'jobs')`);
    const outbox = () => readdir(`${disk.folder}/outbox`).catch(() => []);
    await expect.poll(outbox, { timeout: 60_000 }).toEqual([expect.stringMatching(/\.eml$/)]);
  });
});

/** Starts a process that may not write to the folder, which belongs to another user; returns what it prints. */
function startAsStranger(dataDir: string) {
  const isRoot = process.getuid?.() === 0;
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: "0" };
  const options = { env, encoding: "utf8", ...(isRoot && { uid: 65_534, gid: 65_534 }) } as const;
  return spawnSync(process.execPath, [fileURLToPath(new URL("main.ts", import.meta.url))], options);
}

describe.skipIf(process.platform === "win32")("the wrong owner", () => {
  test.each(["the data folder", "the database in it"])("of %s is named with what to do", async (what) => {
    await chmod(folder.path("."), 0o755);
    const home = folder.path(what);
    const postgres = `${home}/postgres`;
    await mkdir(postgres, { recursive: true });
    await writeFile(`${postgres}/PG_VERSION`, "18\n");
    await chmod(postgres, 0o000);
    await chmod(home, what === "the data folder" ? 0o555 : 0o777);
    const { status, stderr } = startAsStranger(home);
    await chmod(home, 0o755);
    await chmod(postgres, 0o755);
    const names =
      what === "the data folder" ? /^The data folder .* is not writable/ : /^The database in .* cannot be read/;
    expect(stderr).toMatch(names);
    expect(stderr).toMatch(/ \(EACCES\); make this user its owner \(chown -R \d+:\d+ [^\n]*\n$/);
    expect(status).toBe(1);
    expect(await readdir(postgres)).toEqual(["PG_VERSION"]);
  });
});

describe("a clock that jumps", async () => {
  const database = await createTestDatabase();
  const { db } = database;
  const hour = 3_600_000;

  function setClock(time: number) {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["Date"], now: time });
  }

  test("ahead ends the sign-ins that would have ended by then; set right again, they are good again", async () => {
    const app = await startTestApp(database);
    const { headers } = await signInUser(db, "Ada");
    const send = async () => (await app.inject({ url: "/api/auth/me", headers })).statusCode;
    const now = Date.now();
    expect(await send()).toBe(200);
    setClock(now + 2 * hour);
    expect(await send()).toBe(401);
    setClock(now - 24 * hour);
    expect(await send()).toBe(200);
  });

  test("back by a day between two prices: both are stored, and the later one counts", async () => {
    const [id] = await addCatalogue(db, [{ title: "Sable", offers: { gog: { priceMinor: 2_000 } } }]);
    const yesterday = new Date(Date.now() - 24 * hour);
    await recordOffers(db, observe(id!, { gog: { priceMinor: 1_000 } }), { now: yesterday });
    await recordOffers(db, observe(id!, { gog: { priceMinor: 1_500 } }), { now: new Date() });
    const { rows } = await db.execute(sql`
      select price_minor, best_minor from price_history join game_prices using (game_id)
      where game_id = ${id} order by recorded_at desc`);
    expect(rows[0]).toEqual({ price_minor: 1_500, best_minor: 1_500 });
    expect(rows).toHaveLength(3);
  });
});
