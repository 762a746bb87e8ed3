/** The states of a game in a user's library. */
export const libraryStates = ["owned", "ignored"] as const;
export type LibraryState = (typeof libraryStates)[number];

/** Where the state comes from: the user, Steam, or a file that the user imported. */
export const librarySources = ["manual", "steam", "file"] as const;
export type LibrarySource = (typeof librarySources)[number];

/**
 * How a list treats the caller's library: without these games, with them, only the owned or ignored ones, or only DLC
 * of the owned ones (spec/library 2).
 */
export const libraryViews = ["hide", "show", "owned", "ignored", "dlc"] as const;
export type LibraryView = (typeof libraryViews)[number];

/** What an imported game becomes. */
export const importTargets = [...libraryStates, "wished"] as const;
export type ImportTarget = (typeof importTargets)[number];

export const importFormats = ["steam", "itad", "playnite", "json", "table", "titles"] as const;
export type ImportFormat = (typeof importFormats)[number];

export const exportFormats = ["itad", "steam", "csv", "titles"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportParts = ["library", "wishlist"] as const;
export type ExportPart = (typeof exportParts)[number];

/** The maximum number of games in a library. */
export const maxLibraryGames = 20_000;
/** The maximum number of games in one import. */
export const maxImportedGames = 10_000;
/** The maximum length of a pasted text or file, in characters. */
export const maxImportLength = 3_000_000;
/** The maximum number of candidates for an uncertain entry. */
export const maxCandidates = 6;

/**
 * Why Steam returns nothing: the library is private; the wishlist is private or empty, which look the same; Steam does
 * not respond.
 */
export const steamProblems = ["private", "no_wishlist", "unreachable"] as const;
export type SteamProblem = (typeof steamProblems)[number];

/**
 * The state that an import gives a game (spec/library 4.6): states set by hand stay, and owned takes precedence over
 * ignored. `null` = no change.
 */
export function importedState(
  imported: LibraryState,
  existing: { state: LibraryState; source: LibrarySource } | null,
): LibraryState | null {
  if (existing === null) return imported;
  if (existing.source === "manual" || existing.state === imported) return null;
  return imported === "owned" ? "owned" : null;
}

interface RankedWish {
  /** From 1; 0 = Steam's owner has not ranked it. */
  priority: number;
  /** In seconds since 1970. */
  date_added: number;
}

/** Steam's order of a wishlist: ranked games first, then the others, the latest first. */
export function compareWishes(a: RankedWish, b: RankedWish): number {
  const place = ({ priority }: RankedWish) => (priority === 0 ? Number.POSITIVE_INFINITY : priority);
  const [placeA, placeB] = [place(a), place(b)];
  return placeA === placeB ? b.date_added - a.date_added : placeA - placeB;
}
