import { createMemoryHistory } from "@tanstack/react-router";
import type { Call } from "contract/core/call.ts";
import type { Market } from "contract/markets/schema.ts";
import { expect, test } from "vitest";
import { placesQuery } from "../api/market.ts";
import { atMyStores, callAt } from "../api/my-stores.ts";
import { createQueryClient } from "../api/query.ts";
import { pageHead } from "../page/head.ts";
import { firstPlace } from "../page/market-rewrite.ts";
import { pageKey } from "../ssr/entry-server.tsx";
import { getRouter } from "./router.ts";

const market = (country: string, currency: string): Market => ({
  country,
  name: country,
  currency,
  minor_units: 2,
  locale: country === "DE" ? "de-DE" : `en-${country}`,
  default: country === "US",
});
const markets = [market("US", "USD"), market("GB", "GBP"), market("DE", "EUR")];
const languages = [
  { tag: "en", name: "English", direction: "ltr" },
  { tag: "de", name: "Deutsch", direction: "ltr" },
];

/** Responds with the markets; all other calls fail. */
const call = (async (route: string) => {
  if (route === "GET /api/markets") return { markets, languages, exchange_rates: null };
  throw new Error("away");
}) as unknown as Call;

function routerAt(address: string, country?: string) {
  const history = createMemoryHistory({ initialEntries: [address] });
  return getRouter({ call, country, history, publicUrl: "https://example.com" });
}

/** The addresses that a page's links lead to. */
function linksAt(address: string, country?: string) {
  const router = routerAt(address, country);
  return [
    router.buildLocation({ to: "/" }),
    router.buildLocation({ to: "/games", search: { page: 2 } }),
    router.buildLocation({ to: "/games/$id", params: { id: "7" } }),
    router.buildLocation({ to: "/wishlist" }),
  ].map(({ publicHref }) => publicHref);
}

const plain = ["/", "/games?page=2", "/games/7", "/wishlist"];
const at = (prefix: string) => [prefix, ...plain.slice(1).map((path) => prefix + path)];
const british = at("/gb");

test("links stay in the market and the language of the address", () => {
  expect(linksAt("/games")).toEqual(plain);
  expect(linksAt("/gb/games?search=doom")).toEqual(british);
  expect(linksAt("/gb")).toEqual(british);
  expect(linksAt("/gb/wishlist")).toEqual(british);
  expect(linksAt("/us-de/games/7")).toEqual(at("/us-de"));
});

test("links keep the prices of official stores that the address names", () => {
  const official = ["/?", "/games?page=2&", "/games/7?"].map((address) => `${address}prices_of=official`);
  expect(linksAt("/games?prices_of=official")).toEqual([...official, "/wishlist"]);
  expect(linksAt("/games?search=doom&prices_of=official")).toEqual([...official, "/wishlist"]);
  expect(linksAt("/gb/games?prices_of=official").slice(0, 2)).toEqual([
    "/gb?prices_of=official",
    "/gb/games?page=2&prices_of=official",
  ]);
  // others are none of these prices, and other pages show none
  expect(linksAt("/games?prices_of=steam")).toEqual(plain);
  expect(linksAt("/contact?prices_of=official")).toEqual(plain);
});

test("on the server, calls that show prices request those that the address names", async () => {
  const requested: unknown[] = [];
  const record = (async (_: string, input: unknown) => requested.push(input)) as unknown as Call;
  for (const official of [false, true]) {
    const at = callAt({ official, language: "en" }, record);
    await at("GET /api/games", { query: atMyStores({ fields: "id", page: 2 }) as never });
    await at("GET /api/games", { query: { page: 3 } as never });
    await at("GET /api/markets", {});
  }
  expect(requested).toMatchObject([
    { query: { fields: "id", page: 2 } },
    { query: { page: 3 } },
    {},
    { query: { fields: "id,everywhere_best_price,everywhere_best_store", page: 2, prices_of: "official" } },
    { query: { page: 3 } },
    {},
  ]);
  expect(requested[0]).toMatchObject({ query: { prices_of: undefined } });
  await callAt({ official: false, language: "ja" }, record)("GET /api/games", {
    query: atMyStores({ fields: "id" }) as never,
  });
  expect(requested.at(-1)).toMatchObject({ query: { fields: "id,localized_title", language: "ja" } });
});

test("where the address names no country, links use the visitor's", () => {
  expect(linksAt("/wishlist", "GB")).toEqual(british);
});

test("the router sees the same page in every market", () => {
  const { pathname, search, publicHref } = routerAt("/gb/games?page=2").latestLocation;
  expect([pathname, search, publicHref]).toEqual(["/games", { page: "2" }, "/gb/games?page=2"]);
});

