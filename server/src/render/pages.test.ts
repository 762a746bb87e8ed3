import { expect, test } from "vitest";
import { contentHash } from "../platform/http/security/headers.ts";
import { applyCsp } from "./pages.ts";

const nonce = "n0nce";
const page = [
  `<meta property="csp-nonce" content="n0nce"/>`,
  `<script>always()</script>`,
  `<style data-x="" nonce="n0nce">body{}</style>`,
  `<script nonce="n0nce" data-part="">ours()</script>`,
  `<script type="module" nonce="n0nce" src="/a.js"></script>`,
  `<link nonce="n0nce" rel="modulepreload"/>`,
].join("");

test("allows what the renderer marked by its hash, and removes the nonce", () => {
  const { html, policy } = applyCsp(page, nonce, ["always()"]);
  expect(html).not.toMatch(/nonce/);
  expect(html).toContain(`<script data-part="">ours()</script>`);
  expect(policy).toContain(`script-src 'self' ${contentHash("always()")} ${contentHash("ours()")};`);
  expect(policy).toMatch(new RegExp(`style-src 'self' ${contentHash("body{}").replaceAll(/[+/]/g, "\\$&")}(;|$)`));
  expect(policy).not.toContain("unsafe");
});

test.each(["<script>theirs()</script>", `<script nonce="guessed">theirs()</script>`, "<style>theirs()</style>"])(
  "doesn't allow %s that came with a text",
  (text) => {
    expect(applyCsp(page + text, nonce, []).policy).not.toContain(contentHash("theirs()"));
  },
);

test("the same page has the same policy with any nonce", () => {
  const other = page.replaceAll(nonce, "another");
  expect(applyCsp(other, "another", [])).toEqual(applyCsp(page, nonce, []));
});
