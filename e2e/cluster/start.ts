import { mkdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { siteFlags } from "../../scripts/site-flags.mjs";
import { StartError } from "../../server/src/start-error.ts";
import { type ClusterDatabase, startDatabase } from "./database.ts";
import { answers, type Member, startMember } from "./members.ts";
import { prepareNginx } from "./nginx.ts";
import { findPort } from "./ports.ts";
import { findProgram } from "./programs.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** Milliseconds that each may take to stop. */
const stopTimeouts = { proxy: 1_500, site: 4_500 };

export interface ClusterOptions {
  /** How many web processes. */
  web: number;
  /** Where the proxy listens, on the loopback address; 0 = a free port. */
  port: number;
  /** Absolute. Everything that the cluster writes lies in here. */
  dataDir: string;
  /** For the site's processes, besides our own environment. DATABASE_URL names a server that runs already. */
  env?: Record<string, string>;
  /** Told of what happens, a line each. */
  say(line: string): void;
}

/** A running cluster: every process answers. */
export interface Cluster {
  /** Where visitors are answered, without a slash at the end. */
  url: string;
  databaseUrl: string;
  /** Null where it runs elsewhere. */
  database: ClusterDatabase | null;
  /** The site's DATA_DIR, which all processes share. */
  filesDir: string;
  web: Member[];
  worker: Member;
  proxy: Member;
  stop(): Promise<void>;
}

/** Starts a database, a worker, web processes and a proxy, each restarted when it dies. Throws StartError when one does not come up. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { dataDir, say } = options;
  const env: NodeJS.ProcessEnv = { ...process.env, ...options.env };
  const filesDir = join(dataDir, "files");
  await mkdir(filesDir, { recursive: true });
  const started: { stop(): Promise<void> }[] = [];
  async function keep<Running>(running: Running, stop: (running: Running) => Promise<void>): Promise<Running> {
    started.push({ stop: () => stop(running) });
    return running;
  }
  /** In the order in which nobody asks anything of what has ended. */
  async function stopAll() {
    for (const { stop } of started.splice(0).reverse()) await stop();
  }

  try {
    const database = env.DATABASE_URL
      ? null
      : await keep(await startDatabase(dataDir, logTo(say)), (server) => server.stop());
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
      // one port would be asked for by all
      METRICS_PORT: "",
    };
    const names = ["worker", ...Array.from({ length: options.web }, (_, index) => `web${index + 1}`)];
    const ports = await findPorts(names.length);
    const starting = await Promise.allSettled(
      names.map((name, index) => startSiteProcess(name, ports[index] ?? 0, shared, say)),
    );
    const site = starting.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    await keep(site, async (members) => {
      await Promise.all(members.map((member) => member.stop(stopTimeouts.site)));
    });
    for (const one of starting) if (one.status === "rejected") throw one.reason;
    const [worker, ...web] = site as [Member, ...Member[]];
    const proxy = await keep(await startProxy(options, port, ports.slice(1)), (member) =>
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

/** All at once: one that has been found free stays so only until it is taken. */
async function findPorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < count) found.add(await findPort());
  return [...found];
}

function startSiteProcess(name: string, port: number, env: NodeJS.ProcessEnv, say: ClusterOptions["say"]) {
  return startMember({
    name,
    address: `http://127.0.0.1:${port}`,
    command: [process.execPath, ...siteFlags, "server/src/main.ts"],
    cwd: repository,
    env: { ...env, ROLE: name.startsWith("web") ? "web" : "worker", PORT: String(port), NODE_ENV: "production" },
    linked: true,
    stopSignal: "SIGTERM",
    isReady: () => answers(`http://127.0.0.1:${port}/api/ready`),
    say: named(name, say),
  });
}

async function startProxy(
  { dataDir, env = {}, say }: ClusterOptions,
  port: number,
  webPorts: readonly number[],
): Promise<Member> {
  const nginx = findProgram("nginx");
  if (!nginx) throw new StartError("nginx is not installed");
  return startMember({
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
    say: named("nginx", say),
  });
}

function listens(port: number): Promise<boolean> {
  const answered = Promise.withResolvers<boolean>();
  const socket = connect(port, "127.0.0.1");
  socket.once("connect", () => answered.resolve(true)).once("error", () => answered.resolve(false));
  return answered.promise.finally(() => socket.destroy());
}

const named = (name: string, say: ClusterOptions["say"]) => (line: string) => say(`${name}: ${line}`);

function logTo(say: ClusterOptions["say"]) {
  const line = named("database", say);
  return { info: line, warn: line, error: line };
}
