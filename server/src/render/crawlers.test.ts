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

const fixed = ["/", "/games", "/deals", "/free", "/contact", "/forecast"];
const own = { prefix: "", isFirst: true };

test.each([
  [0, 1],
  [49_992, 1],
  [49_993, 2],
  [120_000, 3],
])("%s games, two landing pages and the fixed pages fill %s parts", (games, parts) => {
  const gameIds = Array.from({ length: games }, (_, index) => index + 1);
  const pages = { paths: ["/genre/rpg", "/tag/%E6%A9%98"], gameIds, changedAt: unknown };
  expect(textsIn(sitemapIndex(site, [{ ...own, pages }]))).toHaveLength(parts);
  const written = Array.from({ length: parts }, (_, index) => sitemapPart(site, own, pages, index + 1));
  const listed = written.map((xml) => textsIn(xml));
  expect(Math.max(...listed.map((part) => part.length))).toBeLessThanOrEqual(50_000);
  expect(Math.max(...written.map((xml) => Buffer.byteLength(xml ?? "")))).toBeLessThan(50_000_000);
  expect(listed.flat()).toEqual(
    [...fixed, ...pages.paths, ...gameIds.map((id) => `/games/${id}`)].map((path) => site + path),
  );
  expect(sitemapPart(site, own, pages, parts + 1)).toBeNull();
});

test("every place has parts of its own, with other pages than those that show prices in the first market only", () => {
  const pages = { paths: ["/under/10"], gameIds: [3, 7], changedAt: unknown };
  const places = [own, { prefix: "/us-de", isFirst: true }, { prefix: "/gb", isFirst: false }];
  const parts = ["1", "us-de-1", "gb-1"].map((name) => `${site}/sitemap-${name}.xml`);
  expect(
    textsIn(
      sitemapIndex(
        site,
        places.map((place) => ({ ...place, pages })),
      ),
    ),
  ).toEqual(parts);
  const priced = ["", "/games", "/deals", "/free"];
  const about = ["/under/10", "/games/3", "/games/7"];
  const listed = (prefix: string, others: string[]) =>
    [...priced, ...others, ...about].map((path) => site + prefix + path);
  expect(textsIn(sitemapPart(site, places[1]!, pages, 1))).toEqual(listed("/us-de", ["/contact", "/forecast"]));
  expect(textsIn(sitemapPart(site, places[2]!, pages, 1))).toEqual(listed("/gb", []));
});

test("games say when their price last changed, if that is known", () => {
  const changedAt = (id: number) => (id === 7 ? Date.UTC(2026, 10, 23, 12) : null);
  const part = sitemapPart(site, own, { paths: [], gameIds: [3, 7], changedAt }, 1);
  expect(textsIn(part, "lastmod")).toEqual(["2026-11-23T12:00:00.000Z"]);
  expect(part).toContain(`<url><loc>${site}/games/7</loc><lastmod>2026-11-23T12:00:00.000Z</lastmod></url>`);
});
