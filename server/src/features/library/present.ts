import { yearOf } from "contract/games/rules.ts";
import type { Game } from "contract/games/schema.ts";
import type { ImportTarget } from "contract/library/rules.ts";
import type { ImportedGame, ImportState, LibraryGame, LibraryItem } from "contract/library/schema.ts";
import type { findImportState, LibraryRow, SteamImportRow } from "./queries.ts";

export function toLibraryItem({ gameId, state, source, addedAt }: LibraryRow): LibraryItem {
  return { game_id: gameId, state, source, added_at: addedAt.toISOString() };
}

export function toLibraryGame(row: LibraryRow, game: Game): LibraryGame {
  return { ...toLibraryItem(row), game };
}

/** `isAvailable`: whether this site has a key of Steam's Web API. */
export function toImportState(
  { steamId, steam, counts }: Awaited<ReturnType<typeof findImportState>>,
  isAvailable: boolean,
): ImportState {
  return {
    steam: {
      available: isAvailable,
      linked: steamId !== null,
      daily: steam?.daily ?? false,
      checked_at: steam?.checkedAt?.toISOString() ?? null,
      problem: steam?.problem ?? null,
      last: steam?.summary ?? null,
    },
    counts,
  };
}

/** The state of Steam imports in an account's export. */
export function toSteamImport({ daily, checkedAt, problem, summary }: SteamImportRow) {
  return { daily, checked_at: checkedAt?.toISOString() ?? null, problem, last: summary };
}

/** A game that an imported entry matches, or may match. */
export function toImportedGame(
  game: { id: number; title: string; releaseDate: string | null },
  localized: Pick<ImportedGame, "localized_title">,
  knownAs: readonly ImportTarget[],
): ImportedGame {
  const { id, title, releaseDate } = game;
  return { id, title, ...localized, year: yearOf(releaseDate), known_as: [...knownAs] };
}
