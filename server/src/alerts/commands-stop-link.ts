import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { AppError } from "contract/errors.ts";
import { eq } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { games } from "../games/table.ts";
import { priceAlerts, signingKeys } from "./table.ts";

const purpose = "stop alert";
const keyBytes = 32;

/** What the mails of an alert carry so that whoever has one can stop it without signing in: its id, signed. */
export function signStopToken(key: Buffer, alertId: number): string {
  return `${alertId}.${createHmac("sha256", key).update(`${purpose} ${alertId}`).digest("base64url")}`;
}

/** The secret that signs these tokens, made when it is first asked for. */
export async function requireStopKey(db: Db): Promise<Buffer> {
  const [known] = await db.select().from(signingKeys).where(eq(signingKeys.purpose, purpose));
  if (known) return known.key;
  // of two that make one at once, one wins
  await db
    .insert(signingKeys)
    .values({ purpose, key: randomBytes(keyBytes) })
    .onConflictDoNothing();
  const [made] = await db.select().from(signingKeys).where(eq(signingKeys.purpose, purpose));
  return made!.key;
}

/**
 * Removes the alert that a token of `signStopToken` names. Returns the game's title, or `null` when the alert
 * is gone already. Throws `invalid` when the token is not one of ours.
 */
export async function stopAlert(db: Db, token: string): Promise<string | null> {
  const id = Number(/^\d{1,10}(?=\.)/.exec(token)?.[0] ?? 0);
  if (!isSame(token, signStopToken(await requireStopKey(db), id))) {
    throw new AppError("invalid", "This link is not valid", {
      details: [{ path: "token", msg: "This link is not valid" }],
    });
  }
  return db.transaction(async (tx) => {
    const [removed] = await tx.delete(priceAlerts).where(eq(priceAlerts.id, id)).returning();
    if (!removed) return null;
    const [game] = await tx.select({ title: games.title }).from(games).where(eq(games.id, removed.gameId));
    return game?.title ?? null;
  });
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
