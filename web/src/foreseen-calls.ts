import { gameSorts } from "contract/games/sorting.ts";
import { parseAddressSearch } from "./address-search.ts";
import { freeGamesCall, gameCall, gameListCall } from "./games/calls.ts";
import { gameIdOf } from "./games/game-id.ts";
import { freeSorts, parseListSearch, toListState } from "./games/list-search.ts";

/** Route and input of a call of the API. */
export type ForeseenCall = readonly [route: string, input: object];

/**
 * The calls that the page of an address will make, as far as the address tells: a path with its search, as the visitor asked for it.
 * The server makes them before the page is rendered, which then need not wait for them. The page may make others, too, or none of these.
 */
export function foreseeCalls(url: string): ForeseenCall[] {
  return [...callsOfEveryPage, ...callsOf(url)];
}

const callsOfEveryPage: ForeseenCall[] = [
  ["GET /api/content/strings", {}],
  ["GET /api/site", {}],
];

/** Of the pages of which there are many; each of the others is kept as soon as somebody has opened it. */
function callsOf(url: string): ForeseenCall[] {
  const [, path = "", search = ""] = /^([^?]*)(.*)/s.exec(url) ?? [];
  if (path === "/games") return [gameListCall(toListState(parseListSearch(parseAddressSearch(search), gameSorts)))];
  if (path === "/free") return [freeGamesCall(toListState(parseListSearch(parseAddressSearch(search), freeSorts)))];
  const id = gameIdOf(/^\/games?\/(\w+)$/.exec(path)?.[1] ?? "");
  return id === null ? [] : [gameCall(id)];
}
