import type { Provider } from "contract/accounts/rules.ts";
import type { SignIn, User } from "contract/accounts/schema.ts";
import type { Privileges } from "contract/roles/rules.ts";
import type { InferSelectModel } from "../../platform/db/drizzle.ts";
import type { users } from "../users/table.ts";
import type { emailLinks, sessions } from "./table.ts";

export type UserRow = InferSelectModel<typeof users>;
export type SessionRow = InferSelectModel<typeof sessions>;
export type EmailLinkRow = InferSelectModel<typeof emailLinks>;

/** Facts about a user that are stored outside of their row. */
export interface UserFacts extends Privileges {
  hasSecondFactor: boolean;
}

/** A user as they see themselves: everything that may leave the server, and nothing else. */
export function toUser(row: UserRow, { isAdmin, isSuperAdmin, hasSecondFactor }: UserFacts): User {
  return {
    id: row.id,
    username: row.username,
    displayName: row.displayName,
    email: row.email,
    emailVerified: row.emailVerified,
    pendingEmail: row.pendingEmail,
    birthday: row.birthday,
    showExplicitContent: row.showExplicitContent,
    hasLibrary: row.libraryVersion > 0,
    country: row.country,
    locale: row.language,
    activates: row.activates,
    plans: row.plans,
    avatarUrl: row.avatarUrl,
    role: isAdmin ? "admin" : row.role,
    isAdmin,
    isSuperAdmin,
    createdAt: row.createdAt.toISOString(),
    hasPassword: row.passwordHash !== null,
    linked: linkedProviders(row),
    hasSecondFactor,
  };
}

export function linkedProviders({ googleId, steamId }: Pick<UserRow, "googleId" | "steamId">): Provider[] {
  return [...(googleId ? (["google"] as const) : []), ...(steamId ? (["steam"] as const) : [])];
}

/** A session as its owner's list shows it. `current` marks the caller's. */
export function toSignIn(row: SessionRow, currentTokenHash: Buffer | null): SignIn {
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    device: row.device,
    current: currentTokenHash?.equals(row.tokenHash) ?? false,
  };
}

/** The part of an account's export that is about the account itself. Without hashes of passwords and tokens. */
export function toExport(
  row: UserRow,
  facts: UserFacts,
  sessionRows: SessionRow[],
  linkRows: EmailLinkRow[],
  currentTokenHash: Buffer | null,
) {
  return {
    profile: {
      ...toUser(row, facts),
      googleId: row.googleId,
      steamId: row.steamId,
      lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
    },
    signIns: sessionRows.map((session) => toSignIn(session, currentTokenHash)),
    emailLinks: linkRows.map(({ purpose, email, expiresAt }) => ({
      purpose,
      email,
      expiresAt: expiresAt.toISOString(),
    })),
  };
}
