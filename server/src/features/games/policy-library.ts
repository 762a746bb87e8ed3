import type { GameFilters } from "contract/games/filters.ts";
import type { LibraryView } from "contract/library/rules.ts";
import type { Viewer } from "../../platform/http/security/viewer.ts";
import type { LibraryFilter, UserGames } from "./read-model/library.ts";

/** Finds the games that a caller owns and ignores. */
export type FindLibrary = (viewer: Viewer) => Promise<UserGames>;

/** For callers without a library. */
const noGames: UserGames = { key: "", owned: [], ignored: [] };

/** The library filter of a list; `undefined` = all games, whether in the library or not. */
export async function libraryOf(
  viewer: Viewer | null,
  view: LibraryView,
  findLibrary: FindLibrary,
): Promise<LibraryFilter | undefined> {
  const hasLibrary = viewer !== null && viewer.libraryVersion > 0;
  if (view === "show" || (view === "hide" && !hasLibrary)) return undefined;
  return { view, games: hasLibrary ? await findLibrary(viewer) : noGames };
}

/** The default types of a list: all of them if it lists the caller's own games. */
export function typesFor(view: LibraryView): GameFilters["type"] {
  if (view === "dlc") return ["dlc"];
  return view === "owned" || view === "ignored" ? "any" : undefined;
}
