import { hash, randomBytes, timingSafeEqual } from "node:crypto";

/** A new token: 256 random bits, in characters that need no escaping. */
export function createToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Compares a presented secret with the expected one in a time that says nothing about where they differ. */
export function isSameSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The form in which tokens are stored. */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
