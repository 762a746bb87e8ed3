import { readFileSync } from "node:fs";
import { access, constants, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Pool } from "pg";
import { listBackups } from "../../platform/backup/jobs.ts";
import type { Db } from "../../platform/db/connect.ts";
import { sql } from "../../platform/db/drizzle.ts";
import { listAppliedMigrations, listKnownMigrations } from "../../platform/db/migrate.ts";
import { listQueueStates } from "../../platform/jobs/queue-states.ts";
import type { Env } from "../../platform/process/env.ts";
import { findSecretKey, secretKeyFile } from "../../platform/process/secret-key.ts";
import { machine } from "../../platform/process/sizes.ts";
import { chooseSync } from "../site-config/policy-sync.ts";
import { readSiteSettings } from "../site-config/queries.ts";
import type { Facts, ProxyHeaders } from "./policy-doctor.ts";
import type { MailProblem } from "./policy-mail.ts";
import { readDisk } from "./queries.ts";

export interface Surroundings {
  env: Env;
  /** `problem`: why it cannot be opened. */
  database: { db: Db; pool: Pool } | { problem: string };
  listFailing(): Promise<{ name: string; problem: string }[]>;
  findMailServer(): Promise<{ url: string | undefined; from: string | undefined }>;
  /** Of a request to the panel; `null` on the command line. */
  request: ProxyHeaders | null;
}

const mailTimeoutMs = 5_000;

/** Reads the facts about a site. What depends on a database that cannot be used counts as fine. */
export async function readFacts({ env, database, findMailServer, listFailing, request }: Surroundings): Promise<Facts> {
  const open = "problem" in database ? null : database;
  // a database that lacks migrations may not have the table
  const found = open && (await findMailServer().catch(() => null));
  const mail = found ?? { url: env.smtpUrl, from: env.mailFrom };
  const [disk, unwritable, secretKey, isDataOpenToOthers, mailProblem, backups, own] = await Promise.all([
    readDisk(env.dataDir),
    findUnwritable([env.dataDir, ...(env.backupDir ? [env.backupDir] : [])]),
    readSecretKey(env),
    isOpenToOthers(env.dataDir),
    mail.url === undefined
      ? null
      : findMailProblem(mail.url, env.smtpUrl === undefined ? "Setup in the panel" : "SMTP_URL"),
    env.backupDir ? listBackups(env.backupDir) : [],
    open && readDatabase(open),
  ]);
  return {
    env: { ...env, smtpUrl: mail.url, mailFrom: mail.from, priceSync: await readsPrices(env, open?.db) },
    now: Date.now(),
    builtAt: Math.max(...listKnownMigrations()),
    node: readNode(),
    machine,
    disk,
    unwritable,
    secretKey,
    process: { isRoot: process.getuid?.() === 0, isDataOpenToOthers },
    mailProblem,
    backup: backups[0] ? { createdAt: backups[0].createdAt.getTime() } : null,
    request,
    database: own?.database ?? { problem: "problem" in database ? database.problem : "" },
    migrations: own?.migrations ?? { pending: 0, unknown: 0 },
    jobs: open ? await listQueueStates(open.db) : [],
    failing: open ? await listFailing() : [],
    lastSuccess: own?.lastSuccess ?? null,
    administrators: own?.administrators ?? { count: 1, withoutFactor: 0 },
  };
}

/** Whether prices are read, by the environment or as it was chosen. */
async function readsPrices(env: Env, db: Db | undefined): Promise<boolean> {
  const settings = db ? await readSiteSettings(db).catch(() => null) : null;
  return settings ? chooseSync(env, settings).prices : (env.priceSync ?? false);
}

