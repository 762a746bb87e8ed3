import { brand } from "contract/brand.ts";
import { Secret, TOTP } from "otpauth";

/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;

/** Codes of the previous and the next step are accepted, because clocks differ. */
const window = 1;

export function createTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** What authenticator apps read from a QR code. */
export function totpUri(secret: string, account: string): string {
  return new TOTP({ issuer: brand.name, label: account, secret }).toString();
}

/** The time step that the code belongs to, or `null` when it is wrong. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = new TOTP({ secret }).validate({ token: code, timestamp, window });
  return delta === null ? null : TOTP.counter({ timestamp }) + delta;
}
