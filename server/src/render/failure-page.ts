import type { FastifyReply } from "fastify";
import { contentHash, pagePolicy } from "../http/headers.ts";

/** The last resort when not even an error page of the website can be rendered (texts of storefront.md section 8). */
export function failurePage(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .header("cache-control", "no-store")
    .header("retry-after", "5")
    .header("content-security-policy", policy)
    .type("text/html; charset=utf-8")
    .send(html);
}

const style =
  "body { font: 1rem/1.5 system-ui, sans-serif; display: grid; place-content: center; min-height: 90vh; text-align: center }";
const policy = pagePolicy({ styles: [contentHash(style)] });

const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="dark light">
    <title>Something went wrong</title>
    <style>${style}</style>
  </head>
  <body>
    <h1>Something went wrong</h1>
    <p>An unexpected error occurred. Please try refreshing the page.</p>
    <p><a href="">Retry</a> · <a href="/">Go Home</a></p>
  </body>
</html>
`;
