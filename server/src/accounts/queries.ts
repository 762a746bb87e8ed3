import { and, eq, gt, sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import type { Viewer } from "../http/viewer.ts";
import { sessions, users } from "./table.ts";
import { hashToken } from "./token.ts";

/** The user signed in with this token, or `null` when there is no such sign-in (any more). */
export function prepareFindViewer(db: Db): (token: string, now: Date) => Promise<Viewer | null> {
  const statement = db
    .select({ userId: users.id, showExplicit: users.showExplicitContent })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, sql.placeholder("tokenHash")), gt(sessions.expiresAt, sql.placeholder("now"))))
    .prepare("find_viewer");

  return async (token, now) => {
    const [user] = await statement.execute({ tokenHash: hashToken(token), now });
    return user ? { ...user, permissions: new Set() } : null;
  };
}
