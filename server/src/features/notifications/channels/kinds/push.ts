import { createECDH, createHash, ECDH } from "node:crypto";
import type { TargetOf } from "contract/notifications/channels/schema.ts";
import type { SecretKey } from "../../../../platform/process/secret-key.ts";
import { channelsPath, checkAddress, type Kind, type Outgoing, type Request, type SendingSite } from "./kind.ts";
import { cutBytes } from "./lines.ts";

/** Push services accept about 4,000 bytes in total. */
const maxTitleBytes = 300;
const maxBodyBytes = 1_500;
const lifetimeSeconds = 24 * 3_600;

/** A browser that subscribed to push messages. */
export const push: Kind<TargetOf<"push">> = {
  targetOf: ({ subscription }) => subscription.endpoint,
  mask: ({ subscription }) => new URL(subscription.endpoint).host,
  checkTarget({ subscription: { endpoint, keys } }, env) {
    const problem = checkAddress("target.subscription.endpoint", endpoint, env);
    if (problem || isPoint(keys.p256dh)) return problem;
    return { path: "target.subscription.keys.p256dh", msg: "Not a key of a browser" };
  },
  sharedHosts: ["fcm.googleapis.com", "push.services.mozilla.com", "notify.windows.com", "push.apple.com"],
  toRequest,
  goneStatuses: [404, 410],
  // the browser that gets it enters the code itself
  codePath: (channelId, code) => `${channelsPath}#verify-${channelId}-${code}`,
};

/** Encrypted for the browser (RFC 8291) and signed by the site (RFC 8292). */
async function toRequest(
  { subscription }: TargetOf<"push">,
  message: Outgoing,
  { env: { publicUrl }, secretKey }: SendingSite,
): Promise<Request> {
  // loaded on first use, because many sites send no push messages
  const { default: webPush } = await import("web-push");
  const { endpoint, headers, body } = webPush.generateRequestDetails(subscription, payloadOf(message, publicUrl), {
    vapidDetails: { subject: contactOf(publicUrl), ...vapidKeys(secretKey) },
    TTL: lifetimeSeconds,
    urgency: "normal",
    // a resent message replaces the one that waits for the device
    topic: createHash("sha256").update(message.id).digest("base64url").slice(0, 32),
  });
  return { url: endpoint, headers: toText(headers), body };
}

/** The operator's contact for push services, which accept https only; a site without it is a local one. */
function contactOf(publicUrl: string): string {
  return publicUrl.startsWith("https:") ? publicUrl : "mailto:admin@localhost.localdomain";
}

/** What the service worker reads (web/src/service-worker/push.ts). */
function payloadOf({ id, title, text, url, code }: Outgoing, publicUrl: string): string {
  const body = code ? `${text} ${code}` : text;
  // a path works under any address that the browser opened the site at
  const path = url.startsWith(`${publicUrl}/`) ? url.slice(publicUrl.length) : url;
  return JSON.stringify({ id, title: cutBytes(title, maxTitleBytes), body: cutBytes(body, maxBodyBytes), url: path });
}

function toText(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
}

/** Whether it is a public key on the curve of push messages. */
function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(key, "prime256v1", "base64url", "base64url", "uncompressed");
    return true;
  } catch {
    return false;
  }
}

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
