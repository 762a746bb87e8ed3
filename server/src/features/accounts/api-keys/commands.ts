import { keyPrefix, maxKeys } from "contract/accounts/key-rules.ts";
import { errorText } from "contract/content-strings/defaults/personal/error.ts";
import { scopeTexts } from "contract/content-strings/defaults/personal/keys.ts";
import { AppError } from "contract/core/errors.ts";
import { mayGive, type Scope } from "contract/scopes.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, eq } from "../../../platform/db/drizzle.ts";
import { createToken, hashToken } from "../../../platform/process/token.ts";
import { recordOwnChange } from "../commands-audit.ts";
import type { Mailing } from "../commands-mail.ts";
import { queueNotice } from "../commands-notices.ts";
import type { UserRow } from "../present.ts";
import { findPrivileges, lockUser } from "../queries.ts";
import { type Caller, requireReauthentication, requireSession } from "../sessions/commands-reauthenticate.ts";
import type { KeyRow } from "./queries.ts";
import { apiKeys } from "./table.ts";

/** Characters of a token that its owner may see again. */
const startLength = keyPrefix.length + 4;

/**
 * A new key with its token, of which only the hash is stored. Throws `conflict` at the maximum, and `forbidden` for a
 * scope that the owner's roles do not allow.
 */
export async function createKey(
  db: Db,
  { userId, token: session }: Caller,
  { name, scopes }: { name: string; scopes: Scope[] },
  mailing: Mailing,
): Promise<{ key: KeyRow; token: string }> {
  const { now } = mailing;
  await requireReauthentication(db, session, now);
  const token = keyPrefix + createToken();
  return db.transaction(async (tx) => {
    const user = await requireOwner(tx, userId);
    await requireSession(tx, session, now);
    const { permissions } = await findPrivileges(tx, userId);
    const lacking = scopes.find((scope) => !mayGive(scope, permissions));
    if (lacking) throw new AppError("forbidden", `Your roles do not allow the scope ${lacking}`);
    if ((await tx.$count(apiKeys, eq(apiKeys.userId, userId))) >= maxKeys) {
      throw new AppError("conflict", errorText("error.keys_full", { count: maxKeys }));
    }
    const start = token.slice(0, startLength);
    const [key] = await tx
      .insert(apiKeys)
      .values({ userId, name, tokenHash: hashToken(token), start, scopes, createdAt: now })
      .returning();
    await queueNotice(
      tx,
      user,
      "key_created",
      { scopes: { lines: scopes.map((scope) => ({ key: scopeTexts[scope] })) } },
      mailing,
    );
    await recordOwnChange(tx, user, { description: "Created an API key", details: { key: key!.id, scopes } });
    return { key: key!, token };
  });
}

/** Revokes one key of the user, or all of them; each is invalid once this resolves. */
export async function revokeKeys(db: Db, userId: number, keyId: number | "all", mailing: Mailing): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await requireOwner(tx, userId);
    const revoked = await tx
      .delete(apiKeys)
      .where(and(eq(apiKeys.userId, userId), keyId === "all" ? undefined : eq(apiKeys.id, keyId)))
      .returning({ id: apiKeys.id });
    for (const { id } of revoked) {
      await recordOwnChange(tx, user, { description: "Revoked an API key", details: { key: id } });
    }
    if (revoked.length > 0) await queueNotice(tx, user, "key_revoked", { count: revoked.length }, mailing);
  });
}

/** Removes all keys of an account whose earlier holder may have been someone else. */
export async function removeAllKeys(tx: Db, userId: number): Promise<void> {
  await tx.delete(apiKeys).where(eq(apiKeys.userId, userId));
}

async function requireOwner(tx: Db, userId: number): Promise<UserRow> {
  const user = await lockUser(tx, userId);
  if (!user) throw new AppError("unauthenticated", "Authentication required");
  return user;
}
