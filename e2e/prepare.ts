import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { startSiteProcess, temporaryFolder } from "./site-process.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The data folder of a site that has been started once, and stopped. */
    preparedData: string;
  }
}

/** Of the administrator that every site comes with. */
export const adminPassword = "admin-secret";

/** What every site of a run would do at its first start is done once, and copied. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const folder = await temporaryFolder();
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const site = await startSiteProcess({ DATA_DIR: folder, ADMIN_PASSWORD: adminPassword });
    await site.stop();
  } catch (error) {
    await remove();
    throw error;
  }
  project.provide("preparedData", folder);
  return remove;
}
