import { countOf } from "contract/core/counts.ts";
import type { Finding } from "contract/dashboard/doctor.ts";
import type { Env } from "../../platform/process/env.ts";
import { type Machine, sizesFor } from "../../platform/process/sizes.ts";
import { explainMailProblem, type MailProblem } from "./policy-mail.ts";

type What = Finding["what"];

/** What a proxy in front says about a request; `null` where it says nothing. */
export interface ProxyHeaders {
  forwardedFor: string | null;
  forwardedProto: string | null;
  host: string | null;
}

/** The facts that findings are read from. Times are in ms since 1970, sizes in bytes. */
export interface Facts {
  env: Pick<
    Env,
    | "demo"
    | "publicUrl"
    | "trustProxy"
    | "smtpUrl"
    | "mailFrom"
    | "backupDir"
    | "databaseUrl"
    | "priceSync"
    | "role"
    | "dataDir"
    | "priceBooksMb"
  >;
  now: number;
  /** The oldest time that the clock can show: the site is not older. */
  builtAt: number;
  node: { running: string; wanted: string };
  machine: Machine;
  disk: { freeBytes: number; totalBytes: number } | null;
  /** The folders that cannot be written, with the reason. */
  unwritable: { folder: string; reason: string }[];
  secretKey: { exists: boolean; isOpenToOthers: boolean };
  process: { isRoot: boolean; isDataOpenToOthers: boolean };
  /** An error, or what the server says. */
  database: { problem: string } | { version: string; versionNumber: number; now: number; isSuperuser: boolean };
  /** Migrations that this version has and the database lacks, and the other way round. */
  migrations: { pending: number; unknown: number };
  /** `null` = the mail server accepts mail, or there is none. */
  mailProblem: MailProblem | null;
  jobs: { queue: string; waiting: number; failed: number; oldestSeconds: number }[];
  /** The newest backup; `null` = none. */
  backup: { createdAt: number } | null;
  failing: { name: string; problem: string }[];
  /** When a source of prices last succeeded; `null` = never. */
  lastSuccess: number | null;
  administrators: { count: number; withoutFactor: number };
  /** `null` on the command line. */
  request: ProxyHeaders | null;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const gigabyte = 1024 ** 3;
const oldestDatabase = 150_000;

const ok = (what: What, found: string): Finding => ({ what, state: "ok", found, advice: null });
const warning = (what: What, found: string, advice: string): Finding => ({ what, state: "warning", found, advice });
const problem = (what: What, found: string, advice: string): Finding => ({ what, state: "problem", found, advice });

/** A demo sends no mail, keeps nothing, reads no sources, and anyone may be its administrator. */
const missingInDemo = new Set<What>(["mail", "backups", "sources", "administrators"]);

/** What is wrong, and what is right, with something to do about each problem; one finding at least for each subject. */
export function diagnose(facts: Facts): Finding[] {
  const examined = examinations.filter(([what]) => !facts.env.demo || !missingInDemo.has(what));
  return examined.flatMap(([what, fine, examine]) => {
    const found = examine(facts);
    return found.length > 0 ? found : [ok(what, fine(facts))];
  });
}

/** Each subject with what is said when nothing is wrong. */
const examinations: [What, (facts: Facts) => string, (facts: Facts) => Finding[]][] = [
  ["database", ({ database }) => `PostgreSQL ${"version" in database ? database.version : ""} responds.`, onDatabase],
  ["migrations", () => "The database has the schema of this version.", onMigrations],
  ["clock", () => "The clock agrees with the database's.", onClock],
  ["disk", ({ disk }) => (disk ? `${toGigabytes(disk.freeBytes)} are free.` : "The system does not tell."), onDisk],
  ["memory", describeMachine, onMemory],
  ["node", ({ node }) => `Node ${node.running} is the version of the lock file.`, onNode],
  ["folders", () => "All folders can be written.", onFolders],
  ["secret_key", () => "The secret key can be read by this account only.", onSecretKey],
  ["permissions", () => "The site runs with few rights.", onPermissions],
  ["demo", () => "The site keeps its data.", onDemo],
  ["address", ({ env }) => `Visitors reach the site at ${env.publicUrl}.`, onAddress],
  [
    "proxy",
    ({ request }) => (request ? "Proxies and settings agree." : "Look in the panel: it needs a request."),
    onProxy,
  ],
  ["mail", () => "The mail server accepts mail.", onMail],
  ["jobs", () => "Jobs are done in time.", onJobs],
  ["backups", ({ now, backup }) => `The newest backup is ${hoursAgo(now, backup?.createdAt ?? now)} old.`, onBackups],
  ["sources", () => "All sources that are switched on could be read.", onSources],
  ["administrators", () => "Each administrator has a second factor.", onAdministrators],
];

function onDatabase({ database, env }: Facts): Finding[] {
  if ("problem" in database) {
    const where = env.databaseUrl === undefined ? "Read postgres.log in the data folder" : "Check DATABASE_URL";
    return [problem("database", `The database cannot be used: ${database.problem}`, `${where}, then start again.`)];
  }
  if (database.versionNumber >= oldestDatabase) return [];
  return [problem("database", `PostgreSQL ${database.version} is too old.`, "Upgrade it to version 15 or newer.")];
}

function onDemo({ env }: Facts): Finding[] {
  if (!env.demo) return [];
  const found = "This is a demo: its data is reset at each full hour, and it makes no outgoing requests.";
  return [warning("demo", found, "Unset DEMO, and use another database, for a site of your own.")];
}

function onMigrations({ migrations: { pending, unknown } }: Facts): Finding[] {
  if (unknown > 0) {
    const found = `The database has ${unknown} changes that this version does not know.`;
    const advice = "Start the version that made them, or return to the backup from before (npm run cli -- rollback).";
    return [problem("migrations", found, advice)];
  }
  if (pending === 0) return [];
  const found = `${pending} changes of the database are still to be made.`;
  return [warning("migrations", found, "Start the site: it makes a backup and then the changes.")];
}

function onClock({ now, builtAt, database }: Facts): Finding[] {
  const advice = "Set the clock, and keep it right with NTP: prices, sign-ins and backups depend on it.";
  if (now < builtAt) {
    const found = `The clock says ${new Date(now).toISOString()}, which is before this version was made.`;
    return [problem("clock", found, advice)];
  }
  if ("problem" in database) return [];
  const seconds = Math.round(Math.abs(database.now - now) / 1_000);
  if (seconds < 10) return [];
  return [problem("clock", `The clock and the database's differ by ${seconds} seconds.`, advice)];
}

function onDisk({ disk, env }: Facts): Finding[] {
  if (!disk) return [];
  const { freeBytes, totalBytes } = disk;
  const found = `${toGigabytes(freeBytes)} of ${toGigabytes(totalBytes)} are free for ${env.dataDir}.`;
  const advice = "Make room: delete old backups, or drop old price history (npm run cli -- drop history).";
  if (freeBytes < gigabyte / 2) return [problem("disk", found, advice)];
  return freeBytes < 2 * gigabyte || freeBytes < totalBytes / 20 ? [warning("disk", found, advice)] : [];
}

function describeMachine({ machine, env }: Facts): string {
  const { sharedBuffersMb, connections, pageCacheMb } = sizesFor(machine);
  return (
    `The site may use ${toGigabytes(machine.memoryBytes)} and ${countOf(machine.processors, "processor")}: ` +
    `${sharedBuffersMb} MB of shared buffers, ${connections} connections to the database, ${pageCacheMb} MB of pages ` +
    `and up to ${env.priceBooksMb} MB of prices.`
  );
}

function onMemory({ machine: { memoryBytes } }: Facts): Finding[] {
  const found = `The site may use ${toGigabytes(memoryBytes)} of memory.`;
  if (memoryBytes < 0.45 * gigabyte) return [problem("memory", found, "Give the machine or container 1 GB.")];
  if (memoryBytes < 0.9 * gigabyte) return [warning("memory", found, "1 GB is enough for 30,000 games.")];
  return [];
}

function onNode({ node: { running, wanted } }: Facts): Finding[] {
  if (running.split(".")[0] === wanted.split(".")[0]) return [];
  return [warning("node", `Node ${running} runs the site.`, `Start it with npm start, which brings Node ${wanted}.`)];
}

function onFolders({ unwritable }: Facts): Finding[] {
  return unwritable.map(({ folder, reason }) =>
    problem("folders", `${folder} cannot be written: ${reason}`, "Make the account of the site its owner (chown)."),
  );
}

function onSecretKey({ secretKey: { exists, isOpenToOthers } }: Facts): Finding[] {
  if (!exists) {
    const advice =
      "Restore the file secret-key from a copy, or set SECRET_KEY: without it mails and channels are lost.";
    return [problem("secret_key", "There is no secret key.", advice)];
  }
  if (!isOpenToOthers) return [];
  return [warning("secret_key", "Other accounts can read the secret key.", "chmod 600 on the file secret-key.")];
}

function onPermissions({ process, database, env }: Facts): Finding[] {
  const findings: Finding[] = [];
  if (process.isRoot) {
    findings.push(warning("permissions", "The site runs as root.", "Run it as an account of its own."));
  }
  if (process.isDataOpenToOthers) {
    findings.push(warning("permissions", `Every account can read ${env.dataDir}.`, `chmod 750 ${env.dataDir}`));
  }
  if (!("problem" in database) && database.isSuperuser && env.databaseUrl !== undefined) {
    const advice = "Use an ordinary role, with DATABASE_OWNER_URL for the owner (docs/operations.md).";
    findings.push(warning("permissions", "DATABASE_URL names a superuser.", advice));
  }
  return findings;
}

function onAddress({ env: { publicUrl } }: Facts): Finding[] {
  const { hostname, protocol } = new URL(publicUrl);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost") || /^(127\.|\[::1\])/.test(hostname);
  if (isLocal) {
    const advice = "Set PUBLIC_URL to the address that visitors type: links in mails and sign-in depend on it.";
    return [warning("address", `PUBLIC_URL is ${publicUrl}, which only this machine reaches.`, advice)];
  }
  if (protocol === "https:") return [];
  const advice = "Get a certificate (Caddy does by itself) and set PUBLIC_URL to https://…";
  return [warning("address", `${publicUrl} is not encrypted: passwords can be read on the way.`, advice)];
}

function onProxy({ request, env }: Facts): Finding[] {
  if (!request) return [];
  const { forwardedFor, forwardedProto, host } = request;
  const findings: Finding[] = [];
  if (forwardedFor !== null && env.trustProxy === false) {
    const found = "A proxy names the visitor's address, but TRUST_PROXY is not set: all visitors share one limit.";
    findings.push(problem("proxy", found, "Set TRUST_PROXY to the number of proxies in a row, such as 1."));
  }
  if (forwardedFor === null && env.trustProxy !== false) {
    const found = "TRUST_PROXY is set, but no proxy names the visitor's address.";
    findings.push(warning("proxy", found, "Let the proxy send X-Forwarded-For, or remove TRUST_PROXY."));
  }
  const { protocol, host: ownHost } = new URL(env.publicUrl);
  if (forwardedProto !== null && `${forwardedProto}:` !== protocol) {
    const found = `Visitors come by ${forwardedProto}, but PUBLIC_URL begins with ${protocol}//.`;
    findings.push(problem("proxy", found, "Set PUBLIC_URL to the address that visitors type."));
  }
  if (host !== null && host !== ownHost) {
    const found = `This request came to ${host}, but PUBLIC_URL names ${ownHost}.`;
    findings.push(warning("proxy", found, "Redirect other names to PUBLIC_URL, or change PUBLIC_URL."));
  }
  return findings;
}

function onMail({ env: { smtpUrl, mailFrom }, mailProblem }: Facts): Finding[] {
  if (smtpUrl === undefined) {
    const found = "There is no mail server: mails are files in the folder outbox.";
    return [warning("mail", found, "Name one in Setup, or set SMTP_URL and MAIL_FROM, then send a test mail.")];
  }
  if (mailProblem !== null) {
    const { found, advice } = explainMailProblem(mailProblem);
    return [problem("mail", found, advice)];
  }
  if (mailFrom !== undefined) return [];
  return [warning("mail", "MAIL_FROM is not set.", "Set it to an address that the mail server may send from.")];
}

function onJobs({ jobs }: Facts): Finding[] {
  return jobs.flatMap(({ queue, waiting, failed, oldestSeconds }) => {
    if (waiting > 0 && oldestSeconds > hour / 1_000) {
      const found = `${waiting} jobs of ${queue} wait, the oldest for ${Math.round(oldestSeconds / 60)} minutes.`;
      return [problem("jobs", found, "Start a process with ROLE=all or ROLE=worker, and read its log.")];
    }
    if (failed === 0) return [];
    return [
      warning("jobs", `${failed} jobs of ${queue} failed for good.`, "Read the log of the process that runs jobs."),
    ];
  });
}

function onBackups({ env: { backupDir }, backup, now }: Facts): Finding[] {
  if (backupDir === undefined) {
    return [warning("backups", "There are no backups.", "Set BACKUP_DIR to a folder on another disk.")];
  }
  const advice = "Read the log of the process that runs jobs, and look at the folder's space and owner.";
  if (!backup) return [problem("backups", `There is no backup in ${backupDir} yet.`, advice)];
  if (now - backup.createdAt <= 2 * day) return [];
  return [problem("backups", `The newest backup is ${hoursAgo(now, backup.createdAt)} old.`, advice)];
}

function onSources({ failing, lastSuccess, env, now }: Facts): Finding[] {
  if (failing.length > 0) {
    return failing.map(({ name, problem: reason }) =>
      problem("sources", `${name} could not be read three times in a row: ${reason}`, "Open Sources in the panel."),
    );
  }
  if (!env.priceSync && lastSuccess === null) {
    return [warning("sources", "No prices are read.", "Open Setup in the panel, set PRICE_SYNC=on, or import prices.")];
  }
  if (lastSuccess !== null && now - lastSuccess <= 2 * day) return [];
  const found =
    lastSuccess === null ? "No source has been read yet." : `Prices were last read ${hoursAgo(now, lastSuccess)} ago.`;
  return [warning("sources", found, "Open Sources in the panel, and look for a process that runs jobs.")];
}

function onAdministrators({ administrators: { count, withoutFactor } }: Facts): Finding[] {
  if (count === 0) {
    return [problem("administrators", "There is no administrator.", "npm run cli -- admin recover NAME")];
  }
  if (withoutFactor === 0) return [];
  const found = `${withoutFactor} of ${count} administrators have no second factor.`;
  return [warning("administrators", found, "Ask them to add one, and require it in the configuration.")];
}

const toGigabytes = (bytes: number) => `${(bytes / gigabyte).toFixed(1)} GB`;

function hoursAgo(now: number, time: number): string {
  const hours = Math.max(0, Math.round((now - time) / hour));
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
