import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { defaultPageSize } from "contract/core/pagination.ts";
import type { GameDetail, GameField, PartialGame } from "contract/games/schema.ts";
import { marketKey } from "../../api/market.ts";
import { atMyStores, type VisitorFields, visitorFields } from "../../api/my-stores.ts";
import type { BrowseState, FreeState } from "./list/list-search.ts";
import { rowFields, tileFields } from "./tile-game.ts";

/** The fields that cards show, and all that lists request. */
export const cardFields = [
  ...tileFields,
  "genre",
  "rating",
  "tags",
  "player_count",
  "metacritic_score",
] as const satisfies readonly GameField[];

export type RowGame = Pick<PartialGame, (typeof rowFields)[number]> & VisitorFields;

/** How many games a page of the compact list shows. */
export const rowsPerPage = 50;

export type CardGame = Pick<PartialGame, (typeof cardFields)[number]> & VisitorFields;

/** Drops the fields that a page from the server does not show, to keep its serialized state small. */
export function pickFields<G extends object, Field extends keyof G>(game: G, fields: readonly Field[]): Pick<G, Field> {
  if (!import.meta.env.SSR) return game;
  const shown = [...fields, ...visitorFields.filter((field) => field in game)] as Field[];
  return Object.fromEntries(shown.map((field) => [field, game[field]])) as Pick<G, Field>;
}

const toCard = (game: PartialGame): CardGame => pickFields(game, cardFields);

/** The best rated games, for the home page. */
export function homepageGamesQuery(call: Call, country: string | undefined) {
  return queryOptions({
    queryKey: ["games", "homepage", ...marketKey(country)],
    queryFn: async ({ signal }) =>
      (await call("GET /api/games/homepage", { query: atMyStores({ country }) }, { signal })).games.map(toCard),
  });
}

/** The average saving over the catalogue, in percent; `null` when nothing is cheaper than on Steam. */
export function averageSavingsQuery(call: Call, country: string | undefined) {
  return queryOptions({
    queryKey: ["games", "price-stats", ...marketKey(country)],
    queryFn: async ({ signal }) =>
      (await call("GET /api/games/price-stats", { query: atMyStores({ country }) }, { signal })).avg_savings_percentage,
  });
}

/** A page of the catalogue. */
export function gameListQuery(call: Call, state: BrowseState, country: string | undefined) {
  const { sort, view, ...rest } = state;
  const shown =
    view === "list"
      ? { limit: rowsPerPage, fields: rowFields.join(",") }
      : { limit: defaultPageSize, fields: cardFields.join(",") };
  const query = { ...rest, ...shown, sortBy: sort, country };
  return queryOptions({
    queryKey: ["games", "list", state, ...marketKey(country)],
    queryFn: ({ signal }) => call("GET /api/games", { query: atMyStores(query) }, { signal }),
  });
}

/** A page of the games that cost nothing. The endpoint takes no filters and no `fields`. */
export function freeGamesQuery(
  call: Call,
  { search, sort, order, page, library }: FreeState,
  country: string | undefined,
) {
  const query = { search, sortBy: sort, order, page, limit: defaultPageSize, library };
  return queryOptions({
    queryKey: ["games", "free", query, ...marketKey(country)],
    queryFn: async ({ signal }) => {
      const list = await call("GET /api/games/free", { query: atMyStores({ ...query, country }) }, { signal });
      return { ...list, games: list.games.map(toCard) };
    },
  });
}

type ListField = { [Field in GameField]: GameDetail[Field] extends readonly unknown[] ? Field : never }[GameField];

/** Responses of earlier versions, which the service worker keeps for use offline, may lack some of a game's lists. */
const noLists: Record<ListField, []> = {
  also_known_as: [],
  offers: [],
  markets: [],
  subscriptions: [],
  bundles: [],
};

/** One game with all its details. */
export function gameQuery(call: Call, id: number, country: string | undefined) {
  return queryOptions({
    queryKey: ["games", "detail", id, ...marketKey(country)],
    queryFn: async ({ signal }): Promise<GameDetail> => ({
      ...noLists,
      ...(await call("GET /api/games/{id}", { params: { id }, query: atMyStores({ country }) }, { signal })),
    }),
  });
}
