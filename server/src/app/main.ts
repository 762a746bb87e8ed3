import { setTimeout as sleep } from "node:timers/promises";
import { brand } from "contract/brand.ts";
import { AppError } from "contract/core/errors.ts";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { adminPasswordProblem } from "../features/accounts/passwords/policy-password.ts";
import { seedSampleCatalogue } from "../features/imports/seed.ts";
import { createFirstSuperAdmin, newPassword } from "../features/roles/commands-admin.ts";
import { ownsAuditTrail } from "../platform/db/application-role.ts";
import { type Db, requestTimeouts } from "../platform/db/connect.ts";
import { isDiskFull } from "../platform/db/errors.ts";
import { listKnownMigrations } from "../platform/db/migrate.ts";
import { type OpenDatabase, openDatabase } from "../platform/db/open.ts";
import { clockProblem } from "../platform/process/clock.ts";
import { type Env, parseEnv } from "../platform/process/env.ts";
import { createLog } from "../platform/process/log.ts";
import { nameProcess } from "../platform/process/process-name.ts";
import { stopOnSignal } from "../platform/process/shutdown.ts";
import { StartError } from "../platform/process/start-error.ts";
import { openApp } from "./app.ts";
import { prepareDemo } from "./demo.ts";

/** For requests in flight when the site stops. */
const DRAIN_MS = 6_000;

const ownedAuditTrail =
  "The user of DATABASE_URL owns the tables and could rewrite the audit log: " +
  "give the site a user of its own, and set DATABASE_OWNER_URL (docs/operations.md)";

let database: OpenDatabase | undefined;
let app: FastifyInstance | undefined;
/** How long a stopping process still serves. */
let graceMs = 0;
const shuttingDown = new AbortController();

const listening = start();
stopOnSignal({
  graceMs: () => graceMs,
  async stop() {
    shuttingDown.abort();
    // an interrupted start would leave things open
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

/** Resolves when the process listens; requests are refused until it is ready. */
async function start(): Promise<Started> {
  const env = parseEnv(process.env);
  const name = nameProcess(env.role);
  const log = createLog(env.logLevel).child({ role: name.role, process: name.id });
  database = await openDatabase(env, log, { timeouts: requestTimeouts });
  const { db, pool, connection, ownerConnection } = database;
  if (await ownsAuditTrail(pool)) log.warn(ownedAuditTrail);
  const wrongClock = clockProblem(Date.now(), Math.max(...listKnownMigrations()));
  if (wrongClock !== null) log.warn(wrongClock);
  if (env.demo) await prepareDemo(ownerConnection, new Date());
  else if (env.sampleCatalogue) await seedSampleCatalogue(db, new Date());
  const opened = await openApp({
    database,
    connection,
    ownerConnection,
    env,
    log,
    name,
    shuttingDown: shuttingDown.signal,
  });
  app = opened.app;
  await ensureSuperAdmin(db, env, log);
  await listen(app, env);
  return { env, ready: opened.ready };
}

async function serve({ env, ready }: Started): Promise<void> {
  await ready.catch((error) => {
    // a closed app is never ready
    if (!shuttingDown.signal.aborted) throw error;
  });
  if (shuttingDown.signal.aborted) return;
  graceMs = env.stopGrace * 1_000;
  if (env.role === "worker") console.log(`${brand.name} worker is ready; health checks at ${env.host}:${env.port}`);
  else console.log(`${brand.name} is at ${env.publicUrl}`);
}

/** Creates the first administrator. A generated password is printed here, and nowhere else. */
async function ensureSuperAdmin(db: Db, env: Env, log: Pick<FastifyBaseLogger, "warn">): Promise<void> {
  const { adminUsername: username, adminEmail: email, adminPassword } = env;
  const password = adminPassword ?? newPassword();
  try {
    if (!(await createFirstSuperAdmin(db, { username, email, password }))) return;
    const problem = adminPasswordProblem(password, { username, email });
    if (problem) log.warn({ problem }, "ADMIN_PASSWORD is weak; change the password in the account settings");
    const shown = adminPassword === undefined ? password : "from ADMIN_PASSWORD";
    console.log(`Created administrator ${username}. Sign in as ${email} with the password ${shown}`);
    console.log(`Set up the site at ${env.publicUrl}/admin/setup, or with: npm run cli -- setup`);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "conflict") throw error;
    console.error("There is no super administrator, and ADMIN_USERNAME or ADMIN_EMAIL is taken by another account.");
    console.error("Set them to other values, or create one with: npm run cli -- admin create");
  }
}

/** Finishes requests in flight, and closes idle connections. */
async function drain(): Promise<void> {
  const sweeping = setInterval(() => app?.server.closeIdleConnections(), 100);
  const timer = setTimeout(() => app?.server.closeAllConnections(), DRAIN_MS);
  await app?.close();
  clearInterval(sweeping);
  clearTimeout(timer);
}

async function listen(app: FastifyInstance, { port, host }: Env): Promise<void> {
  await app.listen({ port, host }).catch((cause: NodeJS.ErrnoException) => {
    const reasons: Record<string, string> = {
      EADDRINUSE: `Port ${port} of ${host} is in use; set PORT to another port`,
      EACCES: `Port ${port} requires privileges; set PORT to 1024 or above`,
      EADDRNOTAVAIL: `This machine has no address ${host}; set HOST to an address of this machine`,
      ENOTFOUND: `The host name ${host} cannot be resolved; set HOST to an address of this machine`,
    };
    throw new StartError(reasons[cause.code ?? ""] ?? cause.message, { cause });
  });
}

/** One line for problems that the operator can fix; everything for others. */
function report(error: unknown): void {
  if (isDiskFull(error)) {
    const { message } = error as Error;
    console.error(`The disk of the database is full (${message}); free space on it, then start again`);
  } else {
    console.error(error instanceof StartError ? error.message : error);
  }
}
