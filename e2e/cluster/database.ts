import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type EmbeddedServer, type Log, startEmbedded } from "../../server/src/db/embedded.ts";
import { majorVersionOf, packagedBinaries, systemBinaryFolders } from "../../server/src/db/embedded-binaries.ts";
import type { Connection } from "../../server/src/db/postmaster.ts";

/** The cluster's own PostgreSQL server. */
export interface ClusterDatabase {
  /** For DATABASE_URL. */
  url: string;
  /** "PostgreSQL 15 of this machine". */
  description: string;
  /** Its data folder, as that of a site. */
  dataDir: string;
  stop(): Promise<void>;
  /** At the same address, after a stop. */
  start(): Promise<void>;
}

/**
 * Starts the PostgreSQL of the machine in a folder of its own, or the one that npm installed where there is none. A folder
 * that holds a database already is opened by the version that made it.
 */
export async function startDatabase(dataDir: string, log: Log): Promise<ClusterDatabase> {
  const binDir = await chooseBinaries(dataDir);
  const start = () => startEmbedded({ dataDir, log, binDir });
  let server: EmbeddedServer = await start();
  return {
    url: urlOf(server.connection),
    description: await describe(binDir),
    dataDir,
    stop: () => server.stop(),
    async start() {
      server = await start();
    },
  };
}

/** A `bin` folder; undefined for the programs that npm installed. */
async function chooseBinaries(dataDir: string): Promise<string | undefined> {
  const ofMachine = await systemBinaryFolders();
  const made = join(dataDir, "postgres/PG_VERSION");
  if (!existsSync(made)) return ofMachine[0];
  const version = (await readFile(made, "utf8")).trim();
  return ofMachine.find((folder) => folder.split("/").at(-2) === version);
}

async function describe(binDir: string | undefined): Promise<string> {
  if (binDir) return `PostgreSQL ${binDir.split("/").at(-2)} of this machine`;
  return `PostgreSQL ${await majorVersionOf(await packagedBinaries())} that npm installed`;
}

function urlOf({ user, password, host, port, database }: Connection): string {
  const secret = password === undefined ? "" : `:${encodeURIComponent(password)}`;
  if (secret) return `postgresql://${user}${secret}@${host}:${port}/${database}`;
  return `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}
