import { brand } from "contract/brand.ts";
import { AppError } from "contract/errors.ts";
import type { FastifyInstance } from "fastify";
import { buildApp } from "./app.ts";
import { type Db, requestTimeouts } from "./db/connect.ts";
import { type OpenDatabase, openDatabase } from "./db/open.ts";
import { type Env, parseEnv } from "./env.ts";
import { seedSampleCatalogue } from "./games/seed.ts";
import { createLog } from "./log.ts";
import { createFirstSuperAdmin, newPassword } from "./roles/commands-admin.ts";
import { stopWhenTold } from "./shutdown.ts";
import { StartError } from "./start-error.ts";

/** How long requests in flight may take to finish once the site is told to stop. */
const DRAIN_MS = 6_000;

let database: OpenDatabase | undefined;
let app: FastifyInstance | undefined;

const starting = start();
stopWhenTold({
  async stop() {
    // What a start cut off half-way would leave open, a finished one closes.
    await starting.catch(() => {});
    await drain();
    await database?.close();
  },
  async stopNow() {
    app?.server.closeAllConnections();
    await database?.close();
  },
  onError: report,
});
starting.catch(fail);
process.on("uncaughtException", fail);

async function fail(error: unknown): Promise<never> {
  report(error);
  setTimeout(() => process.exit(1), DRAIN_MS);
  await app?.close();
  await database?.close();
  process.exit(1);
}

async function start(): Promise<void> {
  const env = parseEnv(process.env);
  const log = createLog(env.logLevel);
  database = await openDatabase(env, log, requestTimeouts);
  if (env.sampleCatalogue) await seedSampleCatalogue(database.db, new Date());
  app = await buildApp({ database, connection: database.connection, env, log });
  await ensureSuperAdmin(database.db, env);
  await listen(app, env);
  console.log(`${brand.name} is at ${env.publicUrl}`);
}

/** Somebody must be able to sign in to the panel. A password that was made up is printed here, and nowhere else. */
async function ensureSuperAdmin(db: Db, env: Env): Promise<void> {
  const { adminUsername: username, adminEmail: email, adminPassword } = env;
  const password = adminPassword ?? newPassword();
  try {
    if (!(await createFirstSuperAdmin(db, { username, email, password }))) return;
    const shown = adminPassword === undefined ? password : "of ADMIN_PASSWORD";
    console.log(`Made the administrator ${username}. Sign in as ${email} with the password ${shown}`);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "conflict") throw error;
    console.error("Nobody is super admin, and the name or the address of the first one is taken.");
    console.error("Set ADMIN_USERNAME and ADMIN_EMAIL to others, or make one: npm run cli -- admin create");
  }
}

/** Finishes the requests in flight, and ends the connections that browsers keep open after theirs. */
async function drain(): Promise<void> {
  const sweeping = setInterval(() => app?.server.closeIdleConnections(), 100);
  const impatience = setTimeout(() => app?.server.closeAllConnections(), DRAIN_MS);
  await app?.close();
  clearInterval(sweeping);
  clearTimeout(impatience);
}

async function listen(app: FastifyInstance, { port, host }: Env): Promise<void> {
  await app.listen({ port, host }).catch((cause: NodeJS.ErrnoException) => {
    const reasons: Record<string, string> = {
      EADDRINUSE: `Port ${port} of ${host} is in use; set PORT to another`,
      EACCES: `Port ${port} needs more rights than this user has; set PORT to one above 1023`,
      EADDRNOTAVAIL: `This machine has no address ${host}; set HOST to one that it has`,
      ENOTFOUND: `The name ${host} is unknown; set HOST to an address of this machine`,
    };
    throw new StartError(reasons[cause.code ?? ""] ?? cause.message, { cause });
  });
}

/** One line for what the operator can repair; everything for what only a developer can. */
function report(error: unknown): void {
  console.error(error instanceof StartError ? error.message : error);
}
