import type { Call } from "contract/core/call.ts";
import { expect, test } from "vitest";
import { createQueryClient } from "./query.ts";
import { storesIn, storesOf, storesQuery } from "./stores.ts";

test("without a list the four stores of spec/prices 2.1 are used", () => {
  const expected = ["Steam", "CDKeys", "GOG", "Other"];
  expect(storesIn(undefined).stores.map(({ name }) => name)).toEqual(expected);
  expect(storesIn([]).stores.map(({ name }) => name)).toEqual(expected);
});

test("a store that is not in the list is named by its key", () => {
  expect(storesIn(undefined).storeOf("gog").name).toBe("GOG");
  expect(storesIn(undefined).storeOf("humble")).toEqual({
    key: "humble",
    name: "humble",
    color: "gray",
    kind: "official",
  });
});

test("the store of other offers has the name of the page's language, until it gets one of its own", () => {
  expect(storesIn(undefined, "Anderer Shop").storeOf("other").name).toBe("Anderer Shop");
  const named = [{ key: "other", name: "Elsewhere", color: "gray", kind: "official" }] as const;
  expect(storesIn(named, "Anderer Shop").storeOf("other").name).toBe("Elsewhere");
});

test("loaders read the list of the server", async () => {
  const queryClient = createQueryClient();
  const retailers = [{ key: "humble", name: "Humble Store", color: "red", kind: "official" }];
  await queryClient.prefetchQuery(storesQuery((async () => ({ retailers })) as unknown as Call));
  expect(storesOf({ queryClient, place: { language: "en" } }).storeOf("humble").name).toBe("Humble Store");
});
