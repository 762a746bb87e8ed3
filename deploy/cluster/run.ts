// The site as several processes on this machine, for trying and for tests: `npm run cluster -- --help`
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { stopWhenTold } from "../../server/src/shutdown.ts";
import { StartError } from "../../server/src/start-error.ts";
import { type Cluster, startCluster } from "./start.ts";

const usage = `npm run cluster -- [--web <n>] [--port <port>] [--data <folder>]

Runs a worker and web processes (2) on a PostgreSQL server, with Redis where it is installed, behind nginx or a small proxy of
its own, which listens on the port (3000). Everything is kept in the folder (data/cluster). The environment variables of the
site hold for all processes; DATABASE_URL and REDIS_URL name servers to use instead.`;

const options = readOptions();

const starting = startCluster({ ...options, say: console.log });

stopWhenTold({
  graceMs: () => 0,
  stop: async () => (await settled())?.stop(),
  stopNow: async () => {},
  onError: report,
});

try {
  const cluster = await starting;
  for (const line of cluster.describe()) console.log(line);
  console.log(`The cluster is at ${cluster.url}; Ctrl-C stops it`);
} catch (error) {
  report(error);
  process.exit(1);
}

/** Null when there is nothing to stop: a start that fails leaves nothing behind. */
function settled(): Promise<Cluster | null> {
  return starting.catch(() => null);
}

function report(error: unknown): void {
  console.error(error instanceof StartError ? error.message : error);
}

function readOptions() {
  const refuse = (reason: string): never => {
    console.error(`${reason}\n\n${usage}`);
    process.exit(1);
  };
  try {
    const { values } = parseArgs({
      options: {
        web: { type: "string", default: "2" },
        port: { type: "string", default: "3000" },
        data: { type: "string", default: "data/cluster" },
        help: { type: "boolean" },
      },
    });
    if (values.help) {
      console.log(usage);
      process.exit();
    }
    const wholeNumber = (name: "web" | "port", most: number) => {
      const number = Number(values[name]);
      return Number.isInteger(number) && number >= 1 && number <= most
        ? number
        : refuse(`--${name} must be a whole number from 1 to ${most}`);
    };
    return {
      web: wholeNumber("web", 16),
      port: wholeNumber("port", 65_535),
      // npm runs us in the repository, wherever it was called
      dataDir: resolve(process.env.INIT_CWD ?? ".", values.data),
    };
  } catch (error) {
    return refuse((error as Error).message);
  }
}
