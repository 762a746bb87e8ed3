import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { generateCatalogue } from "../server/src/features/imports/generate/generate.ts";
import { sql } from "../server/src/platform/db/drizzle.ts";
import { type OpenDatabase, openDatabase } from "../server/src/platform/db/open.ts";
import { freePort } from "../server/src/test/servers/free-port.ts";

const repository = fileURLToPath(new URL("..", import.meta.url));
const main = fileURLToPath(new URL("../server/src/app/main.ts", import.meta.url));

/** Holds the databases between runs. Ends with a slash. */
export const benchFolder = fileURLToPath(new URL("../.cache/bench/", import.meta.url));

/** Rows of price history per generated game: 5,000,000 for 150,000 games. */
const historyPerGame = 33;
/** Older histories have too few prices of the last 90 days. */
const maxAgeDays = 30;
export const log = { info: () => {}, warn: console.error, error: console.error };

let open = new AsyncDisposableStack();

/** Stops all servers and closes all databases. */
export async function stopAll(): Promise<void> {
  const closing = open;
  open = new AsyncDisposableStack();
  await closing.disposeAsync();
}

export interface Server {
  /** Without a slash at the end. */
  url: string;
  /** From the start of the process to its first response. */
  startMs: number;
  stop(): Promise<void>;
}

export interface Site extends Server {
  /** CPU and memory (in bytes) of the whole process, that of prices, and the time that reading the catalogue took. */
  stats(): Promise<{ cpuSeconds: number; memory: number; bookBytes: number; buildSeconds: number }>;
}

/** Starts a command that serves `/api/games` on `port`; resolves when it does. */
export async function startServer(
  [command = "", ...args]: readonly string[],
  port: number,
  env: Record<string, string> = {},
): Promise<Server> {
  const begin = performance.now();
  const { child, exited, output } = spawnCommand(command, args, { PORT: String(port), ...env });
  const stop = async () => {
    child.kill("SIGTERM");
    await exited;
  };
  open.defer(stop);
  const url = `http://127.0.0.1:${port}`;
  const isReady = async () => (await fetch(`${url}/api/games?limit=1`).catch(() => null))?.ok;
  while (!(await isReady())) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${args.join(" ")}:\n${output()}`);
    await delay(20);
  }
  return { url, startMs: performance.now() - begin, stop };
}

/** Starts the site like `npm start`, with metrics and without npm; `before` are the words in front of its command. */
export async function startSite(
  dataDir: string,
  env: Record<string, string> = {},
  before: readonly string[] = [],
): Promise<Site> {
  const metricsPort = await freePort();
  const server = await startServer([...before, process.execPath, main], await freePort(), {
    DATA_DIR: dataDir,
    METRICS_PORT: String(metricsPort),
    RATE_LIMIT_SCALE: "1000000",
    TRUST_PROXY: "1",
    ...env,
  });
  return {
    ...server,
    async stats() {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      const read = (name: string) => Number(text.match(new RegExp(`^${name} (\\S+)`, "m"))?.[1]);
      return {
        cpuSeconds: read("process_cpu_seconds_total"),
        memory: read("process_resident_memory_bytes"),
        bookBytes: read("lootwise_price_books_bytes"),
        buildSeconds: read("lootwise_catalogue_build_seconds"),
      };
    },
  };
}

/** Runs a CLI command; returns its duration in seconds. */
export async function runCli(args: readonly string[], dataDir: string): Promise<number> {
  const begin = performance.now();
  const { exited, output } = spawnCommand("npm", ["run", "--silent", "cli", "--", ...args], { DATA_DIR: dataDir });
  if ((await exited) !== 0) throw new Error(`${args.join(" ")}:\n${output()}`);
  return (performance.now() - begin) / 1_000;
}

function spawnCommand(command: string, args: readonly string[], env: Record<string, string>) {
  const child = spawn(command, args, {
    cwd: repository,
    env: { ...process.env, NODE_ENV: "production", LOG_LEVEL: "warn", HOST: "127.0.0.1", DATABASE_URL: "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (more: string) => {
      text += more;
    });
  }
  const exited = once(child, "close").then(([code]) => code as number | null);
  return { child, exited, output: () => text };
}

/** Opens the embedded database of a data folder. */
export async function openData(dataDir: string): Promise<OpenDatabase> {
  const database = await openDatabase({ dataDir, databaseUrl: undefined, databaseOwnerUrl: undefined }, log, {
    asOwner: true,
  });
  open.defer(database.close);
  return database;
}

/** Opens a database of generated games, which the first run fills. A part that changes its database has its own `name`. */
export async function openGenerated(games: number, name = "games"): Promise<OpenDatabase & { dataDir: string }> {
  const dataDir = `${benchFolder}${name}-${games}`;
  const database = await openData(dataDir);
  const { rows } = await database.db.execute<{ isFilled: boolean }>(sql`
    select count(*) = ${games} and min(created_at) > now() - make_interval(days => ${maxAgeDays}) as "isFilled"
    from games
  `);
  if (!rows[0]!.isFilled) {
    console.log(`  generating ${games} games …`);
    const history = games * historyPerGame;
    await generateCatalogue(database.db, { games, history, seed: 1, now: new Date(), replace: true });
  }
  return { ...database, dataDir };
}
