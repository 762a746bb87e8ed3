import { createHash } from "node:crypto";
import type { ConfigOf } from "../config.ts";
import type { VapidKeys } from "../vapid.ts";
import { cutBytes } from "./lines.ts";
import type { Outgoing, Request } from "./outgoing.ts";

/** Push services take about 4,000 bytes in all. */
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
  // only who sends push messages loads it
  const { default: webPush } = await import("web-push");
  const { endpoint, headers, body } = webPush.generateRequestDetails(subscription, payloadOf(message, publicUrl), {
    vapidDetails: { subject: contactOf(publicUrl), ...vapid },
    TTL: lifetimeSeconds,
    urgency: "normal",
    // a message that waits for the device is replaced when it is sent again
    topic: createHash("sha256").update(message.id).digest("base64url").slice(0, 32),
  });
  return { url: endpoint, headers: toText(headers), body };
}

/** Whom a push service can turn to. It takes https only; a site without it runs on a private machine. */
function contactOf(publicUrl: string): string {
  return publicUrl.startsWith("https:") ? publicUrl : "mailto:admin@localhost.localdomain";
}

/** What the service worker reads (web/src/service-worker/push.ts). */
function payloadOf({ id, title, text, url, code }: Outgoing, publicUrl: string): string {
  const body = code ? `${text} ${code}` : text;
  // a path is the site's at whatever address the browser knows it by
  const path = url.startsWith(`${publicUrl}/`) ? url.slice(publicUrl.length) : url;
  return JSON.stringify({ id, title: cutBytes(title, maxTitleBytes), body: cutBytes(body, maxBodyBytes), url: path });
}

function toText(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
}
