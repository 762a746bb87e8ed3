import { appendFile, chmod, cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brand } from "contract/brand.ts";
import { inject } from "vitest";
import { connect } from "../../platform/db/connect.ts";
import { type EmbeddedServer, startEmbedded } from "../../platform/db/embedded/embedded.ts";
import { migrateDatabase } from "../../platform/db/migrate.ts";
import type { TestFolder } from "../folder.ts";

export interface ReplicatedServers {
  primaryUrl: string;
  replicaUrl: string;
  startReplica(): Promise<void>;
  stopReplica(): Promise<void>;
  stop(): Promise<void>;
}

/** A server with a migrated database and its streaming replica; null on Windows, which has no Unix sockets. */
export async function startReplicatedServers(folder: TestFolder): Promise<ReplicatedServers | null> {
  if (process.platform === "win32") return null;
  let primary = await startServer(folder, "primary");
  const database = connect(primary.connection, () => {});
  await migrateDatabase(database.pool).finally(database.close);
  // Copying the files requires a stopped server.
  await primary.stop();
  await copyFiles(folder);
  primary = await startServer(folder, "primary");
  let replica = await startServer(folder, "replica");
  return {
    primaryUrl: urlOf(primary),
    replicaUrl: urlOf(replica),
    async startReplica() {
      replica = await startServer(folder, "replica");
    },
    stopReplica: () => replica.stop(),
    async stop() {
      await replica.stop();
      await primary.stop();
    },
  };
}

function startServer(folder: TestFolder, name: string): Promise<EmbeddedServer> {
  const log = { info() {}, warn() {}, error: console.error };
  return startEmbedded({ dataDir: folder.path(name), log, binDir: inject("binDir"), durable: false });
}

async function copyFiles(folder: TestFolder): Promise<void> {
  const [from, to] = ["primary", "replica"].map((name) => join(folder.path(name), "postgres")) as [string, string];
  await cp(from, to, { recursive: true, preserveTimestamps: true });
  await chmod(to, 0o700);
  await writeFile(join(to, "standby.signal"), "");
  const primary = `host=${join(folder.path("primary"), "postgres-run")} port=5432 user=${brand.slug}`;
  await appendFile(join(to, "postgresql.auto.conf"), `primary_conninfo = '${primary}'\n`);
}

function urlOf({ connection }: EmbeddedServer): string {
  const { user, database, host, port } = connection;
  return `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}
