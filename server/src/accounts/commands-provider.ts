import { randomInt } from "node:crypto";
import { type Provider, providerNames } from "contract/accounts/rules.ts";
import { AppError } from "contract/errors.ts";
import { normalizeText } from "contract/unicode.ts";
import { and, eq, gt, ne, sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { brokenUniqueRule } from "../db/errors.ts";
import { recordOwnChange } from "./commands-audit.ts";
import { endPendingLinks } from "./commands-links.ts";
import { type Caller, requireReauthentication, requireSession } from "./commands-reauthenticate.ts";
import { endAllSessions } from "./commands-session.ts";
import { linkedProviders, type UserRow } from "./present.ts";
import { type Begun, type Identity, SignInRefused } from "./providers/provider.ts";
import { emailKey, findUserByEmail, isAddressReserved, isSession, lockUser } from "./queries.ts";
import { oneTimeKeys, sessions, users } from "./table.ts";
import { createToken, hashToken } from "./token.ts";

/** How long somebody may take at the provider. */
export const signInPatienceMs = 10 * 60_000;

/** What is remembered of a sign-in elsewhere until its answer comes. */
export interface Started extends Begun {
  /** Whose account the identity will be linked to, and the session that it was begun in; `null` to sign in. */
  linkTo: LinkTarget | null;
}

export interface LinkTarget {
  userId: number;
  sessionId: number;
}

/** A state for a sign-in that begins: random, and nothing of it is stored before `keepStarted`. */
export const createState = createToken;

export async function keepStarted(db: Db, provider: Provider, started: Started, now: Date): Promise<void> {
  const { state, ...rest } = started;
  await db.insert(oneTimeKeys).values({
    key: stateKey(provider, state),
    value: JSON.stringify(rest),
    expiresAt: new Date(now.getTime() + signInPatienceMs),
  });
}

/** What was kept for this state, once: the second call finds nothing, and so does one that comes too late. */
export async function takeStarted(db: Db, provider: Provider, state: string, now: Date): Promise<Started | null> {
  const [kept] = await db
    .delete(oneTimeKeys)
    .where(and(eq(oneTimeKeys.key, stateKey(provider, state)), gt(oneTimeKeys.expiresAt, now)))
    .returning({ value: oneTimeKeys.value });
  return kept?.value ? { state, ...(JSON.parse(kept.value) as Omit<Started, "state">) } : null;
}

/** The state stands in addresses that a browser remembers; the database keeps its hash. */
function stateKey(provider: Provider, state: string): string {
  return `sign-in:${provider}:${hashToken(state).toString("hex")}`;
}

/** Whether nobody used the key before. It stays used until `expiresAt`, across all processes. */
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
 * The account that the identity belongs to: the one it is linked to, or the one with its verified email address, or a new
 * one. Throws `SignInRefused` when there is none and none may be made.
 */
export async function enterWith(
  db: Db,
  identity: Identity,
  { registrationOpen, now }: { registrationOpen: boolean; now: Date },
): Promise<UserRow> {
  const enter = (tx: Db) => enterOnce(tx, identity, registrationOpen, now);
  try {
    return await db.transaction(enter);
  } catch (error) {
    // two first sign-ins at once: the slower one finds the account that the faster one made
    if (!brokenUniqueRule(error)) throw error;
    return db.transaction(enter);
  }
}

async function enterOnce(tx: Db, identity: Identity, registrationOpen: boolean, now: Date): Promise<UserRow> {
  const [known] = await tx
    .update(users)
    .set({ avatarUrl: identity.avatarUrl ?? sql`${users.avatarUrl}` })
    .where(eq(idColumns[identity.provider], identity.id))
    .returning();
  if (known) return known;
  const namesake = identity.email ? await findUserByEmail(tx, identity.email) : null;
  if (namesake) return joinAccount(tx, namesake.id, identity);
  if (!registrationOpen) throw new SignInRefused("registration_closed", "registration is closed");
  return createAccount(tx, identity, now);
}

/**
 * Links the identity to the account that has its verified address. Where the account's owner never showed that the address
 * is theirs, they may be somebody who waited there for its true owner: the password and every sign-in then end. An account
 * that Steam opens cannot be told apart from such a trap, and is left alone.
 */
async function joinAccount(tx: Db, userId: number, identity: Identity): Promise<UserRow> {
  const user = await lockUser(tx, userId);
  const idField = idFields[identity.provider];
  // changed or deleted since it was found
  if (!user || user.emailKey !== emailKey(identity.email ?? "")) throw new SignInRefused("failed", "account changed");
  // made or joined meanwhile by another sign-in of the same person
  if (user[idField] === identity.id) return user;
  if (user[idField]) throw new SignInRefused("email_taken", "the account is linked to another identity");
  if (!user.emailVerified && user.steamId) throw new SignInRefused("email_taken", "its address is not verified");
  if (!user.emailVerified) {
    await endAllSessions(tx, userId);
    await endPendingLinks(tx, userId);
  }
  const [joined] = await tx
    .update(users)
    .set({
      [idField]: identity.id,
      emailVerified: true,
      passwordHash: user.emailVerified ? user.passwordHash : null,
      avatarUrl: user.avatarUrl ?? identity.avatarUrl,
    })
    .where(eq(users.id, userId))
    .returning();
  return joined!;
}

async function createAccount(tx: Db, identity: Identity, now: Date): Promise<UserRow> {
  // an account that has the address by now breaks the unique rule, and the caller tries again
  if (identity.email && (await isAddressReserved(tx, emailKey(identity.email), null, now))) {
    throw new SignInRefused("email_taken", "an account can still return to this address");
  }
  for (;;) {
    const username = inventUsername(identity);
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
        [idFields[identity.provider]]: identity.id,
      })
      .onConflictDoNothing({ target: users.usernameKey })
      .returning();
    if (user) return user;
  }
}

