import type { FilledDatabase } from "./catalogues.ts";
import { startProxy } from "./proxy.ts";
import { type Site, spawnSite } from "./site.ts";
import { findServer, processorSeconds, treeSeconds } from "./usage.ts";

/** Which processes answer, and who stands in front. */
export interface Topology {
  name: string;
  database: "embedded" | "server";
  roles: readonly Role[];
  withProxy: boolean;
}

type Role = "all" | "web" | "worker";

const setUps = [
  { name: "`all`, embedded", database: "embedded", roles: ["all"] },
  { name: "`all`, server", database: "server", roles: ["all"] },
  { name: "2 `web` and `worker`, server", database: "server", roles: ["web", "web", "worker"] },
] as const;

/** From one process with its own database to three on a server, each without and with nginx in front. */
export const topologies: readonly Topology[] = setUps.flatMap((setUp) => [
  { ...setUp, withProxy: false },
  { ...setUp, name: `${setUp.name}, behind nginx`, withProxy: true },
]);

/** Processor seconds so far, by who used them. */
export interface Usage {
  site: number;
  database: number;
  proxy: number;
}

/** A topology that runs. */
export interface Running {
  /** Where visitors ask, in turn. */
  urls: string[];
  /** Every process of the site. */
  sites: (Site & { role: Role })[];
  usage(): Usage;
  stop(): Promise<void>;
}

/** Starts the processes of a topology; resolves when all of them are ready. */
export async function run({ roles, withProxy }: Topology, { env, pool }: FilledDatabase): Promise<Running> {
  const open = new AsyncDisposableStack();
  try {
    const server = await findServer(pool);
    // the client names the address of each visitor, and nginx its own behind it
    const trusted = { ...env, TRUST_PROXY: withProxy ? "2" : "1" };
    const sites = await Promise.all(
      roles.map(async (role) => {
        const site = await spawnSite({ ...trusted, ROLE: role });
        open.defer(site.stop);
        await site.says(role === "worker" ? / is ready/ : / is at http/);
        return { ...site, role };
      }),
    );
    const webs = sites.filter(({ role }) => role !== "worker").map(({ url }) => url);
    const proxy = withProxy ? await startProxy(webs) : null;
    if (proxy) open.defer(proxy.stop);
    return {
      urls: proxy ? [proxy.url] : webs,
      sites,
      usage: () => ({
        site: processorSeconds(sites.map(({ pid }) => pid)),
        database: treeSeconds(server),
        proxy: proxy ? treeSeconds(proxy.pid) : 0,
      }),
      stop: () => open.disposeAsync(),
    };
  } catch (error) {
    await open.disposeAsync();
    throw error;
  }
}
