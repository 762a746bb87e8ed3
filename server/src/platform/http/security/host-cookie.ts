import type { SerializeOptions } from "@fastify/cookie";
import { basePathOf } from "contract/core/base-path.ts";

export interface HostCookie {
  name: string;
  options: SerializeOptions;
}

export interface HostCookieOptions {
  /** For sites that can't use the `__Host-` prefix, which requires `/`. Below the site's base path. */
  path: string;
  sameSite: "lax" | "strict";
  maxAgeMs: number;
}

/**
 * An `HttpOnly` cookie with a `__Host-` prefix, so that no other host can set it. Plain HTTP can't use the prefix, and
 * a site that shares its host keeps its cookies from the others.
 */
export function hostCookie(
  publicUrl: string,
  name: string,
  { path, sameSite, maxAgeMs }: HostCookieOptions,
): HostCookie {
  const secure = isTrustworthy(new URL(publicUrl));
  const basePath = basePathOf(publicUrl);
  const ownsHost = secure && basePath === "";
  return {
    name: ownsHost ? `__Host-${name}` : secure ? `__Secure-${name}` : name,
    options: { path: ownsHost ? "/" : basePath + path, httpOnly: true, sameSite, secure, maxAge: maxAgeMs / 1_000 },
  };
}

/** Whether browsers accept `Secure` cookies from there. */
function isTrustworthy({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}
