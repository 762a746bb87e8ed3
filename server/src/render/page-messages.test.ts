import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { gather, repeatedCall } from "./page-messages.ts";

const texts = "GET /api/content/strings";

test.each([
  ["the texts in English", texts, {}, `${texts} `],
  ["without a filter", texts, { query: {} }, `${texts} `],
  ["the texts of a language", texts, { query: { locale: "de" } }, `${texts} de`],
  ["those of another language", texts, { query: { locale: "pt-BR" } }, `${texts} pt-BR`],
  ["another call", "GET /api/site", {}, "GET /api/site "],
  ["a country", "GET /api/games/homepage", { query: { country: "DE" } }, null],
  ["a language and a country", texts, { query: { locale: "de", country: "DE" } }, null],
  ["a list", "GET /api/games", { query: { page: 2 } }, null],
  ["one game", "GET /api/games/{id}", { params: { id: 7 } }, null],
  ["one game in a language", "GET /api/games/{id}", { params: { id: 7 }, query: { locale: "de" } }, null],
  ["a body", "POST /api/lookup", { body: {} }, null],
])("the result of a call is remembered if it depends on the language at most: %s", (_, route, input, key) => {
  expect(repeatedCall(route, input)).toBe(key);
});

test("items of a turn are sent together, also those that promises lead to", async () => {
  const sent: number[][] = [];
  const add = gather<number>((items) => sent.push(items));
  add(1);
  void Promise.resolve().then(() => Promise.resolve().then(() => add(3)));
  add(2);
  await turn();
  add(4);
  await turn();
  expect(sent).toEqual([[1, 2, 3], [4]]);
});