/** The person's name as far as our rules let it through, with digits that make it unlikely to be taken. */
function inventUsername({ name, email, provider }: Identity): string {
  const wished = normalizeText(name ?? email?.split("@")[0] ?? "", "NFKD").replace(/[^\w-]+/g, "");
  const base = wished.length >= 2 ? wished.slice(0, 24) : provider;
  return `${base}-${randomInt(10_000, 1_000_000)}`;
}

/**
 * Links the identity to a signed-in user's account. Throws `SignInRefused` when either is linked otherwise, and when the
 * session that began to link has ended: whoever ended it, by a new password for instance, wanted this to stop.
 */
export async function linkIdentity(
  db: Db,
  { userId, sessionId }: LinkTarget,
  identity: Identity,
  now: Date,
): Promise<void> {
  const idField = idFields[identity.provider];
  const link = async (tx: Db) => {
    const user = await lockUser(tx, userId);
    if (!user || !(await isSession(tx, userId, sessionId, now))) {
      throw new SignInRefused("expired", "the session that began to link has ended");
    }
    if (user[idField] === identity.id) return;
    if (user[idField]) throw new SignInRefused("already_linked", "the account is linked to another identity");
    const [linked] = await tx
      .update(users)
      .set({ [idField]: identity.id, avatarUrl: user.avatarUrl ?? identity.avatarUrl })
      .where(eq(users.id, userId))
      .returning();
    await recordOwnChange(tx, user, {
      description: `Linked ${providerNames[identity.provider]}`,
      oldValue: { linked: linkedProviders(user) },
      newValue: { linked: linkedProviders(linked!) },
    });
  };
  await db.transaction(link).catch((error) => {
    if (!brokenUniqueRule(error)) throw error;
    throw new SignInRefused("linked_elsewhere", "the identity is linked to another account");
  });
}

/** The session that begins to link. Throws `reauthentication_required` unless its user proved lately who they are. */
export async function requireLinkTarget(db: Db, { userId, token }: Caller, now: Date): Promise<LinkTarget> {
  await requireReauthentication(db, token, now);
  return { userId, sessionId: await requireSession(db, token, now) };
}

/**
 * Removes a linked identity, and ends the account's other sessions, which it may have opened. Throws
 * `reauthentication_required` unless the caller proved lately who they are, and `last_sign_in` when nothing would be left
 * to sign in with.
 */
export async function unlinkIdentity(db: Db, caller: Caller, provider: Provider, now: Date): Promise<void> {
  await requireReauthentication(db, caller.token, now);
  const idField = idFields[provider];
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, caller.userId);
    const sessionId = await requireSession(tx, caller.token, now);
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
    await tx.delete(sessions).where(and(eq(sessions.userId, user.id), ne(sessions.id, sessionId)));
    await recordOwnChange(tx, user, {
      description: `Unlinked ${providerNames[provider]}`,
      oldValue: { linked: linkedProviders(user) },
      newValue: { linked: left },
    });
  });
}
