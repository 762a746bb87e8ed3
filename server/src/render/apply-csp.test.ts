import { expect, test } from "vitest";
import { contentHash } from "../platform/http/security/headers.ts";
import { applyCsp } from "./apply-csp.ts";

const nonce = "n0nce";
const page = [
  `<meta property="csp-nonce" content="n0nce"/>`,
  `<script>always()</script>`,
  `<style data-x="" nonce="n0nce">body{}</style>`,
  `<script nonce="n0nce" data-part="">ours()</script>`,
  `<script type="module" nonce="n0nce" src="/a.js"></script>`,
  `<link nonce="n0nce" rel="modulepreload"/>`,
].join("");

test("what the renderer marked is allowed by its content, and no mark is left", () => {
  const { html, policy } = applyCsp(page, nonce, ["always()"]);
  expect(html).not.toMatch(/nonce/);
  expect(html).toContain(`<script data-part="">ours()</script>`);
  expect(policy).toContain(`script-src 'self' ${contentHash("always()")} ${contentHash("ours()")};`);
  expect(policy).toMatch(new RegExp(`style-src 'self' ${contentHash("body{}").replaceAll(/[+/]/g, "\\$&")}(;|$)`));
  expect(policy).not.toContain("unsafe");
});

test.each(["<script>theirs()</script>", `<script nonce="guessed">theirs()</script>`, "<style>theirs()</style>"])(
  "%s, which came with a text, is not",
  (text) => {
    expect(applyCsp(page + text, nonce, []).policy).not.toContain(contentHash("theirs()"));
  },
);

test("the same page has the same policy, whatever it was marked with", () => {
  const other = page.replaceAll(nonce, "another");
  expect(applyCsp(other, "another", [])).toEqual(applyCsp(page, nonce, []));
});
