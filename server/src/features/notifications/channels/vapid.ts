import { createECDH } from "node:crypto";
import type { SecretKey } from "../../../platform/process/secret-key.ts";

/** The keys that identify the site to push services (VAPID, RFC 8292), in base64url. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/**
 * Derived from the secret key, which the first start creates: all processes have the same pair, and so has a site that
 * is restored from a backup, so that subscriptions stay valid.
 */
export function vapidKeys(secretKey: SecretKey): VapidKeys {
  const ecdh = createECDH("prime256v1");
  // about one in 4 billion 32-byte numbers is not a valid key
  for (let attempt = 0; ; attempt += 1) {
    const privateKey = secretKey.derive(`VAPID ${attempt}`);
    try {
      ecdh.setPrivateKey(privateKey);
      return { publicKey: ecdh.getPublicKey("base64url"), privateKey: privateKey.toString("base64url") };
    } catch {
      // not below the order of the curve
    }
  }
}
