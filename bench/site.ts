import { siteFlags, siteMemory } from "../scripts/site-flags.mjs";
import { freePort } from "../server/src/test/free-port.ts";
import { type Watched, watch } from "./process.ts";

/** The real site in a process of its own. */
export interface Site extends Watched {
  /** Without a slash at the end. */
  url: string;
}

/** Starts the site over a data folder; resolves when it listens. */
export async function startSite(dataDir: string): Promise<Site> {
  const site = await spawnSite({ DATA_DIR: dataDir });
  await site.says(/ is at http/);
  return site;
}

/** Starts a process of the site and waits for nothing. */
export async function spawnSite(env: Record<string, string>): Promise<Site> {
  const port = String(await freePort());
  const settings = {
    PORT: port,
    // One address asks for everybody, and its log lines tell how long reading the catalogue takes.
    RATE_LIMIT_SCALE: "1000000",
    LOG_LEVEL: "info",
    ...siteMemory,
    ...env,
  };
  const site = watch("server/src/main.ts", [], settings, siteFlags);
  return { ...site, url: `http://127.0.0.1:${port}` };
}
