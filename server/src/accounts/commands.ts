import type { Db } from "../db/connect.ts";
import { sessions } from "./table.ts";
import { createToken, hashToken } from "./token.ts";

/** Signs a user in until `expiresAt` and returns the token, which is not stored and cannot be had again. */
export async function startSession(db: Db, userId: number, expiresAt: Date): Promise<string> {
  const token = createToken();
  await db.insert(sessions).values({ tokenHash: hashToken(token), userId, expiresAt });
  return token;
}
