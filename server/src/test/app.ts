import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brand } from "contract/brand.ts";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterAll } from "vitest";
import { buildApp } from "../app.ts";
import { parseEnv } from "../env.ts";
import type { TestDatabase } from "./database.ts";

export interface TestAppOptions {
  /** Environment variables beside those that every test wants. */
  env?: Record<string, string>;
  log?: FastifyBaseLogger;
}

/**
 * The whole site on a test database, to be called by `inject`; closed after the file's last test.
 * Request limits are lifted and its data folder is its own.
 */
export async function startTestApp(database: TestDatabase, options: TestAppOptions = {}): Promise<FastifyInstance> {
  const dataDir = await mkdtemp(join(tmpdir(), `${brand.slug}-app-`));
  const env = parseEnv({ DATA_DIR: dataDir, RATE_LIMIT_SCALE: "1000", ...options.env });
  const log = options.log ?? pino({ level: "silent" });
  // files are tested side by side, each waiting for the others: that is no overload
  const app = await buildApp({
    database,
    connection: { connectionString: database.url },
    env,
    log,
    overload: { maxEventLoopDelay: 0 },
  });
  afterAll(async () => {
    await app.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  await app.ready();
  return app;
}
