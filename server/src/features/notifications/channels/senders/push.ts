import { createHash } from "node:crypto";
import type { ConfigOf } from "../config.ts";
import type { VapidKeys } from "../vapid.ts";
import { cutBytes } from "./lines.ts";
import type { Outgoing, Request } from "./outgoing.ts";

/** Push services accept about 4,000 bytes in total. */
const maxTitleBytes = 300;
const maxBodyBytes = 1_500;
const lifetimeSeconds = 24 * 3_600;

export interface PushSite {
  vapid: VapidKeys;
  publicUrl: string;
}

/** Encrypted for the browser (RFC 8291) and signed by the site (RFC 8292). */
export async function toPushRequest(
  { subscription }: ConfigOf<"push">,
  message: Outgoing,
  { vapid, publicUrl }: PushSite,
): Promise<Request> {
  // loaded on first use, because many sites send no push messages
  const { default: webPush } = await import("web-push");
  const { endpoint, headers, body } = webPush.generateRequestDetails(subscription, payloadOf(message, publicUrl), {
    vapidDetails: { subject: contactOf(publicUrl), ...vapid },
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
