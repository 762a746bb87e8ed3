import { setTimeout as sleep } from "node:timers/promises";
import { brand } from "contract/brand.ts";
import { AppError } from "contract/errors.ts";
import type { FastifyInstance } from "fastify";
import { openApp } from "./app.ts";
import { ownsAuditTrail } from "./db/application-role.ts";
import { type Db, requestTimeouts } from "./db/connect.ts";
import { type OpenDatabase, openDatabase } from "./db/open.ts";
import { type Env, parseEnv } from "./env.ts";
import { seedSampleCatalogue } from "./games/seed.ts";
import { createLog } from "./log.ts";
import { nameProcess } from "./process-name.ts";
import { createFirstSuperAdmin, newPassword } from "./roles/commands-admin.ts";
import { stopWhenTold } from "./shutdown.ts";
import { StartError } from "./start-error.ts";
import { yieldV8Threads } from "./thread-priority.ts";

/** How long requests in flight may take to finish once the site is told to stop. */
const DRAIN_MS = 6_000;

const ownedAuditTrail =
  "The user of DATABASE_URL owns the tables and could rewrite the audit trail: give the site a user of its own, and set DATABASE_OWNER_URL (docs/operations.md)";

let database: OpenDatabase | undefined;
let app: FastifyInstance | undefined;
/** How long a process that serves goes on serving once it is told to stop. */
let graceMs = 0;
const leaving = new AbortController();

const listening = start();
stopWhenTold({
  graceMs: () => graceMs,
  async stop() {
    leaving.abort();
    // What a start cut off half-way would leave open, a finished one closes.
    await listening.catch(() => {});
    await sleep(graceMs);
    await drain();
    await database?.close();
  },
  async stopNow() {
    app?.server.closeAllConnections();
    await database?.close();
  },
  onError: report,
});
listening.then(serve).catch(fail);
process.on("uncaughtException", fail);

async function fail(error: unknown): Promise<never> {
  report(error);
  setTimeout(() => process.exit(1), DRAIN_MS);
  await app?.close();
  await database?.close();
  process.exit(1);
}

interface Started {
  env: Env;
  ready: Promise<void>;
}

/** Resolves when the process listens; what visitors ask for is refused until it is ready. */
async function start(): Promise<Started> {
  const env = parseEnv(process.env);
  yieldV8Threads();
  const name = nameProcess(env.role);
  const log = createLog(env.logLevel).child({ role: name.role, process: name.id });
  database = await openDatabase(env, log, { timeouts: requestTimeouts });
  const { db, pool, connection, ownerConnection } = database;
  if (await ownsAuditTrail(pool)) log.warn(ownedAuditTrail);
  if (env.sampleCatalogue) await seedSampleCatalogue(db, new Date());
  const opened = await openApp({ database, connection, ownerConnection, env, log, name, leaving: leaving.signal });
  app = opened.app;
  await ensureSuperAdmin(db, env);
  await listen(app, env);
  return { env, ready: opened.ready };
}

async function serve({ env, ready }: Started): Promise<void> {
  await ready.catch((error) => {
    // closed before its time: that it is not ready is no failure
    if (!leaving.signal.aborted) throw error;
  });
  if (leaving.signal.aborted) return;
  graceMs = env.stopGrace * 1_000;
  if (env.role === "worker") console.log(`A worker of ${brand.name} is ready; ${env.host}:${env.port} says how it is`);
  else console.log(`${brand.name} is at ${env.publicUrl}`);
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
