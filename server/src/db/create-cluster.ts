import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { brand } from "contract/brand.ts";
import { StartError } from "../start-error.ts";
import { giveTo } from "./embedded-folders.ts";
import { type Cluster, cleanEnvironment, workingFolder } from "./postmaster.ts";

/**
 * Makes the database folder, open to a Unix socket's users without a password, or with `passwordFile` to who knows the
 * one that is written there. Throws StartError with PostgreSQL's own words.
 */
export async function createCluster(cluster: Cluster, passwordFile?: string): Promise<void> {
  await removeUnfinished(cluster.folder);
  // Under another name until it is complete: a creation cut off half-way leaves nothing that looks finished. A new name
  // each time, for the program of one that was cut off may still be running, and cleans up after itself.
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
    // Out of reach of a Ctrl-C, which the site answers once the start is through.
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
    // What cannot be removed, for its program still writes there, only takes room.
    await rm(join(dirname(folder), name), { recursive: true, force: true }).catch(() => {});
  }
}
