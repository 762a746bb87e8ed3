import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { brand } from "contract/brand.ts";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterAll } from "vitest";
import { buildApp } from "../app.ts";
import { connect, type Database } from "../db/connect.ts";
import { parseEnv } from "../env.ts";
import type { TestDatabase } from "./database.ts";
import { checkAgainstDocument } from "./documented.ts";
import { testSecret } from "./secret-key.ts";

export interface TestAppOptions {
  /** Environment variables beside those that every test wants. */
  env?: Record<string, string>;
  log?: FastifyBaseLogger;
  /** One app also with TEST_PROCESSES: what is tested is what a process by itself knows and when. */
  alone?: boolean;
}

/** TEST_PROCESSES=3: so many apps, which know each other by the database alone, answer a test's calls in turn. */
const processes = Number(process.env.TEST_PROCESSES ?? 1);

/**
 * The whole site on a test database, to be called by `inject`; closed after the file's last test.
 * Request limits are lifted and its data folder is its own. A response that the OpenAPI document does not declare fails the test.
 */
export async function startTestApp(database: TestDatabase, options: TestAppOptions = {}): Promise<FastifyInstance> {
  const dataDir = await mkdtemp(join(tmpdir(), `${brand.slug}-app-`));
  const env = parseEnv({ DATA_DIR: dataDir, SECRET_KEY: testSecret, RATE_LIMIT_SCALE: "1000", ...options.env });
  const log = options.log ?? pino({ level: "silent" });
  // files are tested side by side, each waiting for the others: that is no overload
  const connection = { connectionString: database.applicationUrl ?? database.url };
  const ownerConnection = { connectionString: database.url };
  const build = (its: Database) =>
    buildApp({ database: its, connection, ownerConnection, env, log, overload: { maxEventLoopDelay: 0 } });
  const pools = Array.from({ length: options.alone ? 1 : processes }, () => connect(connection, () => {}));
  const all: FastifyInstance[] = [];
  for (const pool of pools) all.push(await build(pool));
  afterAll(async () => {
    await Promise.all(all.map((app) => app.close()));
    await Promise.all(pools.map((pool) => pool.close()));
    await rm(dataDir, { recursive: true, force: true });
  });
  for (const app of all) checkAgainstDocument(app);
  await Promise.all(all.map((app) => app.ready()));
  return inTurn(all);
}

/**
 * A read that answers what all processes do, each asked once, and an error while they differ: to be waited for where any of
 * them may take the next step.
 */
export function byAll<T>(read: () => Promise<T>): () => Promise<T> {
  return async () => {
    const first = await read();
    for (let others = processes - 1; others > 0; others -= 1) {
      if (!isDeepStrictEqual(await read(), first)) throw new Error("The processes answer differently");
    }
    return first;
  };
}

/** The first app, but for its calls, each of which the next one answers, and its end, which is that of all. */
function inTurn(all: readonly FastifyInstance[]): FastifyInstance {
  const [first] = all as [FastifyInstance];
  if (all.length === 1) return first;
  let turn = 0;
  return new Proxy(first, {
    get(app, name) {
      if (name === "close") return () => Promise.all(all.map((each) => each.close()));
      const answering = name === "inject" ? all[turn++ % all.length]! : app;
      const value = Reflect.get(answering, name);
      return typeof value === "function" ? value.bind(answering) : value;
    },
  });
}
