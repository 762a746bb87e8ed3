import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type EmbeddedServer, type Log, startEmbedded } from "../../server/src/platform/db/embedded/embedded.ts";
import { systemBinaryFolders } from "../../server/src/platform/db/embedded/embedded-binaries.ts";
import type { Connection } from "../../server/src/platform/db/embedded/postmaster.ts";

export interface ClusterDatabase {
  /** For DATABASE_URL. */
  url: string;
  dataDir: string;
  stop(): Promise<void>;
  /** Starts it again, at the same address. */
  start(): Promise<void>;
}

/**
 * Starts an installed PostgreSQL, or the embedded one. An existing database is opened by the version that created it.
 */
export async function startDatabase(dataDir: string, log: Log): Promise<ClusterDatabase> {
  const binDir = await chooseBinaries(dataDir);
  const start = () => startEmbedded({ dataDir, log, binDir });
  let server: EmbeddedServer = await start();
  return {
    url: urlOf(server.connection),
    dataDir,
    stop: () => server.stop(),
    async start() {
      server = await start();
    },
  };
}

/** A `bin` folder; undefined for the embedded PostgreSQL. */
async function chooseBinaries(dataDir: string): Promise<string | undefined> {
  const installed = await systemBinaryFolders();
  const versionFile = join(dataDir, "postgres/PG_VERSION");
  if (!existsSync(versionFile)) return installed[0];
  const version = (await readFile(versionFile, "utf8")).trim();
  return installed.find((folder) => folder.split("/").at(-2) === version);
}

function urlOf({ user, password, host, port, database }: Connection): string {
  const secret = password === undefined ? "" : `:${encodeURIComponent(password)}`;
  if (secret) return `postgresql://${user}${secret}@${host}:${port}/${database}`;
  return `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}
