import { hkdfSync, randomBytes } from "node:crypto";
import { link, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../files/make-folder.ts";
import type { Env } from "./env.ts";
import { adviceFor, StartError } from "./start-error.ts";

/** The site's secret, stored outside of the database and its backups. Only derived keys are used. */
export interface SecretKey {
  /** 32 bytes, the same for the same purpose; independent of other purposes' keys. */
  derive(purpose: string): Buffer;
}

const keyBytes = 32;
/** Its name in the data folder. */
export const secretKeyFile = "secret-key";

/**
 * From SECRET_KEY, or the file `secret-key` in the data folder, which the first start creates; concurrent starts
 * share it. Throws StartError when the file cannot be read or created.
 */
export async function openSecretKey(env: Pick<Env, "secretKey" | "dataDir">): Promise<SecretKey> {
  const secret = env.secretKey ?? (await readOrCreate(env.dataDir));
  return { derive: (purpose) => Buffer.from(hkdfSync("sha256", secret, "", purpose, keyBytes)) };
}

/** As `openSecretKey`, but `null` where there is none yet. */
export async function findSecretKey(env: Pick<Env, "secretKey" | "dataDir">): Promise<SecretKey | null> {
  const exists = env.secretKey ?? (await readIfExists(join(env.dataDir, secretKeyFile)).catch(() => null));
  return exists ? openSecretKey(env) : null;
}

async function readOrCreate(dataDir: string): Promise<string> {
  const path = join(dataDir, secretKeyFile);
  try {
    const secret = (await readIfExists(path)) ?? (await create(dataDir, path));
    if (secret.length < keyBytes) throw new StartError(`${path} is damaged; restore it from a copy or delete it`);
    return secret;
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    const code = (cause as NodeJS.ErrnoException).code ?? "";
    throw new StartError(`The secret key ${path} cannot be read or created (${code}); ${adviceFor(code, path)}`, {
      cause,
    });
  }
}

async function readIfExists(path: string): Promise<string | null> {
  return readFile(path, "utf8").then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    },
  );
}

/** Links a complete file to its name: of several processes one wins, and no one reads a partial file. */
async function create(dataDir: string, path: string): Promise<string> {
  await makeFolder(dataDir);
  const unfinished = `${path}.${process.pid}-${randomBytes(4).toString("hex")}`;
  const file = await open(unfinished, "wx", 0o600);
  try {
    await file.writeFile(`${randomBytes(keyBytes).toString("base64url")}\n`);
    await file.sync();
    await link(unfinished, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await file.close();
    await rm(unfinished);
  }
  return (await readFile(path, "utf8")).trim();
}
