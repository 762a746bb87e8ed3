import type { SerializeOptions } from "@fastify/cookie";

export interface HostCookie {
  name: string;
  options: SerializeOptions;
}

export interface HostCookieOptions {
  /** On sites that cannot use the `__Host-` prefix, which needs `/`. */
  path: string;
  sameSite: "lax" | "strict";
  maxAgeMs: number;
}

/** An `HttpOnly` cookie that no other host can set, by its `__Host-` prefix. Sites on plain http cannot use that. */
export function hostCookie(
  publicUrl: string,
  name: string,
  { path, sameSite, maxAgeMs }: HostCookieOptions,
): HostCookie {
  const secure = isTrustworthy(new URL(publicUrl));
  return {
    name: secure ? `__Host-${name}` : name,
    options: { path: secure ? "/" : path, httpOnly: true, sameSite, secure, maxAge: maxAgeMs / 1_000 },
  };
}

/** Whether browsers accept `Secure` cookies from there. */
function isTrustworthy({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}
