import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { startSiteProcess, temporaryFolder } from "./site-process.ts";

/** A site of the test's own: the sample catalogue and its administrator. */
export interface Site {
  /** Where it answers, without a slash at the end. */
  url: string;
  dataDir: string;
  /** Stops it and removes its data; harmless when it has stopped already. */
  stop(): Promise<void>;
}

/** Starts the site as `npm start` would a second time: on a copy of the data that `prepare.ts` made. */
export async function startSite(env: Record<string, string> = {}): Promise<Site> {
  const dataDir = await temporaryFolder();
  await cp(join(inject("preparedData"), "postgres"), join(dataDir, "postgres"), { recursive: true });
  const site = await startSiteProcess({ ...env, DATA_DIR: dataDir });
  return {
    url: site.url,
    dataDir,
    async stop() {
      await site.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