test("an address with a country switches the market, one without keeps it", () => {
  const router = routerAt("/gb/games");
  expect(router.buildLocation({ href: "/games/7" } as never).publicHref).toBe("/gb/games/7");
  expect(router.buildLocation({ href: "/de/games/7" } as never).publicHref).toBe("/de/games/7");
});

test.each([
  ["/us/privacy", "/privacy"],
  ["/us/games?page=2", "/games?page=2"],
  ["/us-en/contact", "/contact"],
  ["/de-de/games?page=2", "/de/games?page=2"],
  ["/gb-fr/login", "/gb/login"],
  ["/zz/free", "/free"],
  ["/zz-de/tag/co-op", "/us-de/tag/co-op"],
])("%s is not a place's address", async (address, expected) => {
  const router = routerAt(address);
  await router.load();
  const redirect = router._serverResult?.type === "redirect" ? router._serverResult.redirect : undefined;
  expect(redirect?.headers.get("location")).toBe(expected);
});

test.each([
  ["/games", "/games {}"],
  ["/games?utm_source=mail&page=2", '/games {"page":2}'],
  ["/gb/games?utm_source=mail&page=2", '/gb/games {"page":2}'],
  ["/gb", "/gb {}"],
  ["/de-en/contact", "/de-en/contact {}"],
  ["/gb/genre/rpg?page=2&sort=best", '/gb/genre/rpg {"page":2}'],
  ["/genre/rpg?page=1", "/genre/rpg {}"],
  ["/genre/rpg?prices_of=official", "/genre/rpg official {}"],
  ["/genre/rpg?prices_of=gog", "/genre/rpg {}"],
  ["/contact?prices_of=official", "/contact {}"],
  ["/forecast?days=60", '/forecast {"days":60}'],
  ["/forecast?days=30", "/forecast {}"],
])("%s shows the page %s", (address, expected) => expect(pageKey(address)).toBe(expected));

async function headOf(
  path: string,
  country?: string,
  { noIndex, language = "en", of = call }: { noIndex?: true; language?: string; of?: Call } = {},
) {
  const queryClient = createQueryClient();
  await queryClient.prefetchQuery(placesQuery(of));
  const context = {
    call: of,
    queryClient,
    publicUrl: "https://example.com",
    place: { ...firstPlace(country), language },
    headEnd: { html: "" },
  };
  const { links } = pageHead(context, { title: "A", description: "B", path, ...(noIndex && { noIndex }) });
  const alternates = context.headEnd.html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"\/>/g);
  return [...links.map(({ href }) => href), ...Array.from(alternates, ([, place, href]) => `${place} ${href}`)];
}

test("a page names itself and the same page in every market and language", async () => {
  const others = [
    "en-US https://example.com/games",
    "de-US https://example.com/us-de/games",
    "en-GB https://example.com/gb/games",
    "de-GB https://example.com/gb-de/games",
    "en-DE https://example.com/de-en/games",
    "de-DE https://example.com/de/games",
    "x-default https://example.com/games",
  ];
  expect(await headOf("/games")).toEqual(["https://example.com/games", ...others]);
  expect(await headOf("/games", "GB")).toEqual(["https://example.com/gb/games", ...others]);
  expect(await headOf("/games", "DE", { language: "de" })).toEqual(["https://example.com/de/games", ...others]);
  expect(await headOf("/games", "GB", { noIndex: true })).toEqual(["https://example.com/gb/games"]);
});

test("a page without prices is the same in every market, but not in every language", async () => {
  const others = [
    "en https://example.com/privacy",
    "de https://example.com/us-de/privacy",
    "x-default https://example.com/privacy",
  ];
  expect(await headOf("/privacy", "GB")).toEqual(["https://example.com/privacy", ...others]);
  expect(await headOf("/privacy", "DE", { language: "de" })).toEqual(["https://example.com/us-de/privacy", ...others]);
});

test("a page names every pair of the most markets and languages", async () => {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const countries = ["US", ...letters.flatMap((letter) => [`Z${letter}`, `Y${letter}`])].slice(0, 52);
  const tags = ["en", "de", "fr", "es", "pt-BR", "pl", "ja", "ar"];
  const of = (async () => ({
    markets: countries.map((country) => market(country, "USD")),
    languages: tags.map((tag) => ({ tag, name: tag, direction: "ltr" })),
    exchange_rates: null,
  })) as unknown as Call;
  const [, ...alternates] = await headOf("/games", "ZA", { language: "pt-BR", of });
  const pairs = countries.flatMap((country) => tags.map((tag) => `${tag.split("-")[0]}-${country}`));
  expect(alternates.map((link) => link.split(" ")[0])).toEqual([...pairs, "x-default"]);
  expect(new Set(alternates.slice(0, -1).map((link) => link.split(" ")[1])).size).toBe(pairs.length);
});
