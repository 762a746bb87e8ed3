import { defaultTexts } from "contract/content-strings/defaults.ts";
import type { FastifyReply } from "fastify";
import { contentHash, pagePolicy } from "../http/headers.ts";

interface FailureOptions {
  status?: number;
  /** Seconds. */
  retryAfter?: number | undefined;
}

/** The last resort when not even an error page of the website can be rendered (texts of storefront.md section 8). */
export function failurePage(reply: FastifyReply, { status = 503, retryAfter }: FailureOptions = {}): FastifyReply {
  const wait = retryAfter ?? (status === 503 ? 5 : undefined);
  if (wait !== undefined) reply.header("retry-after", String(wait));
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .header("content-security-policy", policy)
    .type("text/html; charset=utf-8")
    .send(html(status === 429 ? defaultTexts["status.rate_limited"] : defaultTexts["status.error_text"]));
}

const style =
  "body { font: 1rem/1.5 system-ui, sans-serif; display: grid; place-content: center; min-height: 90vh; text-align: center }";
const policy = pagePolicy({ styles: [contentHash(style)] });

const title = defaultTexts["status.error_title"];

const html = (text: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="dark light">
    <title>${title}</title>
    <style>${style}</style>
  </head>
  <body>
    <h1>${title}</h1>
    <p>${text}</p>
    <p><a href="">Retry</a> · <a href="/">Go Home</a></p>
  </body>
</html>
`;
