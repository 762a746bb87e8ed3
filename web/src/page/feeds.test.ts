import { expect, test } from "vitest";
import { feedLinks, feedPath } from "./feeds.ts";

test.each([
  [{ name: "free" }, undefined, "/feeds/free.rss"],
  [{ name: "games", search: { store: "gog,steam", search: undefined } }, undefined, "/feeds/games.rss?store=gog,steam"],
  [{ name: "games", search: { genre: "R&B?" } }, "GB", "/feeds/games.rss?genre=R%26B%3F&country=GB"],
  [{ name: "deals/lows" }, "GB", "/feeds/deals/lows.rss?country=GB"],
])("the feed %o in the market %s is at %s", (feed, country, path) =>
  expect(feedPath(feed, { country, language: "en" })).toBe(path),
);

test("a feed in another language than English names it", () =>
  expect(feedPath({ name: "free" }, { country: "DE", language: "de" })).toBe("/feeds/free.rss?country=DE&language=de"));

test("a page links to its feed in every format, by absolute addresses", () => {
  const page = { address: "https://example.com/gb/games?page=2", country: "GB", language: "en" };
  expect(feedLinks({ name: "games" }, "Games", page)).toEqual(
    [
      ["application/rss+xml", "rss"],
      ["application/atom+xml", "atom"],
      ["application/feed+json", "json"],
    ].map(([type, format]) => ({
      rel: "alternate",
      type,
      title: "Games",
      href: `https://example.com/feeds/games.${format}?country=GB`,
    })),
  );
});
