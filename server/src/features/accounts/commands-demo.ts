import { randomBytes } from "node:crypto";
import type { DemoRole } from "contract/accounts/schema.ts";
import { AppError } from "contract/core/errors.ts";
import type { Db } from "../../platform/db/connect.ts";
import { eq, inArray } from "../../platform/db/drizzle.ts";
import { users } from "../users/table.ts";
import { registerUser } from "./commands.ts";
import type { UserRow } from "./present.ts";
import { type NewSession, startSession } from "./sessions/commands-session.ts";

/** The accounts of a demo. */
export const demoUsernames: Record<DemoRole, string> = { member: "demo-member", administrator: "demo-admin" };

/** Creates the demo's account for members, with a password that nobody is told. */
export async function createDemoMember(db: Db): Promise<void> {
  const password = randomBytes(24).toString("hex");
  const member = { username: demoUsernames.member, email: "member@demo.invalid", password };
  await registerUser(db, member, { byOperator: true });
}

/** Without an address an account gets no mail, and nobody can sign in with a password. */
export async function forgetAddresses(db: Db): Promise<void> {
  await db
    .update(users)
    .set({ email: null, emailKey: null, emailVerified: false })
    .where(inArray(users.username, Object.values(demoUsernames)));
}

/** Signs in to one of the demo's accounts. Returns it with the session's token. */
export async function signInToDemo(
  db: Db,
  role: DemoRole,
  session: NewSession,
): Promise<{ token: string; user: UserRow }> {
  const [user] = await db.select().from(users).where(eq(users.username, demoUsernames[role]));
  if (!user) throw new AppError("not_found", "Not found");
  const verified = { by: "password", passwordHash: user.passwordHash } as const;
  return { token: await startSession(db, user.id, verified, session), user };
}
