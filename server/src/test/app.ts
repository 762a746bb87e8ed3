import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { brand } from "contract/brand.ts";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterAll } from "vitest";
import { buildApp } from "../app/app.ts";
import { connect, type Database } from "../platform/db/connect.ts";
import { parseEnv } from "../platform/process/env.ts";
import type { TestDatabase } from "./database.ts";
import { removeFolder } from "./folder.ts";
import { checkAgainstDocument } from "./hostile/documented.ts";
import { testSecret } from "./secret-key.ts";

export interface TestAppOptions {
  /** Additional environment variables. */
  env?: Record<string, string>;
  log?: FastifyBaseLogger;
  /** Only one app even with TEST_PROCESSES, to test the state of a single process. */
  alone?: boolean;
}

/** TEST_PROCESSES=3: three apps that share only the database take turns at a test's calls. */
const processes = Number(process.env.TEST_PROCESSES ?? 1);

/**
 * The whole site on a test database, called with `inject` and closed after the file's last test. It has high request
 * limits, no cache of responses and its own data folder. A response that the OpenAPI document does not declare fails
 * the test.
 */
export async function startTestApp(database: TestDatabase, options: TestAppOptions = {}): Promise<FastifyInstance> {
  const dataDir = await mkdtemp(join(tmpdir(), `${brand.slug}-app-`));
  const usual = { DATA_DIR: dataDir, SECRET_KEY: testSecret, RATE_LIMIT_SCALE: "1000", CACHE_SECONDS: "0" };
  const env = parseEnv({ ...usual, ...options.env });
  const log = options.log ?? pino({ level: "silent" });
  // Test files that run in parallel delay each other's event loop, which is no overload.
  const connection = { connectionString: database.applicationUrl ?? database.url };
  const ownerConnection = { connectionString: database.url };
  const build = (database: Database) =>
    buildApp({ database, connection, ownerConnection, env, log, overload: { maxEventLoopDelay: 0 } });
  const pools = Array.from({ length: options.alone ? 1 : processes }, () => connect(connection, () => {}));
  const all: FastifyInstance[] = [];
  for (const pool of pools) all.push(await build(pool));
  afterAll(async () => {
    await Promise.all(all.map((app) => app.close()));
    await Promise.all(pools.map((pool) => pool.close()));
    await removeFolder(dataDir);
    all.length = 0;
    pools.length = 0;
  });
  for (const app of all) checkAgainstDocument(app);
  await Promise.all(all.map((app) => app.ready()));
  return takeTurns(all);
}

/** Reads from every process; rejects while their results differ. Poll it before a step that any process may take. */
export function byAll<T>(read: () => Promise<T>): () => Promise<T> {
  return async () => {
    const first = await read();
    for (let others = processes - 1; others > 0; others -= 1) {
      if (!isDeepStrictEqual(await read(), first)) throw new Error("The processes return different results");
    }
    return first;
  };
}

/**
 * The first app, except that `inject` calls the apps in turn and `close` closes all. It only stands for them: workers
 * keep the variables of all their test files, and collecting garbage among so many closed apps takes more time than
 * most tests.
 */
function takeTurns(all: readonly FastifyInstance[]): FastifyInstance {
  let turn = 0;
  return new Proxy({} as FastifyInstance, {
    get(_, name) {
      if (name === "close") return () => Promise.all(all.map((each) => each.close()));
      const target = (name === "inject" ? all[turn++ % all.length] : all[0]) ?? {};
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
