import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { administer, systemServer } from "../server/src/test/cluster.ts";
import { withDatabase } from "../server/src/test/database-url.ts";
import { newDatabaseName, type Site, startSiteOn } from "./site.ts";
import { startSiteProcess, temporaryFolder } from "./site-process.ts";

/** The state of a site after its first start: a data folder, or a database on a server. */
export type Prepared = { dataDir: string } | { serverUrl: string; database: string };

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
  const dataDir = await temporaryFolder();
  const server = process.env.TEST_DATABASE === "system" ? await systemServer() : null;
  const database = newDatabaseName();
  let shared: Site | undefined;
  const cleanUp = async () => {
    await shared?.stop();
    if (server) await administer(server.url, `drop database if exists ${database} with (force)`);
    await server?.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    if (server)
      await administer(server.url, `create database ${database} encoding 'UTF8' locale 'C' template template0`);
    const site = await startSiteProcess({
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: adminPassword,
      ...(server && { DATABASE_URL: withDatabase(server.url, database) }),
    });
    await site.stop();
    const prepared = server ? { serverUrl: server.url, database } : { dataDir };
    project.provide("prepared", prepared);
    shared = await startSiteOn(prepared);
    const { url, dataDir: sharedDataDir, env } = shared;
    project.provide("sharedSite", { url, dataDir: sharedDataDir, env });
  } catch (error) {
    await cleanUp();
    throw error;
  }
  return cleanUp;
}
