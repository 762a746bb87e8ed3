import { isIP } from "node:net";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { PasskeyCredential } from "contract/accounts/schema.ts";
import { brand } from "contract/brand.ts";
import { AppError } from "contract/core/errors.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, eq, gt } from "../../../platform/db/drizzle.ts";
import { oneTimeKeys } from "../table.ts";
import type { FactorRow } from "./queries.ts";

/** The site that passkeys belong to: they work there only. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** Loaded on first use: its 300 modules would slow down every start. */
const webauthn = () => import("@simplewebauthn/server");

/** How long the browser's dialog may stay open. */
const timeoutMs = 5 * 60_000;

/** What a passkey proves: who signs in, or that the account's owner adds it. */
type Purpose = "sign-in" | `new passkey of ${number}`;

export function relyingPartyOf(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

/** Throws `unavailable` where browsers offer no passkeys: a site without a domain. */
function requireDomain({ id }: RelyingParty): void {
  if (isIP(id.replace(/^\[|\]$/g, ""))) {
    throw new AppError("unavailable", "Passkeys need a site with a domain name");
  }
}

/** The options of a browser's dialog that creates a passkey. */
export async function creationOptions(
  db: Db,
  site: RelyingParty,
  user: { id: number; username: string; displayName: string | null },
  existing: readonly FactorRow[],
  now: Date,
) {
  requireDomain(site);
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: brand.name,
    rpID: site.id,
    userName: user.username,
    userDisplayName: user.displayName ?? user.username,
    userID: Buffer.from(String(user.id)),
    timeout: timeoutMs,
    excludeCredentials: existing.flatMap(({ credentialId, transports }) =>
      credentialId ? [{ id: credentialId, transports: transports ?? [] }] : [],
    ),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
  await storeChallenge(db, `new passkey of ${user.id}`, options.challenge, now);
  return { ...options };
}

/** The columns of a passkey that the browser has created; `null` when it is not valid. */
export async function verifyCreation(
  db: Db,
  site: RelyingParty,
  userId: number,
  credential: PasskeyCredential,
  now: Date,
) {
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse({
    response: credential as unknown as RegistrationResponseJSON,
    expectedChallenge: (challenge) => takeChallenge(db, `new passkey of ${userId}`, challenge, now),
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: false,
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { id, publicKey, counter, transports } = verified.registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey),
    signCount: counter,
    transports: [...(transports ?? [])] as string[],
  };
}

/** The options of a browser's dialog that uses a passkey: one of these, or any of this site that the browser knows. */
export async function requestOptions(site: RelyingParty, factors: readonly FactorRow[] | "any") {
  const { generateAuthenticationOptions } = await webauthn();
  return {
    ...(await generateAuthenticationOptions({
      rpID: site.id,
      timeout: timeoutMs,
      // by itself a passkey replaces the password and the second factor
      userVerification: factors === "any" ? "required" : "preferred",
      ...(factors !== "any" && {
        allowCredentials: factors.flatMap(({ credentialId, transports }) =>
          credentialId ? [{ id: credentialId, transports: transports ?? [] }] : [],
        ),
      }),
    })),
  };
}

/** `requestOptions` for any passkey; its challenge works once. */
export async function signInOptions(db: Db, site: RelyingParty, now: Date) {
  const options = await requestOptions(site, "any");
  await storeChallenge(db, "sign-in", options.challenge, now);
  return options;
}

/** The passkey's new count of uses, or `null` when the response is not valid. */
export async function verifyUse(
  site: RelyingParty,
  passkey: FactorRow,
  credential: PasskeyCredential,
  expected: { challenge: string | ((challenge: string) => Promise<boolean>); userVerification: boolean },
): Promise<number | null> {
  const { credentialId, publicKey, signCount } = passkey;
  if (!credentialId || !publicKey || signCount === null) return null;
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await verifyAuthenticationResponse({
    response: credential as unknown as AuthenticationResponseJSON,
    expectedChallenge: expected.challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: signCount },
    requireUserVerification: expected.userVerification,
  }).catch(() => null);
  return verified?.verified ? verified.authenticationInfo.newCounter : null;
}

async function storeChallenge(db: Db, purpose: Purpose, challenge: string, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + timeoutMs);
  await db.insert(oneTimeKeys).values({ key: keyOf(purpose, challenge), expiresAt });
}

/** Whether the challenge is one of ours, for this purpose. It works once. */
export async function takeChallenge(db: Db, purpose: Purpose, challenge: string, now: Date): Promise<boolean> {
  const taken = await db
    .delete(oneTimeKeys)
    .where(and(eq(oneTimeKeys.key, keyOf(purpose, challenge)), gt(oneTimeKeys.expiresAt, now)))
    .returning({ key: oneTimeKeys.key });
  return taken.length > 0;
}

function keyOf(purpose: Purpose, challenge: string): string {
  return `passkey:${purpose}:${challenge}`;
}
