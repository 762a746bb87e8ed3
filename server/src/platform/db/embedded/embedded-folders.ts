import { createHash } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { chmod, chown, cp, lchown, lstat, mkdir, readdir, realpath, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brand } from "contract/brand.ts";
import { makeFolder } from "../../files/make-folder.ts";
import { adviceFor, StartError } from "../../process/start-error.ts";
import { type Account, canReach, ownerOf } from "./embedded-account.ts";
import { type Binaries, binariesIn } from "./embedded-binaries.ts";

/** For files of root that another user must reach, where a parent folder is closed to that user. */
const SHARED_HOME = `/var/lib/${brand.slug}`;

/** Systems allow 103 to 107 bytes for a socket's path. */
const LONGEST_SOCKET_FOLDER = 100 - "/.s.PGSQL.5432".length;

/** Creates the data folder and returns its real path. Throws StartError when it is not writable. */
export async function openDataFolder(dataDir: string): Promise<string> {
  try {
    await makeFolder(dataDir);
    const folder = await realpath(dataDir);
    const probe = join(folder, `.write-${process.pid}`);
    await mkdir(probe);
    await rm(probe, { recursive: true });
    return folder;
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? "";
    throw new StartError(`The data folder ${dataDir} is not writable (${code}); ${adviceFor(code, dataDir)}`, {
      cause,
    });
  }
}

const otherHome = (dataDir: string) => join(SHARED_HOME, hash(dataDir));

/** The folder that holds the database, if there is one. */
export function findHome(dataDir: string): string {
  const folder = existsSync(dataDir) ? realpathSync(dataDir) : dataDir;
  return existsSync(join(otherHome(folder), "postgres")) ? otherHome(folder) : folder;
}

/** The folder that holds the database: the data folder, or one under /var/lib when the account cannot enter that. */
export async function chooseHome(dataDir: string, account: Account): Promise<string> {
  const elsewhere = otherHome(dataDir);
  if (existsSync(join(elsewhere, "postgres"))) return elsewhere;
  if (canReach(account, dataDir)) return dataDir;
  if (existsSync(join(dataDir, "postgres"))) {
    // an empty database elsewhere would look like data loss
    throw new StartError(
      `The database in ${dataDir} is not accessible to the user that PostgreSQL runs as; ` +
        "open its parent folders to others (chmod o+x)",
    );
  }
  await makeFolder(elsewhere);
  return elsewhere;
}

/** The programs, or a copy that the account can run. */
export async function reachableBinaries(binaries: Binaries, account: Account): Promise<Binaries> {
  if (binaries.root === null || canReach(account, binaries.postgres)) return binaries;
  const copy = join(SHARED_HOME, `postgresql-${hash(binaries.root)}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.new`;
    await rm(unfinished, { recursive: true, force: true });
    await cp(binaries.root, unfinished, { recursive: true, verbatimSymlinks: true });
    await rename(unfinished, copy);
  }
  return binariesIn(join(copy, "bin"), copy);
}

/** The folder of the Unix socket, which only the account may enter: in `home` where the path is short enough. */
export async function openSocketFolder(home: string, account: Account): Promise<string> {
  const inside = join(home, "postgres-run");
  const fits = Buffer.byteLength(inside) <= LONGEST_SOCKET_FOLDER;
  const folder = fits ? inside : join(await realpath(tmpdir()), `${brand.slug}-${hash(home)}`);
  await makeFolder(folder, 0o700);
  const found = await lstat(folder);
  const trusted = fits || [process.getuid?.(), ownerOf(account)?.uid].includes(found.uid);
  // anyone could create the folder in the temporary one, and wait for the server's clients
  if (!found.isDirectory() || !trusted) throw new StartError(`${folder} belongs to another user; delete it`);
  await chmod(folder, 0o700);
  await giveTo(account, folder);
  return folder;
}

/** Makes the account own the folder and its content. */
export async function giveTo(account: Account, folder: string): Promise<void> {
  const owner = ownerOf(account);
  if (!owner || process.getuid?.() !== 0) return;
  if ((await lstat(folder)).uid === owner.uid) return;
  for (const name of await readdir(folder, { recursive: true })) {
    await lchown(join(folder, name), owner.uid, owner.gid);
  }
  // last, so that an interrupted change is repeated
  await chown(folder, owner.uid, owner.gid);
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
