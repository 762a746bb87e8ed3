import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import type { SecretKey } from "../../../platform/process/secret-key.ts";

const keyPurpose = "codes of channels";

export const codeLifetimeMs = 3_600_000;
export const maxCodeAttempts = 5;

/** Six digits. */
export function createCode(): string {
  return String(randomInt(1_000_000)).padStart(6, "0");
}

/** Keyed, since so few codes could all be tried. */
export function hashCode(secretKey: SecretKey, channelId: number, code: string): string {
  return createHmac("sha256", secretKey.derive(keyPurpose)).update(`${channelId} ${code}`).digest("base64url");
}

export function isSameHash(given: string, stored: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(stored)];
  return a.length === b.length && timingSafeEqual(a, b);
}
