import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import type { DeskOffer } from "contract/prices/desk-schema.ts";
import { adminFreshFor, adminKey } from "../../admin/queries.ts";

const pricesKey = [adminKey, "prices"] as const;

export const recordsPageSize = 20;

/** Identifies an offer of a game. */
export type OfferPlace = Pick<DeskOffer, "store" | "country">;

/** A game's offers at all stores in all markets. */
export function deskOffersQuery(call: Call, game: number) {
  return queryOptions({
    queryKey: [...pricesKey, "offers", game],
    staleTime: adminFreshFor,
    queryFn: ({ signal }) => call("GET /api/admin/catalogue/offers", { query: { game } }, { signal }),
  });
}

/** A page of an offer's records, newest first. */
export function recordsQuery(call: Call, game: number, { store, country }: OfferPlace, page: number) {
  const query = { game, store, country, page, limit: recordsPageSize };
  return queryOptions({
    queryKey: [...pricesKey, "records", query],
    staleTime: adminFreshFor,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call("GET /api/admin/catalogue/records", { query }, { signal }),
  });
}

/** The games that a search finds first. */
export function foundGamesQuery(call: Call, search: string) {
  return queryOptions({
    queryKey: [...pricesKey, "games", search],
    staleTime: adminFreshFor,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await call("GET /api/games/suggest", { query: { q: search } }, { signal })).games,
  });
}
