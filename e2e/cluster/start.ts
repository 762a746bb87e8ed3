import { mkdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { StartError } from "../../server/src/platform/process/start-error.ts";
import { type ClusterDatabase, startDatabase } from "./database.ts";
import { prepareNginx } from "./nginx.ts";
import { findPort } from "./ports.ts";
import { findProgram } from "./programs.ts";
import { isOk, type SupervisedProcess, startSupervised } from "./supervised-process.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** In milliseconds. */
const stopTimeouts = { proxy: 1_500, site: 4_500 };

export interface ClusterOptions {
  /** Number of web processes. */
  web: number;
  /** The proxy's port on the loopback address; 0 chooses a free one. */
  port: number;
  /** Absolute path for all files of the cluster. */
  dataDir: string;
  /** Added to the environment of the site's processes. With DATABASE_URL no database is started. */
  env?: Record<string, string>;
  log(line: string): void;
}

export interface Cluster {
  /** The proxy's, without a trailing slash. */
  url: string;
  databaseUrl: string;
  /** Null with DATABASE_URL. */
  database: ClusterDatabase | null;
  /** DATA_DIR of all processes. */
  filesDir: string;
  web: SupervisedProcess[];
  worker: SupervisedProcess;
  proxy: SupervisedProcess;
  stop(): Promise<void>;
}

/** Starts a database, a worker, web processes and a proxy. Throws StartError if one does not become ready. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { dataDir, log } = options;
  const env: NodeJS.ProcessEnv = { ...process.env, ...options.env };
  const filesDir = join(dataDir, "files");
  await mkdir(filesDir, { recursive: true });
  const started: { stop(): Promise<void> }[] = [];
  async function stopLater<Running>(running: Running, stop: (running: Running) => Promise<void>): Promise<Running> {
    started.push({ stop: () => stop(running) });
    return running;
  }
  /** Stops dependents first. */
  async function stopAll() {
    for (const { stop } of started.splice(0).reverse()) await stop();
  }

  try {
    const database = env.DATABASE_URL
      ? null
      : await stopLater(await startDatabase(dataDir, logTo(log)), (server) => server.stop());
    const databaseUrl = env.DATABASE_URL || (database?.url ?? "");

    const port = options.port || (await findPort());
    const url = `http://127.0.0.1:${port}`;
    const shared = {
      ...env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: filesDir,
      PUBLIC_URL: env.PUBLIC_URL || `http://localhost:${port}`,
      TRUST_PROXY: "1",
      HOST: "127.0.0.1",
      // All processes would use the same port.
      METRICS_PORT: "",
    };
    const names = ["worker", ...Array.from({ length: options.web }, (_, index) => `web${index + 1}`)];
    const ports = await findPorts(names.length);
    const starting = await Promise.allSettled(
      names.map((name, index) => startSiteProcess(name, ports[index] ?? 0, shared, log)),
    );
    const site = starting.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    await stopLater(site, async (members) => {
      await Promise.all(members.map((member) => member.stop(stopTimeouts.site)));
    });
    for (const one of starting) if (one.status === "rejected") throw one.reason;
    const [worker, ...web] = site as [SupervisedProcess, ...SupervisedProcess[]];
    const proxy = await stopLater(await startProxy(options, port, ports.slice(1)), (member) =>
      member.stop(stopTimeouts.proxy),
    );

    return {
      url,
      databaseUrl,
      database,
      filesDir,
      web,
      worker,
      proxy,
      stop: stopAll,
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

/** Distinct free ports. */
async function findPorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < count) found.add(await findPort());
  return [...found];
}

function startSiteProcess(name: string, port: number, env: NodeJS.ProcessEnv, log: ClusterOptions["log"]) {
  return startSupervised({
    name,
    address: `http://127.0.0.1:${port}`,
    command: [process.execPath, "server/src/app/main.ts"],
    cwd: repository,
    env: { ...env, ROLE: name.startsWith("web") ? "web" : "worker", PORT: String(port), NODE_ENV: "production" },
    linked: true,
    stopSignal: "SIGTERM",
    isReady: () => isOk(`http://127.0.0.1:${port}/api/ready`),
    log: named(name, log),
  });
}

async function startProxy(
  { dataDir, env = {}, log }: ClusterOptions,
  port: number,
  webPorts: readonly number[],
): Promise<SupervisedProcess> {
  const nginx = findProgram("nginx");
  if (!nginx) throw new StartError("nginx is not installed");
  return startSupervised({
    name: "nginx",
    address: `http://127.0.0.1:${port}`,
    command: await prepareNginx({
      nginx,
      folder: join(dataDir, "nginx"),
      port,
      webPorts,
      rateLimitScale: Number(env.RATE_LIMIT_SCALE ?? 1),
    }),
    stopSignal: "SIGQUIT",
    isReady: () => listens(port),
    log: named("nginx", log),
  });
}

function listens(port: number): Promise<boolean> {
  const responded = Promise.withResolvers<boolean>();
  const socket = connect(port, "127.0.0.1");
  socket.once("connect", () => responded.resolve(true)).once("error", () => responded.resolve(false));
  return responded.promise.finally(() => socket.destroy());
}

const named = (name: string, log: ClusterOptions["log"]) => (line: string) => log(`${name}: ${line}`);

function logTo(log: ClusterOptions["log"]) {
  const line = named("database", log);
  return { info: line, warn: line, error: line };
}
