import { readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { TestProject } from "vitest/node";
import { findPostmaster } from "../server/src/platform/db/embedded/postmaster.ts";
import { administer, listDatabases, systemServer } from "../server/src/test/cluster.ts";
import { withDatabase } from "../server/src/test/database-url.ts";
import { type Site, startSiteOn } from "./site.ts";
import { startSiteProcess, temporaryFolder } from "./site-process.ts";

/** The state of a site after its first start, which others copy. */
export interface Prepared {
  /** For the data of all sites; `prepared` in it is the data folder to copy, unless there is a server. */
  folder: string;
  /** Where the databases are, with TEST_DATABASE=system. Copies are named `<database>_…`. */
  server?: { url: string; database: string };
}

declare module "vitest" {
  interface ProvidedContext {
    prepared: Prepared;
    sharedSite: Omit<Site, "stop">;
  }
}

/** The password of every site's first administrator. */
export const adminPassword = "admin-secret";

/**
 * Does the work of a first start once, so that each site starts on a copy, and starts the site that files share. With
 * TEST_DATABASE=system the sites use the installed PostgreSQL instead of the embedded one.
 */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const folder = await temporaryFolder();
  const server = process.env.TEST_DATABASE === "system" ? await systemServer() : null;
  const database = `lootwise_e2e_${process.pid}`;
  let shared: Site | undefined;
  const cleanUp = async () => {
    await shared?.stop();
    // The sites of workers end with them.
    while (readdirSync(folder).some((name) => findPostmaster(join(folder, name, "postgres")))) await delay(50);
    if (server) {
      const names = (await listDatabases(server.url)).filter((name) => name.startsWith(database));
      for (const name of names) await administer(server.url, `drop database if exists ${name} with (force)`);
      await server.stop();
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    if (server)
      await administer(server.url, `create database ${database} encoding 'UTF8' locale 'C' template template0`);
    const site = await startSiteProcess({
      DATA_DIR: join(folder, "prepared"),
      ADMIN_PASSWORD: adminPassword,
      ...(server && { DATABASE_URL: withDatabase(server.url, database) }),
    });
    await site.stop();
    const prepared = { folder, ...(server && { server: { url: server.url, database } }) };
    project.provide("prepared", prepared);
    const basePath = project.config.env?.TEST_BASE_PATH;
    shared = await startSiteOn(prepared, basePath ? { TEST_BASE_PATH: basePath } : {});
    const { url, dataDir, env } = shared;
    project.provide("sharedSite", { url, dataDir, env });
  } catch (error) {
    await cleanUp();
    throw error;
  }
  return cleanUp;
}
