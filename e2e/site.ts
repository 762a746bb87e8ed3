import { randomBytes } from "node:crypto";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { administer } from "../server/src/test/cluster.ts";
import { withDatabase } from "../server/src/test/database-url.ts";
import type { Prepared } from "./prepare.ts";
import { startRoundRobin } from "./round-robin.ts";
import { type SiteEnv, type SiteProcess, startSiteProcess, temporaryFolder } from "./site-process.ts";

/** A site with the sample catalogue and an administrator. */
export interface Site {
  /** Without a trailing slash. */
  url: string;
  dataDir: string;
  /** For CLI commands on this site's data. */
  env: SiteEnv;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

/** TEST_PROCESSES=3: two web processes that take turns, and a worker. */
const inManyProcesses = Number(process.env.TEST_PROCESSES ?? 1) > 1;

/** A site of its own for a test file. */
export const startSite = (env: Record<string, string> = {}): Promise<Site> => startSiteOn(inject("prepared"), env);

/** Starts the site on a copy of the data of `prepare.ts`. It has high request limits and no cache of responses. */
export async function startSiteOn(prepared: Prepared, env: Record<string, string> = {}): Promise<Site> {
  const data = await copyData(prepared);
  // Nothing listens on port 9, so games have generated covers.
  const usual = { STEAM_IMAGE_URL: "http://127.0.0.1:9", RATE_LIMIT_SCALE: "100", CACHE_SECONDS: "0" };
  const running = await (inManyProcesses ? startProcesses : startSiteProcess)({ ...usual, ...env, ...data.env });
  return {
    url: running.url,
    dataDir: data.env.DATA_DIR,
    env: data.env,
    async stop() {
      await running.stop();
      await data.remove();
    },
  };
}

/** The site of all files that change nothing but what their own users see. */
export const sharedSite = (): Site => ({ ...inject("sharedSite"), stop: async () => {} });

export function newDatabaseName(): string {
  return `lootwise_e2e_${randomBytes(6).toString("hex")}`;
}

async function copyData(prepared: Prepared): Promise<{ env: SiteEnv; remove(): Promise<void> }> {
  const folder = await temporaryFolder();
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  if ("dataDir" in prepared) {
    await cp(join(prepared.dataDir, "postgres"), join(folder, "postgres"), { recursive: true });
    return { env: { DATA_DIR: folder }, remove: removeFolder };
  }
  const { serverUrl } = prepared;
  const database = newDatabaseName();
  await administer(serverUrl, `create database ${database} template ${prepared.database}`);
  return {
    env: { DATA_DIR: folder, DATABASE_URL: withDatabase(serverUrl, database) },
    async remove() {
      await administer(serverUrl, `drop database if exists ${database} with (force)`);
      await removeFolder();
    },
  };
}

async function startProcesses(env: SiteEnv): Promise<Pick<SiteProcess, "url"> & { stop(): Promise<void> }> {
  const proxy = await startRoundRobin();
  const common = { PUBLIC_URL: `http://localhost:${proxy.port}`, ...env };
  const roles = ["web", "web", "worker"];
  const processes = await Promise.all(roles.map((ROLE) => startSiteProcess({ ...common, ROLE })));
  proxy.setTargets(processes.filter((_, index) => roles[index] === "web").map(({ url }) => url));
  return {
    url: `http://127.0.0.1:${proxy.port}`,
    async stop() {
      await proxy.stop();
      await Promise.all(processes.map((process) => process.stop()));
    },
  };
}
