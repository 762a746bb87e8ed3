import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brand } from "contract/brand.ts";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { connect } from "../db/connect.ts";
import { startEmbedded } from "../db/embedded.ts";
import { systemBinaryFolders } from "../db/embedded-binaries.ts";
import { migrateDatabase } from "../db/migrate.ts";
import { withDatabase } from "./database-url.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A database of the run's server, for administration. */
    serverUrl: string;
    /** The migrated database that test databases are copied from. */
    templateDatabase: string;
    /** Who test apps connect as; undefined: the owner of the databases, where no other user can be created. */
    applicationUser: string | undefined;
    /** PostgreSQL's programs of this project; undefined for those that npm installed. */
    binDir: string | undefined;
  }
}

/** The project that runs the server's tests again, on a PostgreSQL that is not ours. */
const systemProject = "server-on-system-postgresql";

/** One server for a project's whole run, and one migrated database for its tests to copy. */
export default async function startCluster(project: TestProject): Promise<() => Promise<void>> {
  const onSystem = project.name === systemProject;
  const server = onSystem ? await systemServer() : await temporaryServer();
  const template = `${brand.slug}_template_${process.pid}`;
  try {
    await makeTemplate(server, template);
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide("serverUrl", server.url);
  project.provide("templateDatabase", template);
  project.provide("applicationUser", server.applicationUser);
  project.provide("binDir", server.binDir);
  return async () => {
    await administer(server.url, `drop database if exists ${template}`);
    await server.stop();
  };
}

interface Server {
  url: string;
  /** Has no rights of its own but those that the owner of a database gives it. */
  applicationUser?: string;
  /** Of its programs, where they are not those that npm installed. */
  binDir?: string;
  stop(): Promise<void>;
}

/** A PostgreSQL that is not ours: the server of TEST_DATABASE_URL, else one made with the machine's programs. */
export async function systemServer(): Promise<Server> {
  const [binDir] = await systemBinaryFolders();
  const url = process.env.TEST_DATABASE_URL;
  return url ? { url, binDir, stop: async () => {} } : temporaryServer(binDir);
}

async function temporaryServer(binDir?: string): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), `${brand.slug}-test-`));
  const log = { info() {}, warn: console.warn, error: console.error };
  const server = await startEmbedded({ dataDir, log, binDir, durable: false });
  const { user, host, port, database } = server.connection;
  return {
    binDir,
    applicationUser: server.applicationConnection.user,
    url: `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function makeTemplate({ url, applicationUser }: Server, name: string): Promise<void> {
  await administer(url, `create database ${name} encoding 'UTF8' locale 'C' template template0`);
  const template = connect({ connectionString: withDatabase(url, name) }, console.error);
  try {
    await migrateDatabase(template.pool, { applicationRole: applicationUser ?? null });
  } finally {
    // Nobody may be connected to a database that is copied.
    await template.close();
  }
}

/** Has a statement done that concerns whole databases, of which `url` names any. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
