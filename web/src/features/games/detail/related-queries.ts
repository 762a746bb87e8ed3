import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { marketKey } from "../../../api/market.ts";
import { atMyStores } from "../../../api/my-stores.ts";
import { cardFields, pickFields } from "../queries.ts";

/** How many games each row shows. */
const shown = 8;

/** Games like this one, and others of its developer. */
export function similarGamesQuery(call: Call, id: number, country: string | undefined) {
  return queryOptions({
    queryKey: ["games", "similar", id, ...marketKey(country)],
    queryFn: async ({ signal }) => {
      const input = { params: { id }, query: atMyStores({ country }) };
      const { games, by_developer } = await call("GET /api/games/{id}/similar", input, { signal });
      const toTiles = (list: typeof games) => list.slice(0, shown).map((game) => pickFields(game, cardFields));
      return { games: toTiles(games), byDeveloper: toTiles(by_developer) };
    },
  });
}

/** The DLC of a game, and which of them the visitor owns. */
export function dlcOfGameQuery(call: Call, id: number, country: string | undefined) {
  return queryOptions({
    queryKey: ["games", "dlc", id, ...marketKey(country)],
    queryFn: async ({ signal }) => {
      const input = { params: { id }, query: atMyStores({ country }) };
      const { games, owned } = await call("GET /api/games/{id}/dlc", input, { signal });
      return { games: games.map((game) => pickFields(game, cardFields)), owned };
    },
  });
}

/** What a DLC's page shows of its base game. */
export function baseGameQuery(call: Call, id: number, country: string | undefined) {
  return queryOptions({
    queryKey: ["games", "base", id, ...marketKey(country)],
    queryFn: async ({ signal }) => {
      const game = await call("GET /api/games/{id}", { params: { id }, query: atMyStores({ country }) }, { signal });
      return pickFields(game, ["id", "title"]);
    },
  });
}
