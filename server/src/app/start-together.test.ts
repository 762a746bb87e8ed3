// Processes that start at the same moment on a database without anything in it all come up, and nothing is there twice.
import { readFileSync } from "node:fs";
import { shippedTexts } from "contract/content-strings/defaults.ts";
import { shippedRoles } from "contract/roles/rules.ts";
import { defaultSettings } from "contract/site-config/defaults.ts";
import type { ClientBase, Pool } from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { findPostmaster } from "../platform/db/embedded/postmaster.ts";
import { queues } from "../platform/jobs/queues.ts";
import { createTestDatabase } from "../test/database.ts";
import { createTestFolder } from "../test/folder.ts";
import { repeats } from "../test/processes/soak.ts";
import { connectTo, type SiteProcess, startSiteProcess, stopSiteProcess } from "../test/site.ts";

const folder = await createTestFolder();
const email = "root@example.com";
/** Games of the bundled sample. */
const samples = readFileSync(new URL("../features/imports/sample-catalogue.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n").length;

/** Starts a process for each role at once, and resolves when all are ready. No password is set: one is made up. */
async function startTogether(roles: readonly string[], dataDir: string, env = {}): Promise<SiteProcess[]> {
  const starting = roles.map((ROLE) => startSiteProcess({ dataDir, env: { ...env, ROLE, ADMIN_PASSWORD: "" } }));
  const started = await Promise.allSettled(starting);
  const sites = started.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  onTestFinished(async () => void (await Promise.all(sites.map(stopSiteProcess))));
  expect(started.filter(({ status }) => status === "rejected")).toEqual([]);
  return sites;
}

/** One of them, and only one, has printed the password that it made up. */
function passwordOf(sites: readonly SiteProcess[]): string {
  const printed = sites.flatMap((site) => [...site.output().matchAll(/ with the password (\S+)/g)]);
  expect(printed).toHaveLength(1);
  return printed[0]![1]!;
}

async function signIn({ url }: SiteProcess, password: string): Promise<number> {
  const body = JSON.stringify({ email, password });
  const headers = { "content-type": "application/json" };
  return (await fetch(`${url}/api/auth/login`, { method: "POST", headers, body })).status;
}

async function countAll(client: ClientBase | Pool) {
  const { rows } = await client.query(`select
    (select count(*)::int from games) as games,
    (select count(*)::int from users) as users,
    (select count(*)::int from admin_roles) as roles,
    (select count(*)::int from content_strings where language = 'en') as strings,
    (select count(*)::int from site_config) as settings,
    (select count(*)::int from audit_log where resource_type = 'user') as administrators,
    (select count(*)::int from jobs.queue where name not like '\\_\\_%') as queues`);
  return rows[0];
}

const everythingOnce = {
  games: samples,
  users: 1,
  roles: shippedRoles.length,
  strings: Object.keys(shippedTexts).length,
  settings: Object.keys(defaultSettings).length,
  administrators: 1,
  queues: Object.keys(queues).length,
};

/** The one below shows the same of the start; this one goes on until chance has had its chance. */
const rounds = repeats(0, 20);

test.skipIf(rounds === 0)(
  "all, web and worker at once on an empty database",
  { timeout: rounds * 300_000 },
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const database = await createTestDatabase({ bare: true });
      const sites = await startTogether(["all", "web", "worker"], folder.path(`shared-${round}`), {
        DATABASE_URL: database.url,
      });
      expect(await countAll(database.pool)).toEqual(everythingOnce);
      const password = passwordOf(sites);
      expect(await Promise.all(sites.map((site) => signIn(site, password)))).toEqual([200, 200, 404]);
      expect(await Promise.all(sites.map(stopSiteProcess))).toEqual([0, 0, 0]);
      await database.close();
    }
  },
);

// It brings its own database, so another run with another PostgreSQL would show the same.
test.skipIf(inject("binDir"))(
  "two on an empty data folder share its server, also when the one that started it is killed (soak)",
  { timeout: 300_000 },
  async () => {
    const dataDir = folder.path("embedded");
    const sites = await startTogether(["web", "all"], dataDir);
    const client = await connectTo(dataDir);
    expect(await countAll(client)).toEqual(everythingOnce);
    await client.end();
    const password = passwordOf(sites);
    const { pid } = findPostmaster(`${dataDir}/postgres`)!;
    const starter = sites.find((site) => site.process.pid === parentOf(pid))!;
    const [other] = sites.filter((site) => site !== starter) as [SiteProcess];
    starter.process.kill("SIGKILL");
    await expect.poll(() => starter.process.signalCode).toBe("SIGKILL");
    expect(await signIn(other, password)).toBe(200);
    expect(findPostmaster(`${dataDir}/postgres`)?.pid).toBe(pid);
    // the last one out stops the server, although it was not its own
    expect(await stopSiteProcess(other)).toBe(0);
    expect(findPostmaster(`${dataDir}/postgres`)).toBe(null);
  },
);

function parentOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]);
}
