import { QueryClient } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { expect, test } from "vitest";
import { placesQuery } from "../../api/market.ts";
import { gameQuery } from "./queries.ts";

const respond = (response: object) => (async () => response) as unknown as Call;

test("a game in a response of an earlier version has no lists that are missing there", async () => {
  const client = new QueryClient();
  const read = (response: object, id: number) => client.fetchQuery(gameQuery(respond(response), id, undefined));
  const old = { id: 7, title: "Doom", offers: [{ store: "steam" }] };
  const none = { also_known_as: [], markets: [], subscriptions: [], bundles: [] };
  expect(await read(old, 7)).toEqual({ ...old, ...none });
  const bundles = [{ id: 3 }];
  expect((await read({ ...old, bundles }, 8)).bundles).toEqual(bundles);
});

test("an earlier list of markets is in English", async () => {
  const { languages } = await new QueryClient().fetchQuery(placesQuery(respond({ markets: [] })));
  expect(languages.map(({ tag }) => tag)).toEqual(["en"]);
});
