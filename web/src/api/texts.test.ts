import { shippedTexts } from "contract/content-strings/defaults.ts";
import type { Call } from "contract/core/call.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { restorePageState, serializePageState } from "../page/page-state.ts";
import { createQueryClient } from "./query.ts";
import { textReader, textReaderOf, textsKey, textsOf, textsQuery } from "./texts.ts";

const served = { ...shippedTexts, "header.brand_name": "Bargains", "game.description_plain": "{title} for less" };
const responding = (async () => served) as unknown as Call;
const failing: Call = () => Promise.reject(new Error("away"));

beforeEach(() => {
  const stored = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  };
  vi.stubGlobal("window", { localStorage });
});
afterEach(() => vi.unstubAllGlobals());

test("without served texts the shipped ones are used, with their variables and the product's name", () => {
  const text = textReader(undefined);
  expect(text("game.description_plain", { title: "Doom" })).toBe("Compare the price of Doom across all stores.");
  expect(text("status.loading")).toBe("Loading Lootwise…");
});

test("a served text overrides the shipped one, including the product's name", () => {
  const text = textReader(served);
  expect(text("game.description_plain", { title: "Doom" })).toBe("Doom for less");
  expect(text("status.loading")).toBe("Loading Bargains…");
});

test("a screen's own texts are read the same way", () => {
  const own = { "screen.hello": "Hello {name}, this is {brand}" } as const;
  expect(textReaderOf(served, own)("screen.hello", { name: "Ann" })).toBe("Hello Ann, this is Bargains");
  expect(textReaderOf({ "screen.hello": "Hi {name}" }, own)("screen.hello", { name: "Ann" })).toBe("Hi Ann");
});

test("a failed fetch falls back to the cached copy, and fails without one (spec/storefront 4.6)", async () => {
  await expect(createQueryClient().fetchQuery(textsQuery(failing, "en"))).rejects.toThrow("away");
  await createQueryClient().fetchQuery(textsQuery(responding, "en"));
  expect(await createQueryClient().fetchQuery(textsQuery(failing, "en"))).toEqual(served);
});

test("a page carries only the texts that differ from the shipped ones", async () => {
  const onServer = createQueryClient();
  await onServer.prefetchQuery(textsQuery(responding, "en"));
  onServer.setQueryData(["games", 7], { id: 7 });
  const page = serializePageState(onServer, "https://example.com", { shippedTexts, language: "en", posted: undefined });

  const inBrowser = createQueryClient();
  restorePageState(inBrowser, page, { "footer.privacy": "Translated" });
  expect(inBrowser.getQueryData([textsKey])).toEqual({
    "header.brand_name": "Bargains",
    "game.description_plain": "{title} for less",
    "footer.privacy": "Translated",
  });
  expect(inBrowser.getQueryData(["games", 7])).toEqual({ id: 7 });
  expect(textsOf({ queryClient: inBrowser, place: { language: "en" } })("footer.contact")).toBe("Contact");
});

test("a page in another language carries the names of genres and tags that it shows or that were edited", () => {
  const german = {
    "genre.rpg": "Rollenspiel",
    "genre.roguelike": "Roguelike",
    "genre.strategy": "Strategie",
    "tag.rpg": "Rollenspiele",
    "tag.cute": "Niedlich",
    "tag.dark": "Düster",
    "tag.pvp": "PvP",
    "genre.puzzle": "Knobeln",
    "tag.horror": "Horror",
    "genre.racing": "Rennspiele",
  };
  const client = createQueryClient();
  client.setQueryData([textsKey], german);
  client.setQueryData(["games", "list", { tag_not: "Horror,Dark" }], {
    games: [{ id: 1, title: "Cute", genre: "Roguelike, RPG", tags: "Strategy, PvP" }],
    facets: { tag: [{ value: "rpg", count: 3 }], store: [{ value: "Puzzle", count: 1 }] },
  });
  client.setQueryData(["landing", "genres"], [{ slug: "racing", name: "Racing", count: 2 }]);
  const shippedTexts = { ...german, "genre.puzzle": "Rätsel" };
  const { json } = serializePageState(client, "", { shippedTexts, language: "de", posted: undefined });
  expect(JSON.parse(json).texts).toEqual({
    "genre.rpg": "Rollenspiel",
    "genre.strategy": "Strategie",
    "tag.rpg": "Rollenspiele",
    "tag.dark": "Düster",
    "genre.puzzle": "Knobeln",
    "genre.racing": "Rennspiele",
  });
});
