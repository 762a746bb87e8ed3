import { hash } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";

/** Names and values of headers, in lower case. */
export type Headers = Readonly<Record<string, string>>;

/** For responses other than pages: a browser that displays one must not load or run anything. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Pages only need to write to the clipboard, to share a game. */
const permissions = [
  ...["accelerometer", "browsing-topics", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer"],
  ...["microphone", "midi", "payment", "screen-wake-lock", "serial", "usb"],
].map((feature) => `${feature}=()`);

const year = 365 * 24 * 60 * 60;

/**
 * The headers of every response, unless its route sets others. None allows CORS: other sites may not read anything
 * here but what `openToOtherSites` allows.
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

/** Adds the headers to every response; mount it before anything else. */
export function sendHeaders(app: FastifyInstance, headers: Headers): void {
  app.addHook("onRequest", async (_, reply) => {
    reply.headers(headers);
  });
}

/** For images that other sites may embed when a page is shared. */
export function shareAcrossSites(reply: FastifyReply): FastifyReply {
  return reply.header("cross-origin-resource-policy", "cross-origin");
}

/** For public responses that the scripts of other sites may read. Browsers send them no cookies or tokens. */
export function openToOtherSites(reply: FastifyReply): FastifyReply {
  return shareAcrossSites(reply).header("access-control-allow-origin", "*");
}

/** What our own pages may load, including individually allowed inline scripts and styles. */
export interface PagePolicy {
  /** `sha256-…` of inline scripts and styles, or other sources. */
  scripts?: readonly string[];
  styles?: readonly string[];
  /** Other origins of images. */
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
    "manifest-src 'self'",
    `script-src ${sources(scripts)}`,
    `style-src ${sources(styles)}`,
    "worker-src 'self'",
  ].join("; ");
}

/** A policy's source for an inline script or style: the hash of its content. */
export function contentHash(content: string): string {
  return `'sha256-${hash("sha256", content, "base64")}'`;
}
