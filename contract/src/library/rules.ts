/** What a game is to a user besides a wish. */
export const libraryStates = ["owned", "ignored"] as const;
export type LibraryState = (typeof libraryStates)[number];

/** Who said so: the user, Steam, or a file that the user imported. */
export const librarySources = ["manual", "steam", "file"] as const;
export type LibrarySource = (typeof librarySources)[number];

/**
 * What a list shows of its caller's library: the rest of the games, all of them, only those owned or ignored, or DLC of
 * the owned ones (spec/library 2).
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

/** How many games a library holds. */
export const maxLibraryGames = 20_000;
/** How many games one import may name. */
export const maxImportedGames = 10_000;
/** Characters of a pasted text or file. */
export const maxImportLength = 3_000_000;
/** How many games an uncertain entry may be, at most. */
export const maxCandidates = 6;

/**
 * Why Steam gives nothing: the library is private; the wishlist is private or empty, which looks the same; Steam does
 * not respond.
 */
export const steamProblems = ["private", "no_wishlist", "unreachable"] as const;
export type SteamProblem = (typeof steamProblems)[number];

/**
 * What an import makes of a game (spec/library 4.6): what the user has set by hand stays, owned beats ignored, and what
 * is so already stays as it is. `null` = nothing changes.
 */
export function importedState(
  wanted: LibraryState,
  known: { state: LibraryState; source: LibrarySource } | null,
): LibraryState | null {
  if (known === null) return wanted;
  if (known.source === "manual" || known.state === wanted) return null;
  return wanted === "owned" ? "owned" : null;
}

export interface RankedWish {
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
