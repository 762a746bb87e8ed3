import { randomInt } from "node:crypto";
import { type Provider, providerNames } from "contract/accounts/rules.ts";
import { AppError } from "contract/core/errors.ts";
import { normalizeText } from "contract/core/text.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, eq, gt, sql } from "../../../platform/db/drizzle.ts";
import { brokenUniqueRule } from "../../../platform/db/errors.ts";
import { hashToken } from "../../../platform/process/token.ts";
import { users } from "../../users/table.ts";
import { recordOwnChange } from "../commands-audit.ts";
import type { Mailing } from "../commands-mail.ts";
import { queueNotice } from "../commands-notices.ts";
import { reclaimAccount } from "../commands-reclaim.ts";
import { endChallenges } from "../factors/commands-challenge.ts";
import { linkedProviders, type UserRow } from "../present.ts";
import { emailKey, findUserByEmail, isAddressReserved, isSession, lockUser } from "../queries.ts";
import { type Caller, requireReauthentication, requireSession } from "../sessions/commands-reauthenticate.ts";
import { endOtherSessions } from "../sessions/commands-session.ts";
import { oneTimeKeys } from "../table.ts";
import { type Identity, type PendingSignIn, SignInRejected } from "./provider.ts";

/** How long a user may take at the provider. */
export const signInTimeoutMs = 10 * 60_000;

export interface StoredSignIn extends PendingSignIn {
  /** The account to link the identity to; `null` to sign in. */
  linkTo: LinkTarget | null;
  /** The tag of the language of the page that it began on: that of a new account. The last release stored none. */
  language?: string | null;
}

export interface LinkTarget {
  userId: number;
  sessionId: number;
}

export async function storeSignIn(db: Db, provider: Provider, signIn: StoredSignIn, now: Date): Promise<void> {
  const { state, ...rest } = signIn;
  await db.insert(oneTimeKeys).values({
    key: stateKey(provider, state),
    value: JSON.stringify(rest),
    expiresAt: new Date(now.getTime() + signInTimeoutMs),
  });
}

/** Takes the stored sign-in with this state; `null` when it is used or expired. */
export async function takeSignIn(db: Db, provider: Provider, state: string, now: Date): Promise<StoredSignIn | null> {
  const [stored] = await db
    .delete(oneTimeKeys)
    .where(and(eq(oneTimeKeys.key, stateKey(provider, state)), gt(oneTimeKeys.expiresAt, now)))
    .returning({ value: oneTimeKeys.value });
  return stored?.value ? { state, ...(JSON.parse(stored.value) as Omit<StoredSignIn, "state">) } : null;
}

/** Hashed, because the state is part of addresses in the browser's history. */
function stateKey(provider: Provider, state: string): string {
  return `sign-in:${provider}:${hashToken(state).toString("hex")}`;
}

/** Whether this is the first use of the key until `expiresAt`, across all processes. */
export async function useOnce(db: Db, key: string, expiresAt: Date): Promise<boolean> {
  const added = await db
    .insert(oneTimeKeys)
    .values({ key, expiresAt })
    .onConflictDoNothing()
    .returning({ key: oneTimeKeys.key });
  return added.length > 0;
}

const idColumns = { google: users.googleId, steam: users.steamId } as const;
const idFields = { google: "googleId", steam: "steamId" } as const;

/**
 * The account that the identity is linked to, else the one with its verified email address, else a new one. Throws
 * `SignInRejected` when there is none and registration is closed.
 */
export async function findOrCreateUser(
  db: Db,
  identity: Identity,
  options: Mailing & { registrationOpen: boolean; language?: string | null },
): Promise<UserRow> {
  const attempt = (tx: Db) => findOrCreateOnce(tx, identity, options);
  try {
    return await db.transaction(attempt);
  } catch (error) {
    // of two concurrent first sign-ins, the slower one finds the account of the faster one
    if (!brokenUniqueRule(error)) throw error;
    return db.transaction(attempt);
  }
}

async function findOrCreateOnce(
  tx: Db,
  identity: Identity,
  { registrationOpen, language = null, ...mailing }: Parameters<typeof findOrCreateUser>[2],
): Promise<UserRow> {
  const [linked] = await tx
    .update(users)
    .set({ avatarUrl: identity.avatarUrl ?? sql`${users.avatarUrl}` })
    .where(eq(idColumns[identity.provider], identity.id))
    .returning();
  if (linked) return linked;
  const namesake = identity.email ? await findUserByEmail(tx, identity.email) : null;
  if (namesake) return joinByEmail(tx, namesake.id, identity, mailing);
  if (!registrationOpen) throw new SignInRejected("registration_closed", "registration is closed");
  return createAccount(tx, identity, language, mailing.now);
}

/**
 * Links the identity to the account with its verified address. If the account never confirmed that address, someone
 * else may have registered it to wait for its owner (pre-hijacking): then nothing that they set up stays.
 */
