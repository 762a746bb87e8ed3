import { placeAt, placePath, prefixOf } from "contract/languages/place.ts";
import type { SiteLanguage } from "contract/languages/schema.ts";
import type { Market } from "contract/markets/schema.ts";
import { pages } from "contract/pages.ts";
import { expect, test } from "vitest";
import { splitPlace } from "./place.ts";

test.each([
  ["/gb", "/gb", "/"],
  ["/gb/", "/gb", "/"],
  ["/gb/games", "/gb", "/games"],
  ["/de-en/games/7", "/de-en", "/games/7"],
  ["/us-pt-br/free", "/us-pt-br", "/free"],
  ["/tw-zh-hant", "/tw-zh-hant", "/"],
  ["/gb/wishlist", "/gb", "/wishlist"],
  ["/gb/nothing", "", "/gb/nothing"],
  ["/gb/freedom", "", "/gb/freedom"],
  ["/", "", "/"],
  ["/games", "", "/games"],
  ["/GB/games", "", "/GB/games"],
  ["/gbr/games", "", "/gbr/games"],
  ["/gb-/games", "", "/gb-/games"],
  ["/gb-e/games", "", "/gb-e/games"],
  ["/gb//evil.example", "", "/gb//evil.example"],
  ["/gb/admin/users", "", "/gb/admin/users"],
  ["/gb/game/7", "", "/gb/game/7"],
  ["/gb/auth/callback", "", "/gb/auth/callback"],
])("%s is parsed as the place %j and the page %s", (pathname, prefix, path) =>
  expect(splitPlace(pathname)).toEqual({ prefix, path }),
);

test("every page has an address for each place, except the placeless ones", () => {
  const placed = pages.filter(({ path }) => splitPlace(`/gb${path === "/" ? "" : path}`).prefix !== "");
  expect(placed).toEqual(pages.filter(({ placeless }) => !placeless));
});

test.each([
  ["/", "/gb", "/gb"],
  ["/?page=2", "/gb", "/gb?page=2"],
  ["/games?store=gog,steam#list", "/de-en", "/de-en/games?store=gog,steam#list"],
  ["/wishlist", "/us-es", "/us-es/wishlist"],
  ["/games", "", "/games"],
  ["/admin/users", "/gb", "/admin/users"],
  ["/game/7", "/gb", "/game/7"],
])("the page %s at %j has the path %s", (path, prefix, expected) => expect(placePath(path, prefix)).toBe(expected));

const languages: SiteLanguage[] = [
  { tag: "en", name: "English", direction: "ltr" },
  { tag: "de", name: "Deutsch", direction: "ltr" },
  { tag: "pt-BR", name: "Português (Brasil)", direction: "ltr" },
];
const market = (country: string, locale: string): Market => ({
  country,
  locale,
  name: country,
  currency: "USD",
  minor_units: 2,
  default: country === "US",
});
const markets = [market("US", "en-US"), market("DE", "de-DE"), market("BR", "pt-BR"), market("JP", "ja-JP")];

test.each([
  ["", "US", "en", ""],
  ["/us", "US", "en", ""],
  ["/us-en", "US", "en", ""],
  ["/us-de", "US", "de", "/us-de"],
  ["/de", "DE", "de", "/de"],
  ["/de-de", "DE", "de", "/de"],
  ["/de-en", "DE", "en", "/de-en"],
  ["/de-fr", "DE", "de", "/de"],
  ["/br", "BR", "pt-BR", "/br"],
  ["/de-pt-br", "DE", "pt-BR", "/de-pt-br"],
  ["/de-pt", "DE", "de", "/de"],
  // the site has no Japanese
  ["/jp", "JP", "en", "/jp"],
  ["/zz", "US", "en", ""],
  ["/zz-de", "US", "de", "/us-de"],
])("%j is %s in %s, whose own prefix is %j", (prefix, country, language, own) => {
  const place = placeAt(prefix, markets, languages);
  expect([place.market.country, place.language]).toEqual([country, language]);
  expect(prefixOf(place.market, place.language, languages)).toBe(own);
});
