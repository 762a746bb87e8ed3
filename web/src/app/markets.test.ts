import { createMemoryHistory } from "@tanstack/react-router";
import type { Call } from "contract/core/call.ts";
import type { Market } from "contract/markets/schema.ts";
import { expect, test } from "vitest";
import { marketsQuery } from "../api/market.ts";
import { atMyStores, callAt } from "../api/my-stores.ts";
import { createQueryClient } from "../api/query.ts";
import { pageHead } from "../page/head.ts";
import { pageKey } from "../ssr/entry-server.tsx";
import { getRouter } from "./router.ts";

const market = (country: string, currency: string): Market => ({
  country,
  name: country,
  currency,
  minor_units: 2,
  locale: `en-${country}`,
  default: country === "US",
});
const markets = [market("US", "USD"), market("GB", "GBP"), market("DE", "EUR")];

/** Responds with the markets; all other calls fail. */
const call = (async (route: string) => {
  if (route === "GET /api/markets") return { markets, exchange_rates: null };
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
const british = ["/gb", "/gb/games?page=2", "/gb/games/7", "/wishlist"];

test("links stay in the market of the address", () => {
  expect(linksAt("/games")).toEqual(plain);
  expect(linksAt("/gb/games?search=doom")).toEqual(british);
  expect(linksAt("/gb")).toEqual(british);
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
    const at = callAt({ official }, record);
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
  ["/us/privacy", "/us/privacy"],
  ["/us/games?page=2", "/games?page=2"],
  ["/zz/free", "/free"],
  ["/zz/tag/co-op", "/tag/co-op"],
])("%s is not a market's address", async (address, expected) => {
  const router = routerAt(address);
  await router.load();
  const redirect = router._serverResult?.type === "redirect" ? router._serverResult.redirect : undefined;
  expect(redirect?.headers.get("location")).toBe(expected === address ? "/" : expected);
});

test.each([
  ["/games", "/games {}"],
  ["/games?utm_source=mail&page=2", '/games {"page":2}'],
  ["/gb/games?utm_source=mail&page=2", '/gb/games {"page":2}'],
  ["/gb", "/gb {}"],
  ["/gb/genre/rpg?page=2&sort=best", '/gb/genre/rpg {"page":2}'],
  ["/genre/rpg?page=1", "/genre/rpg {}"],
  ["/genre/rpg?prices_of=official", "/genre/rpg official {}"],
  ["/genre/rpg?prices_of=gog", "/genre/rpg {}"],
  ["/contact?prices_of=official", "/contact {}"],
])("%s shows the page %s", (address, expected) => expect(pageKey(address)).toBe(expected));

async function headOf(path: string, country?: string, noIndex?: boolean) {
  const queryClient = createQueryClient();
  await queryClient.prefetchQuery(marketsQuery(call));
  const context = { call, queryClient, publicUrl: "https://example.com", place: { country, official: false } };
  const { links } = pageHead(context, { title: "A", description: "B", path, ...(noIndex && { noIndex }) });
  return links.map((link) => ("hrefLang" in link ? `${link.hrefLang} ${link.href}` : link.href));
}

test("a page names itself and the same page in every market", async () => {
  const others = [
    "en-US https://example.com/games",
    "en-GB https://example.com/gb/games",
    "en-DE https://example.com/de/games",
    "x-default https://example.com/games",
  ];
  expect(await headOf("/games")).toEqual(["https://example.com/games", ...others]);
  expect(await headOf("/games", "GB")).toEqual(["https://example.com/gb/games", ...others]);
  expect(await headOf("/games", "GB", true)).toEqual(["https://example.com/gb/games"]);
  expect(await headOf("/privacy", "GB")).toEqual(["https://example.com/privacy"]);
});
