import { brand } from "contract/brand.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../../platform/db/connect.ts";
import { and, eq, gt } from "../../../platform/db/drizzle.ts";
import type { CallContext } from "../../../platform/http/bind.ts";
import { hostCookie } from "../../../platform/http/security/host-cookie.ts";
import { createToken, hashToken } from "../../../platform/process/token.ts";
import type { NetworkHash } from "../passwords/commands-brute-force.ts";
import { knownDevices, knownNetworks } from "../table.ts";

const rememberedMs = 365 * 24 * 3_600_000;

const tokenForm = /^[\w-]{43}$/;

/** The cookie that a browser is recognized by. */
export function deviceCookie(app: FastifyInstance, publicUrl: string) {
  const { name, options } = hostCookie(publicUrl, `${brand.slug}_device`, {
    path: "/api/auth",
    sameSite: "lax",
    maxAgeMs: rememberedMs,
  });
  return {
    /** The browser's token; a new one where it has none. */
    read(cookies: CallContext["cookies"]): string {
      const token = cookies[name];
      return token && tokenForm.test(token) ? token : createToken();
    },
    serialize: (token: string) => app.serializeCookie(name, token, options),
  };
}

/** A browser and the network that it signs in from. */
export interface Device {
  deviceToken: string;
  network: NetworkHash;
}

/**
 * A name for the browser, or else for its network, if the account was signed in to with it or from there lately;
 * otherwise `null`.
 */
export async function findKnownPlace(
  db: Db,
  userId: number,
  { deviceToken, network }: Device,
  now: Date,
): Promise<string | null> {
  const deviceHash = hashToken(deviceToken);
  const byCookie = and(eq(knownDevices.userId, userId), eq(knownDevices.deviceHash, deviceHash));
  if ((await db.$count(knownDevices, and(byCookie, gt(knownDevices.expiresAt, now)))) > 0) {
    return `browser ${deviceHash.toString("base64url")}`;
  }
  const networkHash = network(userId);
  const byNetwork = and(eq(knownNetworks.userId, userId), eq(knownNetworks.networkHash, networkHash));
  if ((await db.$count(knownNetworks, and(byNetwork, gt(knownNetworks.expiresAt, now)))) > 0) {
    return `network ${networkHash.toString("base64url")}`;
  }
  return null;
}

export async function rememberDevice(db: Db, userId: number, deviceToken: string, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + rememberedMs);
  await db
    .insert(knownDevices)
    .values({ userId, deviceHash: hashToken(deviceToken), expiresAt })
    .onConflictDoUpdate({ target: [knownDevices.userId, knownDevices.deviceHash], set: { expiresAt } });
}

/** Forgets browsers and networks: someone else may have signed in with them. */
export async function forgetDevices(tx: Db, userId: number): Promise<void> {
  await tx.delete(knownDevices).where(eq(knownDevices.userId, userId));
  await tx.delete(knownNetworks).where(eq(knownNetworks.userId, userId));
}
