import { expect, test } from "vitest";
import { sitemapIndex, sitemapPart } from "./crawlers.ts";

const site = "https://example.com";
const addresses = (xml: string | null) =>
  Array.from(xml?.matchAll(/<loc>(.*?)<\/loc>/g) ?? [], ([, address]) => address);

test.each([
  [0, 1],
  [9_996, 1],
  [9_997, 2],
  [25_000, 3],
])("%s games and the fixed pages fill %s parts", (games, parts) => {
  const ids = Array.from({ length: games }, (_, index) => index + 1);
  expect(addresses(sitemapIndex(site, games))).toHaveLength(parts);
  const listed = Array.from({ length: parts }, (_, index) => addresses(sitemapPart(site, ids, index + 1)));
  expect(Math.max(...listed.map((part) => part.length))).toBeLessThanOrEqual(10_000);
  expect(listed.flat()).toEqual([
    ...["/", "/games", "/free", "/contact"].map((path) => site + path),
    ...ids.map((id) => `${site}/games/${id}`),
  ]);
  expect(sitemapPart(site, ids, parts + 1)).toBeNull();
});
