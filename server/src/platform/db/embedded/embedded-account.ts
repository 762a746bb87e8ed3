import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { brand } from "contract/brand.ts";
import { StartError } from "../../process/start-error.ts";

/** The user to run PostgreSQL as, which refuses root. */
export interface Account {
  /** A command before each program. */
  prefix: string[];
  /** To spawn with; undefined for our own. */
  ids: { uid: number; gid: number } | undefined;
}

const plain: Account = { prefix: [], ids: undefined };

/** In a user namespace the server sees a user that is not root, but has our access to files. */
const namespaced: Account = {
  prefix: ["unshare", "--user", "--map-user=65534", "--map-group=65534", "--"],
  ids: undefined,
};

/** The first usable account. Throws StartError when there is none. */
export function chooseAccount(): Account {
  if (process.getuid === undefined) return plain;
  const isRoot = process.getuid() === 0;
  if (!isRoot && hasName()) return plain;
  const candidates = isRoot ? [namespaced, ...otherUsers()] : [...named(), namespaced];
  // PostgreSQL refuses users without a name
  const usable = candidates.find((account) => succeeds(account, ["id", "-un"]));
  if (usable) return usable;
  throw new StartError(
    `PostgreSQL refuses to run as ${isRoot ? "root" : "a user without a name"}, and no other user can be taken here; ` +
      "run as an ordinary user or set DATABASE_URL",
  );
}

/** Whether the account may run the program or enter the folder. */
export function canReach(account: Account, path: string): boolean {
  if (account === plain) return true;
  return succeeds(account, ["test", "-x", path]);
}

/** The owner of the account's files outside of namespaces; null where there are no user ids. */
export function ownerOf(account: Account): { uid: number; gid: number } | null {
  if (account.ids) return account.ids;
  return process.getuid && process.getgid ? { uid: process.getuid(), gid: process.getgid() } : null;
}

function succeeds(account: Account, command: string[]): boolean {
  const [program = "", ...args] = [...account.prefix, ...command];
  return spawnSync(program, args, { ...account.ids, cwd: "/", stdio: "ignore" }).status === 0;
}

function hasName(): boolean {
  try {
    userInfo();
    return true;
  } catch {
    return false;
  }
}

/**
 * Our own user with a name by a library (nss_wrapper), as containers run with any user (`docker run --user 1234`); none
 * where the library is missing.
 */
function named(): Account[] {
  const [library] = globSync([
    "/usr/lib/*/libnss_wrapper.so",
    "/usr/lib/libnss_wrapper.so",
    "/usr/lib64/libnss_wrapper.so",
  ]);
  if (library === undefined) return [];
  const folder = mkdtempSync(join(tmpdir(), `${brand.slug}-user-`));
  const [users, groups] = [join(folder, "passwd"), join(folder, "group")];
  writeFileSync(users, `${brand.slug}:x:${process.getuid!()}:${process.getgid!()}::/:/bin/sh\n`);
  writeFileSync(groups, `${brand.slug}:x:${process.getgid!()}:\n`);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const variables = [`LD_PRELOAD=${library}`, `NSS_WRAPPER_PASSWD=${users}`, `NSS_WRAPPER_GROUP=${groups}`];
  return [{ prefix: ["env", ...variables], ids: undefined }];
}

function otherUsers(): Account[] {
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  return ["postgres", "nobody"]
    .map((name) => users.find((user) => user[0] === name))
    .filter((user) => user !== undefined)
    .map((user) => ({ prefix: [], ids: { uid: Number(user[2]), gid: Number(user[3]) } }));
}
