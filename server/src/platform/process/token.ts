import { hash, randomBytes } from "node:crypto";

/** A new token: 256 random bits, in characters that need no escaping. */
export function createToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The form in which tokens are stored. */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
