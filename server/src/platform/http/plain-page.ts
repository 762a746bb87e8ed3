import type { FastifyReply } from "fastify";
import { contentHash, pagePolicy } from "./security/headers.ts";

/** The colours of the website (`web/src/ui/tokens.css`); a page that loads nothing has the system's font. */
const style = [
  "body { font: 1rem/1.5 system-ui, sans-serif; display: grid; place-content: center; min-height: 100vh; margin: 0; " +
    "padding: 1.5rem; box-sizing: border-box; text-align: center; color: light-dark(#15181a, #eef0f1); " +
    "background: light-dark(#f5f6f4, #0e1012) }",
  "svg { display: block; width: 3rem; padding: .5rem; box-sizing: border-box; margin: auto; border-radius: .75rem; fill: none; " +
    "stroke: #141a02; stroke-width: 2; stroke-linecap: round; background: #c4ee45 }",
  "h1 { font-size: 1.625rem; line-height: 2rem; letter-spacing: -.02em; margin: 1.25rem 0 .5rem }",
  "p { max-width: 32rem; margin: 0 0 1.25rem; color: light-dark(#565d62, #a0a8af) }",
  "a { display: inline-block; margin: .25rem; padding: .6rem 1.25rem; border-radius: .5rem; font-weight: 600; " +
    "color: inherit; border: 1px solid #888e8b; text-decoration: none }",
  "a:first-child { color: #141a02; background: #c4ee45; border-color: #c4ee45 }",
].join("\n");

/** The gamepad of the website's header. */
const mark =
  '<svg aria-hidden="true" viewBox="0 0 24 24"><path d="M6 11h4M8 9v4M15 12h.01M18 10h.01"/>' +
  '<path d="M17.32 5H6.68a4 4 0 0 0-3.98 3.59C2.6 9.42 2 14.46 2 16a3 3 0 0 0 3 3c1 0 1.5-.5 2-1l1.41-1.41' +
  "A2 2 0 0 1 9.83 16h4.34a2 2 0 0 1 1.41.59L17 18c.5.5 1 1 2 1a3 3 0 0 0 3-3c0-1.55-.6-6.58-.68-7.26" +
  'A4 4 0 0 0 17.32 5z"/></svg>';

const policy = pagePolicy({ styles: [contentHash(style)] });

interface PlainPage {
  title: string;
  text: string;
  /** HTML. */
  links: string;
  /** English if omitted. */
  language?: { tag: string; direction: string };
}

/** A page that needs neither the website's build nor the database. */
export function sendPlainPage(
  reply: FastifyReply,
  status: number,
  { title, text, links, language: { tag, direction } = { tag: "en", direction: "ltr" } }: PlainPage,
): FastifyReply {
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .header("content-security-policy", policy)
    .type("text/html; charset=utf-8")
    .send(`<!doctype html>
<html lang="${tag}" dir="${direction}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="dark light">
    <title>${title}</title>
    <style>${style}</style>
  </head>
  <body>
    <main>
      ${mark}
      <h1>${title}</h1>
      <p>${text}</p>
      <p>${links}</p>
    </main>
  </body>
</html>
`);
}