async function readDatabase({ db, pool }: { db: Db; pool: Pool }) {
  const { rows } = await db.execute<{
    version: string;
    versionNumber: number;
    now: number;
    isSuperuser: boolean;
    lastSuccess: number | null;
    administrators: number;
    withoutFactor: number;
  }>(sql`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      current_setting('server_version_num')::int as "versionNumber",
      extract(epoch from clock_timestamp())::float8 * 1000 as now,
      current_setting('is_superuser') = 'on' as "isSuperuser",
      (select extract(epoch from max(finished_at))::float8 * 1000 from price_polls where state = 'done')
        as "lastSuccess",
      count(*)::int as administrators,
      count(*) filter (where not exists (
        select from second_factors where user_id = admins.user_id and (confirmed_at is not null or kind = 'passkey')
      ))::int as "withoutFactor"
    from (select distinct user_id from role_assignments) admins`);
  const { lastSuccess, administrators, withoutFactor, ...database } = rows[0]!;
  return {
    database,
    migrations: await compareMigrations(pool),
    lastSuccess,
    administrators: { count: administrators, withoutFactor },
  };
}

async function compareMigrations(pool: Pool): Promise<Facts["migrations"]> {
  const client = await pool.connect();
  try {
    const applied = new Set(await listAppliedMigrations(client));
    const known = new Set(listKnownMigrations());
    return { pending: known.difference(applied).size, unknown: applied.difference(known).size };
  } finally {
    client.release();
  }
}

/** The version that runs, and the one that the site brings. */
function readNode(): Facts["node"] {
  const file = new URL("../../../../package.json", import.meta.url);
  const { dependencies } = JSON.parse(readFileSync(file, "utf8")) as { dependencies: { node: string } };
  return { running: process.versions.node, wanted: dependencies.node };
}

async function findUnwritable(folders: readonly string[]): Promise<Facts["unwritable"]> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      try {
        // a missing folder is created when it is needed, in the first one above it that exists
        for (let path = folder; ; path = dirname(path)) {
          const problem = await access(path, constants.R_OK | constants.W_OK | constants.X_OK).catch((error) => error);
          if (problem === undefined) return [];
          if (problem.code !== "ENOENT") throw problem;
        }
      } catch (error) {
        return [{ folder, reason: (error as NodeJS.ErrnoException).code ?? String(error) }];
      }
    }),
  );
  return found.flat();
}

async function readSecretKey(env: Env): Promise<Facts["secretKey"]> {
  const exists = (await findSecretKey(env)) !== null;
  const isFile = env.secretKey === undefined;
  return { exists, isOpenToOthers: isFile && (await isOpenToOthers(join(env.dataDir, secretKeyFile))) };
}

/** Whether accounts other than the owner and the group can read it. Windows has no such bits. */
async function isOpenToOthers(path: string): Promise<boolean> {
  if (process.platform === "win32") return false;
  const found = await stat(path).catch(() => null);
  return found !== null && (found.mode & 0o004) !== 0;
}

/** Connects and signs in, without sending anything. */
export async function findMailProblem(url: string, setting: MailProblem["setting"]): Promise<MailProblem | null> {
  const { createTransport } = (await import("nodemailer")).default;
  const transport = createTransport({
    url,
    connectionTimeout: mailTimeoutMs,
    greetingTimeout: mailTimeoutMs,
    socketTimeout: mailTimeoutMs,
  });
  try {
    await transport.verify();
    return null;
  } catch (error) {
    // not the whole address, which holds a password
    const { hostname, port, protocol } = new URL(url);
    const server = `${hostname}:${port || (protocol === "smtps:" ? 465 : 587)}`;
    return { server, setting, ...describeMailError(error) };
  } finally {
    transport.close();
  }
}

function describeMailError(error: unknown): Pick<MailProblem, "code" | "detail"> {
  const { code, originalCode, response, reason, message } = error as Partial<
    Record<"code" | "originalCode" | "response" | "reason" | "message", string>
  >;
  // the library's own code says less: a refused connection and a bad certificate are both ESOCKET
  const isOfTls = reason !== undefined && !/CERT/.test(originalCode ?? "");
  const said = (response ?? reason ?? message ?? String(error)).replaceAll(/\s/g, " ").slice(0, 300);
  return { code: isOfTls ? "ETLS" : (originalCode ?? code ?? ""), detail: /[.!?]$/.test(said) ? said : `${said}.` };
}
