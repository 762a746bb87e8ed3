import { randomBytes } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { basePathOf } from "../contract/src/core/base-path.ts";
import { administer } from "../server/src/test/cluster.ts";
import { withDatabase } from "../server/src/test/database-url.ts";
import type { Prepared } from "./prepare.ts";
import { startRoundRobin } from "./round-robin.ts";
import { publicUrlAt, type SiteEnv, type SiteProcess, startSiteProcess } from "./site-process.ts";

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

/**
 * Which site a file uses: "shared" is the one of all files that change nothing but what their own users see; "worker"
 * is the one that a worker's files use one after another, for changes that the next file does not notice; with
 * environment variables it is a site of its own.
 */
export type SiteOf = "shared" | "worker" | Record<string, string>;

export function openSite(of: SiteOf): Promise<Site> {
  if (of === "shared") return Promise.resolve({ ...inject("sharedSite"), stop: async () => {} });
  if (of === "worker") return workersSite();
  return startSiteOn(inject("prepared"), of);
}

let ofWorker: Promise<Site> | undefined;

/** It ends with the worker, and `prepare.ts` removes its data. */
async function workersSite(): Promise<Site> {
  ofWorker ??= startSiteOn(inject("prepared"));
  return { ...(await ofWorker), stop: async () => {} };
}

/**
 * Starts the site on a copy of the data of `prepare.ts`. It has high request limits and no cache of responses, and
 * webhooks may be on this machine.
 */
export async function startSiteOn(prepared: Prepared, env: Record<string, string> = {}): Promise<Site> {
  const data = await copyData(prepared);
  // Nothing listens on port 9, so games have generated covers.
  const usual = {
    STEAM_IMAGE_URL: "http://127.0.0.1:9",
    RATE_LIMIT_SCALE: "100",
    CACHE_SECONDS: "0",
    WEBHOOK_ALLOW_PRIVATE: "on",
  };
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

/** The suffix of a data folder or database. */
const newName = () => randomBytes(6).toString("hex");

/** A copy of the data that `prepare.ts` makes, for a site that is not running. */
export async function copyData(
  prepared: Prepared = inject("prepared"),
): Promise<{ env: SiteEnv; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(prepared.folder, "site-"));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  if (!prepared.server) {
    await cp(join(prepared.folder, "prepared", "postgres"), join(folder, "postgres"), { recursive: true });
    return { env: { DATA_DIR: folder }, remove: removeFolder };
  }
  const { url, database: template } = prepared.server;
  const database = `${template}_${newName()}`;
  await administer(url, `create database ${database} template ${template}`);
  return {
    env: { DATA_DIR: folder, DATABASE_URL: withDatabase(url, database) },
    async remove() {
      await administer(url, `drop database if exists ${database} with (force)`);
      await removeFolder();
    },
  };
}

async function startProcesses(env: SiteEnv): Promise<Pick<SiteProcess, "url"> & { stop(): Promise<void> }> {
  const proxy = await startRoundRobin();
  const common = { ...env, PUBLIC_URL: publicUrlAt(proxy.port, env) };
  const roles = ["web", "web", "worker"];
  const processes = await Promise.all(roles.map((ROLE) => startSiteProcess({ ...common, ROLE })));
  proxy.setTargets(processes.filter((_, index) => roles[index] === "web").map(({ url }) => url));
  return {
    url: `http://127.0.0.1:${proxy.port}${basePathOf(common.PUBLIC_URL)}`,
    async stop() {
      await proxy.stop();
      await Promise.all(processes.map((process) => process.stop()));
    },
  };
}
