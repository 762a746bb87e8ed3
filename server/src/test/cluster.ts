import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brand } from "contract/brand.ts";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { seedContentStrings } from "../features/content-strings/seed.ts";
import { connect, type Database } from "../platform/db/connect.ts";
import { startEmbedded } from "../platform/db/embedded/embedded.ts";
import { systemBinaryFolders } from "../platform/db/embedded/embedded-binaries.ts";
import { migrateDatabase } from "../platform/db/migrate.ts";
import { withDatabase } from "./database-url.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** For administration: a database of the server. */
    serverUrl: string;
    /** The databases that test databases are copied from: migrated, and with the shipped texts as well. */
    templates: Templates;
    /** The role of test apps; undefined if only the owner of the databases can connect. */
    applicationUser: string | undefined;
    /** PostgreSQL's programs; undefined for the embedded ones. */
    binDir: string | undefined;
  }
}

/** The project that repeats the server's tests on an installed PostgreSQL. */
const systemProject = "server-on-system-postgresql";

const empty = `${brand.slug}_template_${process.pid}`;
const templates: Templates = { empty, texts: `${empty}_texts` };

/** The embedded server of several projects, the last of which stops it. Each loads this module for itself. */
const shared = globalThis as { embeddedServer?: Promise<Server>; embeddedProjects?: number };

/** Provides a project with a server, which has migrated databases that tests copy. */
export default async function startCluster(project: TestProject): Promise<() => Promise<void>> {
  const onSystem = project.name === systemProject;
  const server = await (onSystem ? prepared(systemServer()) : shareEmbedded());
  project.provide("serverUrl", server.url);
  project.provide("templates", templates);
  project.provide("applicationUser", server.applicationUser);
  project.provide("binDir", server.binDir);
  return async () => {
    if (!onSystem) {
      shared.embeddedProjects! -= 1;
      if (shared.embeddedProjects! > 0) return;
      delete shared.embeddedServer;
    }
    for (const name of Object.values(templates)) await administer(server.url, `drop database if exists ${name}`);
    await server.stop();
  };
}

function shareEmbedded(): Promise<Server> {
  shared.embeddedProjects = (shared.embeddedProjects ?? 0) + 1;
  shared.embeddedServer ??= prepared(temporaryServer());
  return shared.embeddedServer;
}

/** The server with the templates. */
async function prepared(starting: Promise<Server>): Promise<Server> {
  const server = await starting;
  try {
    await createTemplates(server, templates);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

interface Server {
  url: string;
  /** Has only the privileges that the owner of a database grants. */
  applicationUser?: string;
  /** Undefined for the embedded programs. */
  binDir?: string;
  stop(): Promise<void>;
}

/** The server of TEST_DATABASE_URL, otherwise a new one of the installed PostgreSQL. */
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

interface Templates {
  empty: string;
  texts: string;
}

async function createTemplates({ url, applicationUser }: Server, { empty, texts }: Templates): Promise<void> {
  await administer(url, `create database ${empty} encoding 'UTF8' locale 'C' template template0`);
  await using(url, empty, ({ pool }) => migrateDatabase(pool, { applicationRole: applicationUser ?? null }));
  await administer(url, `create database ${texts} template ${empty} strategy file_copy`);
  // Every app would take a second for it.
  await using(url, texts, ({ db }) => seedContentStrings(db));
}

/** Afterwards nothing is connected to the database, so that it can be copied. */
async function using(url: string, name: string, work: (database: Database) => Promise<void>): Promise<void> {
  const database = connect({ connectionString: withDatabase(url, name) }, console.error);
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

/** Runs a statement about whole databases; `url` is any database of the server. */
export async function administer(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

export async function listDatabases(url: string): Promise<string[]> {
  return (await administer(url, "select datname from pg_database")).rows.map(({ datname }) => datname);
}
