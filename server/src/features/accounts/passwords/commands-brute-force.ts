import { createHmac } from "node:crypto";
import type { Db } from "../../../platform/db/connect.ts";
import { and, eq, gt } from "../../../platform/db/drizzle.ts";
import type { SecretKey } from "../../../platform/process/secret-key.ts";
import { recordChange } from "../../audit/commands.ts";
import { users } from "../../users/table.ts";
import { emailKey, findUserByEmail } from "../queries.ts";
import { knownNetworks } from "../table.ts";
import type { BruteForce } from "./policy-brute-force.ts";

/** How long a network is remembered after the last sign-in from there. */
const rememberedMs = 90 * 24 * 3_600_000;

/** The hash under which a network is remembered for an account. */
export type NetworkHash = (userId: number) => Buffer;

/**
 * Hashes networks (`addressKey`) with a key outside the database, because there are few enough addresses to try them
 * all. The account's id is part of the hash, so that hashes of two accounts can't be compared.
 */
export function prepareNetworkHash(secretKey: SecretKey): (network: string) => NetworkHash {
  const key = secretKey.derive("known networks");
  return (network) => (userId) => createHmac("sha256", key).update(`${userId} ${network}`).digest();
}

/** Adds the network to the known ones of the account. */
export async function rememberNetwork(db: Db, userId: number, network: NetworkHash, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + rememberedMs);
  await db
    .insert(knownNetworks)
    .values({ userId, networkHash: network(userId), expiresAt })
    .onConflictDoUpdate({ target: [knownNetworks.userId, knownNetworks.networkHash], set: { expiresAt } });
}

/** Whether the account with this email address was signed in to from this network lately. */
export async function isKnownNetwork(db: Db, email: string, network: NetworkHash, now: Date): Promise<boolean> {
  const hashes = await db
    .select({ userId: users.id, networkHash: knownNetworks.networkHash })
    .from(knownNetworks)
    .innerJoin(users, eq(users.id, knownNetworks.userId))
    .where(and(eq(users.emailKey, emailKey(email)), gt(knownNetworks.expiresAt, now)));
  return hashes.some(({ userId, networkHash }) => networkHash.equals(network(userId)));
}

/** Records a brute-force attack on an account in the audit log; does nothing for an address without an account. */
export async function recordBruteForce(db: Db, email: string, { failures, networks }: BruteForce): Promise<void> {
  const user = await findUserByEmail(db, email);
  if (!user) return;
  await db.transaction((tx) =>
    recordChange(tx, null, {
      action: "UPDATE",
      resourceType: "user",
      resourceKey: user.username,
      resourceId: user.id,
      description: `Slowed down signing in to ${user.username} from new places: ${failures} wrong passwords in a day`,
      details: { failures, networks },
    }),
  );
}
