import type { SignIn, User } from "contract/accounts/schema.ts";
import type { InferSelectModel } from "drizzle-orm";
import type { sessions, users } from "./table.ts";

export type UserRow = InferSelectModel<typeof users>;
export type SessionRow = InferSelectModel<typeof sessions>;

/** A user as they see themselves: everything that may leave the server, and nothing else. */
export function toUser(row: UserRow): User {
  return {
    id: row.id,
    username: row.username,
    displayName: row.displayName,
    email: row.email,
    birthday: row.birthday,
    showExplicitContent: row.showExplicitContent,
    avatarUrl: row.avatarUrl,
    ...toStanding(row),
    createdAt: row.createdAt.toISOString(),
    hasPassword: row.passwordHash !== null,
    linked: [...(row.googleId ? (["google"] as const) : []), ...(row.steamId ? (["steam"] as const) : [])],
  };
}

/** What the account may do. Administrators are made by roles, of which there are none yet. */
function toStanding({ role }: UserRow): Pick<User, "role" | "isAdmin" | "isSuperAdmin"> {
  return { role, isAdmin: false, isSuperAdmin: false };
}

/** A sign-in as its owner's list shows it. `current` marks the one that asks. */
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

/** The part of an account's export that is about the account itself. Hashes of passwords and tokens are not in it. */
export function toExport(row: UserRow, sessionRows: SessionRow[], currentTokenHash: Buffer | null) {
  return {
    profile: {
      ...toUser(row),
      emailVerified: row.emailVerified,
      googleId: row.googleId,
      steamId: row.steamId,
      lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
    },
    signIns: sessionRows.map((session) => toSignIn(session, currentTokenHash)),
  };
}
