import type { GameFilters } from "contract/games/filters.ts";
import type { LibraryView } from "contract/library/rules.ts";
import type { Viewer } from "../../platform/http/security/viewer.ts";
import type { LibraryFilter, UserGames } from "./read-model/library.ts";

/** What a caller owns and ignores. */
export type FindLibrary = (viewer: Viewer) => Promise<UserGames>;

/** Who has no library owns nothing. */
const noGames: UserGames = { key: "", owned: [], ignored: [] };

/** What a list shows of its caller's games; `undefined` = of all games alike. */
export async function libraryOf(
  viewer: Viewer | null,
  view: LibraryView,
  findLibrary: FindLibrary,
): Promise<LibraryFilter | undefined> {
  const hasLibrary = viewer !== null && viewer.libraryVersion > 0;
  if (view === "show" || (view === "hide" && !hasLibrary)) return undefined;
  return { view, games: hasLibrary ? await findLibrary(viewer) : noGames };
}

/** The types that a list shows by default: all where it is about the caller's own games. */
export function typesFor(view: LibraryView): GameFilters["type"] {
  if (view === "dlc") return ["dlc"];
  return view === "owned" || view === "ignored" ? "any" : undefined;
}
