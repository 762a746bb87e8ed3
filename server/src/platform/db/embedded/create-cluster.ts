import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { brand } from "contract/brand.ts";
import { StartError } from "../../process/start-error.ts";
import { giveTo } from "./embedded-folders.ts";
import { type Cluster, cleanEnvironment, workingFolder } from "./postmaster.ts";

/**
 * Creates the database folder, for a Unix socket without a password, or with one that is written to `passwordFile`.
 * Throws StartError with PostgreSQL's message.
 */
export async function createCluster(cluster: Cluster, passwordFile?: string): Promise<void> {
  await removeUnfinished(cluster.folder);
  // under another name until it is complete; a new one each time, since an interrupted initdb may still clean up
  const unfinished = `${cluster.folder}.new-${randomBytes(4).toString("hex")}`;
  await mkdir(unfinished, { mode: 0o700 });
  await giveTo(cluster.account, unfinished);
  if (passwordFile) await writeFile(passwordFile, randomBytes(24).toString("hex"), { mode: 0o600 });
  await initdb(cluster, [
    ...["-D", unfinished, "-U", brand.slug, "--locale=C", "--encoding=UTF8", "--no-instructions"],
    ...(passwordFile
      ? ["--auth=scram-sha-256", `--pwfile=${passwordFile}`]
      : ["--auth-local=trust", "--auth-host=reject"]),
    ...(cluster.durable ? [] : ["--no-sync"]),
  ]);
  await rename(unfinished, cluster.folder);
}

async function initdb({ account, binaries }: Cluster, options: string[]): Promise<void> {
  const [program = "", ...args] = [...account.prefix, binaries.initdb, ...options];
  const child = spawn(program, args, {
    ...account.ids,
    // unreachable for Ctrl-C, which the site handles after the start
    detached: true,
    cwd: workingFolder,
    env: cleanEnvironment(),
    stdio: ["ignore", "ignore", "pipe"],
    windowsHide: true,
  });
  const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, "close")]).catch((cause) => {
    throw new StartError(`The database cannot be created: ${cause.message}`, { cause });
  });
  if (code !== 0) throw new StartError(`The database cannot be created: ${complaint}`);
}

async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(dirname(folder))) {
    if (!name.startsWith(`${basename(folder)}.new-`)) continue;
    // a folder that initdb still writes to only takes space
    await rm(join(dirname(folder), name), { recursive: true, force: true }).catch(() => {});
  }
}
