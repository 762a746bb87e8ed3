import { randomInt } from "node:crypto";
import type { Provider } from "contract/accounts/rules.ts";
import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { brokenUniqueRule } from "../db/errors.ts";
import { endAllSessions } from "./commands-session.ts";
import type { UserRow } from "./present.ts";
import { type Begun, type Identity, SignInRefused } from "./providers/provider.ts";
import { emailKey, findUserByEmail } from "./queries.ts";
import { oneTimeKeys, passwordResets, users } from "./table.ts";
import { createToken, hashToken } from "./token.ts";

/** How long somebody may take at the provider. */
export const signInPatienceMs = 10 * 60_000;

/** What is remembered of a sign-in elsewhere until its answer comes. */
export interface Started extends Begun {
  /** Whose account the identity will be linked to; `null` to sign in. */
  linkTo: number | null;
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
export async function enterWith(db: Db, identity: Identity, registrationOpen: boolean): Promise<UserRow> {
  const enter = (tx: Db) => enterOnce(tx, identity, registrationOpen);
  try {
    return await db.transaction(enter);
  } catch (error) {
    // two first sign-ins at once: the slower one finds the account that the faster one made
    if (!brokenUniqueRule(error)) throw error;
    return db.transaction(enter);
  }
}

async function enterOnce(tx: Db, identity: Identity, registrationOpen: boolean): Promise<UserRow> {
  const [known] = await tx
    .update(users)
    .set({ avatarUrl: identity.avatarUrl ?? sql`${users.avatarUrl}` })
    .where(eq(idColumns[identity.provider], identity.id))
    .returning();
  if (known) return known;
  const namesake = identity.email ? await findUserByEmail(tx, identity.email) : null;
  if (namesake) return joinAccount(tx, namesake.id, identity);
  if (!registrationOpen) throw new SignInRefused("registration_closed", "registration is closed");
  return createAccount(tx, identity);
}

/**
 * Links the identity to the account that has its verified address. Where the account's owner never showed that the address
 * is theirs, they may be somebody who waited there for its true owner: the password and every sign-in then end. An account
 * that Steam opens cannot be told apart from such a trap, and is left alone.
 */
async function joinAccount(tx: Db, userId: number, identity: Identity): Promise<UserRow> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("update");
  const idField = idFields[identity.provider];
  // changed or deleted since it was found
  if (!user || user.emailKey !== emailKey(identity.email ?? "")) throw new SignInRefused("failed", "account changed");
  // made or joined meanwhile by another sign-in of the same person
  if (user[idField] === identity.id) return user;
  if (user[idField]) throw new SignInRefused("email_taken", "the account is linked to another identity");
  if (!user.emailVerified && user.steamId) throw new SignInRefused("email_taken", "its address is not verified");
  if (!user.emailVerified) {
    await endAllSessions(tx, userId);
    await tx.delete(passwordResets).where(eq(passwordResets.userId, userId));
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

async function createAccount(tx: Db, identity: Identity): Promise<UserRow> {
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
  const wished = (name ?? email?.split("@")[0] ?? "").normalize("NFKD").replace(/[^\w-]+/g, "");
  const base = wished.length >= 2 ? wished.slice(0, 24) : provider;
  return `${base}-${randomInt(10_000, 1_000_000)}`;
}

/** Links the identity to a signed-in user's account. Throws `SignInRefused` when either is linked otherwise. */
export async function linkIdentity(db: Db, userId: number, identity: Identity): Promise<void> {
  const column = idColumns[identity.provider];
  const linked = await db
    .update(users)
    .set({
      [idFields[identity.provider]]: identity.id,
      avatarUrl: sql`coalesce(${users.avatarUrl}, ${identity.avatarUrl})`,
    })
    .where(and(eq(users.id, userId), or(isNull(column), eq(column, identity.id))))
    .returning({ id: users.id })
    .catch((error) => {
      if (!brokenUniqueRule(error)) throw error;
      throw new SignInRefused("linked_elsewhere", "the identity is linked to another account");
    });
  if (linked.length === 0) throw new SignInRefused("already_linked", "the account is linked to another identity");
}
