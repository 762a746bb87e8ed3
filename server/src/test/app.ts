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

/**
 * The whole site on a test database, to be called by `inject`; closed after the file's last test.
 * Request limits are lifted and its data folder is its own; `environment` adds to that or overrules it.
 */
export async function createTestApp(
  database: TestDatabase,
  environment: Record<string, string> = {},
  log: FastifyBaseLogger = pino({ level: "silent" }),
): Promise<FastifyInstance> {
  const dataDir = await mkdtemp(join(tmpdir(), `${brand.slug}-app-`));
  const env = parseEnv({ DATA_DIR: dataDir, RATE_LIMIT_SCALE: "1000", ...environment });
  const app = await buildApp({ database, connection: { connectionString: database.url }, env, log });
  afterAll(async () => {
    await app.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  await app.ready();
  return app;
}
