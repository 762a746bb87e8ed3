import { createMemoryHistory } from "@tanstack/react-router";
import type { Call } from "contract/call.ts";
import { expect, test } from "vitest";
import { foreseeCalls } from "./foreseen-calls.ts";
import { getRouter } from "./router.ts";

/** The calls that the page of an address makes. */
async function callsOf(url: string): Promise<unknown[]> {
  const made: unknown[] = [];
  const call: Call = (route, input) => {
    made.push([route, input]);
    return Promise.reject(new Error("of no matter here"));
  };
  const history = createMemoryHistory({ initialEntries: [url] });
  await getRouter({ call, history, origin: "http://localhost" }).load();
  return made;
}

test.each([
  "/games",
  "/games?page=3&sort=lowest_price&order=DESC&store=gog",
  "/games?search=a+b%26c&utm_source=mail",
  "/games?search=2048&order=ASC",
  "/games?search=why?&store=gog",
  "/free",
  "/free?sort=name&page=2&store=steam",
  "/games/7",
  "/game/7",
  "/games/seven",
  "/games/0",
  "/privacy",
])("of %s every call is foreseen", async (url) => {
  const foreseen = foreseeCalls(url);
  const made = await callsOf(url);
  expect(made).toHaveLength(foreseen.length);
  expect(made).toEqual(expect.arrayContaining(foreseen));
});
