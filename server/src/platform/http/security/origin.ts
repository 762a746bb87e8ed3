import type { FastifyRequest } from "fastify";

/**
 * Whether a browser sends the request on behalf of another site's page. Browsers send these headers with every form;
 * other clients have no credentials that could be abused.
 */
export function isFromOtherSite(
  { headers, host }: Pick<FastifyRequest, "headers" | "host">,
  publicUrl: string,
): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  const { origin } = headers;
  if (origin === undefined) return false;
  return !URL.canParse(origin) || (origin !== new URL(publicUrl).origin && new URL(origin).host !== host);
}
