import { eq } from "drizzle-orm";
import type { FastifyBaseLogger } from "fastify";
import { signingKeys } from "../features/alerts/table.ts";
import type { Db } from "../platform/db/connect.ts";
import type { Env } from "../platform/process/env.ts";
import { openSecretKey, type SecretKey } from "../platform/process/secret-key.ts";

const purpose = "secret key check";

/**
 * `openSecretKey`, with a warning if the database was last used with another key: the key was lost, or differs
 * between machines. The database stores a derived key, which doesn't reveal the secret.
 */
export async function openCheckedSecretKey(
  db: Db,
  env: Pick<Env, "secretKey" | "dataDir">,
  log: FastifyBaseLogger,
): Promise<SecretKey> {
  const secretKey = await openSecretKey(env);
  const check = secretKey.derive(purpose);
  const [last] = await db.select().from(signingKeys).where(eq(signingKeys.purpose, purpose));
  if (last?.key.equals(check)) return secretKey;
  if (last) {
    log.warn(
      "The secret key is not the one that this database was last used with: mail queued under the other one is dropped. " +
        "Set the same SECRET_KEY for all processes",
    );
  }
  await db
    .insert(signingKeys)
    .values({ purpose, key: check })
    .onConflictDoUpdate({ target: signingKeys.purpose, set: { key: check } });
  return secretKey;
}
