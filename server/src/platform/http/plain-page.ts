import type { FastifyReply } from "fastify";
import { contentHash, pagePolicy } from "./security/headers.ts";

const style =
  "body { font: 1rem/1.5 system-ui, sans-serif; display: grid; place-content: center; min-height: 90vh; " +
  "text-align: center }";
const policy = pagePolicy({ styles: [contentHash(style)] });

/** A page that needs neither the website's build nor the database. `links` is HTML. */
export function sendPlainPage(
  reply: FastifyReply,
  status: number,
  { title, text, links }: { title: string; text: string; links: string },
): FastifyReply {
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .header("content-security-policy", policy)
    .type("text/html; charset=utf-8")
    .send(`<!doctype html>
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
    <p>${links}</p>
  </body>
</html>
`);
}
