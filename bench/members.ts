import { like } from "drizzle-orm";
import { hashPassword } from "../server/src/accounts/password.ts";
import { users } from "../server/src/accounts/table.ts";
import type { Db } from "../server/src/db/connect.ts";
import { signInUser } from "../server/src/test/users.ts";
import { wishlistItems } from "../server/src/wishlist/table.ts";
import { combine } from "./addresses.ts";

/** Somebody with an account, signed in for an hour. */
export interface Member {
  headers: { authorization: string };
  email: string;
  password: string;
  /** The ids of games that come on this wishlist and go from it. */
  wished: readonly number[];
}

const count = 400;
const password = "a password of many letters";
const wishedAtOnce = 20;
const wishedInAll = 40;
const prefix = "bench_member_";

/** Makes accounts, each with a wishlist of 20 games. Those of an earlier run go. */
export async function makeMembers(db: Db, ids: readonly number[]): Promise<Member[]> {
  await removeMembers(db);
  const passwordHash = await hashPassword(password);
  const members: Member[] = [];
  for (let nth = 0; nth < count; nth++) {
    const { id: userId, headers } = await signInUser(db, `${prefix}${nth}`);
    const wished = Array.from({ length: wishedInAll }, (_, game) => combine(nth * wishedInAll + game, ids)[0]!);
    await db
      .insert(wishlistItems)
      .values(wished.slice(0, wishedAtOnce).map((gameId, at) => ({ userId, gameId, displayOrder: at + 1 })));
    members.push({ headers, email: `${prefix}${nth}@example.com`, password, wished });
  }
  await db
    .update(users)
    .set({ passwordHash })
    .where(like(users.usernameKey, `${prefix}%`));
  return members;
}

/** Takes the accounts away again, with all that is theirs. */
export async function removeMembers(db: Db): Promise<void> {
  await db.delete(users).where(like(users.usernameKey, `${prefix}%`));
}
