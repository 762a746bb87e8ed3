import { defaultPageSize } from "contract/pagination.ts";
import { cardFields } from "./card-fields.ts";
import type { BrowseState, FreeState } from "./list-search.ts";

/** Asks for a page of the catalogue. */
export function gameListCall({ sort, ...state }: BrowseState) {
  const query = { ...state, sortBy: sort, limit: defaultPageSize, fields: cardFields.join(",") };
  return ["GET /api/games", { query }] as const;
}

/** Asks for a page of the games that cost nothing. The call knows no `fields`. */
export function freeGamesCall({ sort, store: _, ...state }: FreeState) {
  const query = { ...state, sortBy: sort, limit: defaultPageSize };
  return ["GET /api/games/free", { query }] as const;
}

/** Asks for one game with everything about it. */
export function gameCall(id: number) {
  return ["GET /api/games/{id}", { params: { id } }] as const;
}
