/** What a file holds: games of the catalogue, or a store's prices. */
export const importKinds = ["games", "prices"] as const;
export type ImportKind = (typeof importKinds)[number];

/** How far an import is; `checking`, `applying` and `undoing` wait for a worker or are under way. */
export const importStates = [
  "uploading",
  "uploaded",
  "checking",
  "checked",
  "applying",
  "done",
  "undoing",
  "undone",
  "failed",
] as const;
export type ImportState = (typeof importStates)[number];

/** The largest file, in bytes. */
export const maxUploadBytes = 500 * 1024 * 1024;

/** Imports of a user that are neither applied nor deleted. */
export const maxUnfinished = 5;

export type ImportAction = "check" | "apply" | "undo" | "delete";

/** The states in which each thing can be done with an import. */
const allowedStates: Record<ImportAction, readonly ImportState[]> = {
  check: ["uploaded", "checked", "failed"],
  apply: ["checked"],
  undo: ["done"],
  delete: ["uploading", "uploaded", "checked", "failed", "undone"],
};

export function isAllowedIn(state: ImportState, action: ImportAction): boolean {
  return allowedStates[action].includes(state);
}

/** Whether a worker has something to do. */
export function isAtWork(state: ImportState): boolean {
  return state === "checking" || state === "applying" || state === "undoing";
}

/** Why a file of that name cannot be read, or nothing. Price files are recognised by their contents. */
export function fileNameProblem(kind: ImportKind, name: string): string | undefined {
  if (kind === "prices" || /\.(jsonl|ndjson|csv)(\.gz)?$/i.test(name)) return undefined;
  return "A catalogue file ends in .jsonl, .ndjson or .csv, or in one of these and .gz";
}

/** The bytes of the next piece of an upload: about two seconds' worth, so that little is lost with a connection. */
export function nextPieceSize(bytes: number, milliseconds: number): number {
  const inTwoSeconds = (bytes / Math.max(milliseconds, 1)) * 2_000;
  return Math.round(Math.min(largestPiece, Math.max(smallestPiece, inTwoSeconds)));
}

export const smallestPiece = 256 * 1024;
const largestPiece = 16 * 1024 * 1024;
