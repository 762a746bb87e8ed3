import { SaxesParser } from "saxes";
import { expect, test } from "vitest";
import { sitemapIndex, sitemapPart } from "./crawlers.ts";

const site = "https://example.com";
const unknown = () => null;

/** The texts of the elements with that name. Throws unless the XML is well-formed. */
function textsIn(xml: string | null, name = "loc"): string[] {
  const texts: string[] = [];
  const parser = new SaxesParser();
  let inside = "";
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", (tag) => {
    inside = tag.name;
  });
  parser.on("text", (text) => {
    if (inside === name && text.trim() !== "") texts.push(text);
  });
  parser.write(xml ?? "").close();
  return texts;
}

const fixed = ["/", "/games", "/deals", "/free", "/contact"];

test.each([
  [0, 1],
  [49_993, 1],
  [49_994, 2],
  [120_000, 3],
])("%s games, two landing pages and the fixed pages fill %s parts", (games, parts) => {
  const gameIds = Array.from({ length: games }, (_, index) => index + 1);
  const pages = { paths: ["/genre/rpg", "/tag/%E6%A9%98"], gameIds, changedAt: unknown };
  expect(textsIn(sitemapIndex(site, [{ prefix: "", pages }]))).toHaveLength(parts);
  const written = Array.from({ length: parts }, (_, index) => sitemapPart(site, "", pages, index + 1));
  const listed = written.map((xml) => textsIn(xml));
  expect(Math.max(...listed.map((part) => part.length))).toBeLessThanOrEqual(50_000);
  expect(Math.max(...written.map((xml) => Buffer.byteLength(xml ?? "")))).toBeLessThan(50_000_000);
  expect(listed.flat()).toEqual(
    [...fixed, ...pages.paths, ...gameIds.map((id) => `/games/${id}`)].map((path) => site + path),
  );
  expect(sitemapPart(site, "", pages, parts + 1)).toBeNull();
});

test("every market has parts of its own, with the pages that show prices", () => {
  const pages = { paths: ["/under/10"], gameIds: [3, 7], changedAt: unknown };
  const markets = ["", "/gb"].map((prefix) => ({ prefix, pages }));
  expect(textsIn(sitemapIndex(site, markets))).toEqual([`${site}/sitemap-1.xml`, `${site}/sitemap-gb-1.xml`]);
  expect(textsIn(sitemapPart(site, "/gb", pages, 1))).toEqual(
    ["/gb", "/gb/games", "/gb/deals", "/gb/free", "/gb/under/10", "/gb/games/3", "/gb/games/7"].map(
      (path) => site + path,
    ),
  );
});

test("games say when their price last changed, if that is known", () => {
  const changedAt = (id: number) => (id === 7 ? Date.UTC(2026, 10, 23, 12) : null);
  const part = sitemapPart(site, "", { paths: [], gameIds: [3, 7], changedAt }, 1);
  expect(textsIn(part, "lastmod")).toEqual(["2026-11-23T12:00:00.000Z"]);
  expect(part).toContain(`<url><loc>${site}/games/7</loc><lastmod>2026-11-23T12:00:00.000Z</lastmod></url>`);
});