async function joinByEmail(tx: Db, userId: number, identity: Identity, mailing: Mailing): Promise<UserRow> {
  const user = await lockUser(tx, userId);
  const idField = idFields[identity.provider];
  // changed or deleted in the meantime
  if (!user || user.emailKey !== emailKey(identity.email ?? "")) throw new SignInRejected("failed", "account changed");
  // created or joined in the meantime by another sign-in of the same person
  if (user[idField] === identity.id) return user;
  if (!user.emailVerified) await reclaimAccount(tx, user, mailing);
  else if (user[idField]) throw new SignInRejected("email_taken", "the account is linked to another identity");
  const [joined] = await tx
    .update(users)
    .set({
      [idField]: identity.id,
      emailVerified: true,
      avatarUrl: sql`coalesce(${users.avatarUrl}, ${identity.avatarUrl})`,
    })
    .where(eq(users.id, userId))
    .returning();
  await queueNotice(tx, user, "provider_connected", { provider: providerNames[identity.provider] }, mailing);
  return joined!;
}

async function createAccount(tx: Db, identity: Identity, language: string | null, now: Date): Promise<UserRow> {
  // an account that has taken the address meanwhile violates the unique constraint, and the caller retries
  if (identity.email && (await isAddressReserved(tx, emailKey(identity.email), null, now))) {
    throw new SignInRejected("email_taken", "an account can still return to this address");
  }
  for (;;) {
    const username = generateUsername(identity);
    const [user] = await tx
      .insert(users)
      .values({
        username,
        usernameKey: username.toLowerCase(),
        displayName: identity.name,
        email: identity.email,
        emailKey: identity.email && emailKey(identity.email),
        emailVerified: identity.email !== null,
        avatarUrl: identity.avatarUrl,
        language,
        [idFields[identity.provider]]: identity.id,
      })
      .onConflictDoNothing({ target: users.usernameKey })
      .returning();
    if (user) return user;
  }
}

/** The provider's name in the form of a username, with random digits. */
function generateUsername({ name, email, provider }: Identity): string {
  const desired = normalizeText(name ?? email?.split("@")[0] ?? "", "NFKD").replace(/[^\w-]+/g, "");
  const base = desired.length >= 2 ? desired.slice(0, 24) : provider;
  return `${base}-${randomInt(10_000, 1_000_000)}`;
}

/**
 * Links the identity to a signed-in user's account. Throws `SignInRejected` when either is linked otherwise, and when
 * the session that began the linking has ended, for instance by a password reset.
 */
export async function linkIdentity(
  db: Db,
  { userId, sessionId }: LinkTarget,
  identity: Identity,
  { secretKey, now }: Mailing,
): Promise<void> {
  const idField = idFields[identity.provider];
  const link = async (tx: Db) => {
    const user = await lockUser(tx, userId);
    if (!user || !(await isSession(tx, userId, sessionId, now))) {
      throw new SignInRejected("expired", "the session that began to link has ended");
    }
    if (user[idField] === identity.id) return;
    if (user[idField]) throw new SignInRejected("already_linked", "the account is linked to another identity");
    const [linked] = await tx
      .update(users)
      .set({ [idField]: identity.id, avatarUrl: user.avatarUrl ?? identity.avatarUrl })
      .where(eq(users.id, userId))
      .returning();
    await queueNotice(
      tx,
      user,
      "provider_connected",
      { provider: providerNames[identity.provider] },
      { secretKey, now },
    );
    await recordOwnChange(tx, user, {
      description: `Linked ${providerNames[identity.provider]}`,
      oldValue: { linked: linkedProviders(user) },
      newValue: { linked: linkedProviders(linked!) },
    });
  };
  await db.transaction(link).catch((error) => {
    if (!brokenUniqueRule(error)) throw error;
    throw new SignInRejected("linked_elsewhere", "the identity is linked to another account");
  });
}

/** The caller's session as a target for linking. Throws `reauthentication_required`. */
export async function requireLinkTarget(db: Db, { userId, token }: Caller, now: Date): Promise<LinkTarget> {
  await requireReauthentication(db, token, now);
  return { userId, sessionId: await requireSession(db, token, now) };
}

/**
 * Removes a linked identity and ends the account's other sessions, which it may have opened. Throws
 * `reauthentication_required`, and `last_sign_in` when no way to sign in would be left.
 */
export async function unlinkIdentity(
  db: Db,
  caller: Caller,
  provider: Provider,
  { secretKey, now }: Mailing,
): Promise<void> {
  await requireReauthentication(db, caller.token, now);
  const idField = idFields[provider];
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, caller.userId);
    await requireSession(tx, caller.token, now);
    if (!user?.[idField]) return;
    const left = linkedProviders({ ...user, [idField]: null });
    const hasPassword = user.passwordHash !== null && user.email !== null;
    if (left.length === 0 && !hasPassword) {
      throw new AppError(
        "last_sign_in",
        "This is your only way to sign in. Set a password first, or link another account.",
      );
    }
    await tx
      .update(users)
      // a picture comes from a linked identity
      .set({ [idField]: null, ...(left.length === 0 && { avatarUrl: null }) })
      .where(eq(users.id, user.id));
    await endOtherSessions(tx, caller);
    // which it may have begun
    await endChallenges(tx, user.id);
    await queueNotice(tx, user, "provider_disconnected", { provider: providerNames[provider] }, { secretKey, now });
    await recordOwnChange(tx, user, {
      description: `Unlinked ${providerNames[provider]}`,
      oldValue: { linked: linkedProviders(user) },
      newValue: { linked: left },
    });
  });
}
