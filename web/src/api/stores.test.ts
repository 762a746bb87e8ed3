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

test("loaders read the list of the server", async () => {
  const queryClient = createQueryClient();
  const retailers = [{ key: "humble", name: "Humble Store", color: "red", kind: "official" }];
  await queryClient.prefetchQuery(storesQuery((async () => ({ retailers })) as unknown as Call));
  expect(storesOf(queryClient).storeOf("humble").name).toBe("Humble Store");
});
