import { hash } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";

/** Names and values of headers, in lower case. */
export type Headers = Readonly<Record<string, string>>;

/** For what is not a page: should a browser ever be brought to show it as one, it can load and run nothing. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

/** What pages may ask a browser for: nothing but writing to the clipboard, which sharing a game does. */
const permissions = [
  ...["accelerometer", "browsing-topics", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer"],
  ...["microphone", "midi", "payment", "screen-wake-lock", "serial", "usb"],
].map((feature) => `${feature}=()`);

const year = 365 * 24 * 60 * 60;

/**
 * The headers that every answer carries, unless its route says otherwise. There is none for CORS: pages of other sites
 * may not read anything here.
 */
export function commonHeaders(publicUrl: string): Headers {
  return {
    "content-security-policy": closedPolicy,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "origin-agent-cluster": "?1",
    "permissions-policy": ["clipboard-write=(self)", ...permissions].join(", "),
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    ...(publicUrl.startsWith("https:") && { "strict-transport-security": `max-age=${year}` }),
  };
}

/** Puts the headers on every answer of a route; mount it before anything that answers. */
export function sendHeaders(app: FastifyInstance, headers: Headers): void {
  app.addHook("onRequest", async (_, reply) => {
    reply.headers(headers);
  });
}

/** For pictures, which other sites may show: a game's art where its page is shared. */
export function shareAcrossSites(reply: FastifyReply): FastifyReply {
  return reply.header("cross-origin-resource-policy", "cross-origin");
}

/** What a page of our own may load, besides the inline scripts and styles that are allowed one by one. */
export interface PagePolicy {
  /** `sha256-…` of inline scripts and styles, or other sources. */
  scripts?: readonly string[];
  styles?: readonly string[];
  /** Other origins that pictures come from. */
  images?: readonly string[];
}

/** The content security policy of a page. */
export function pagePolicy({ scripts = [], styles = [], images = [] }: PagePolicy): string {
  const sources = (more: readonly string[]) => ["'self'", ...more].join(" ");
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "connect-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    `img-src ${sources(images)}`,
    `script-src ${sources(scripts)}`,
    `style-src ${sources(styles)}`,
  ].join("; ");
}

/** How a policy names an inline script or style: by its content. */
export function contentHash(content: string): string {
  return `'sha256-${hash("sha256", content, "base64")}'`;
}
