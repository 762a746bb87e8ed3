/** The content of a file: games of the catalogue, or a store's prices. */
export const importKinds = ["games", "prices"] as const;
export type ImportKind = (typeof importKinds)[number];

/** The states of an import; in `checking`, `applying` and `undoing` it waits for a worker or is in progress. */
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

/** The maximum number of a user's imports that are neither applied nor deleted. */
export const maxUnfinished = 5;

export type ImportAction = "check" | "apply" | "undo" | "delete";

/** The states in which each action is allowed. */
const allowedStates: Record<ImportAction, readonly ImportState[]> = {
  check: ["uploaded", "checked", "failed"],
  apply: ["checked"],
  undo: ["done"],
  delete: ["uploading", "uploaded", "checked", "failed", "undone"],
};

export function isAllowedIn(state: ImportState, action: ImportAction): boolean {
  return allowedStates[action].includes(state);
}

/** Whether the import waits for a worker or is being processed by one. */
export function isAtWork(state: ImportState): boolean {
  return state === "checking" || state === "applying" || state === "undoing";
}

/** Why a file with this name cannot be read, if so. Price files are recognised by their content. */
export function fileNameProblem(kind: ImportKind, name: string): string | undefined {
  if (kind === "prices" || /\.(jsonl|ndjson|csv)(\.gz)?$/i.test(name)) return undefined;
  return "A catalogue file ends in .jsonl, .ndjson or .csv, or in one of these and .gz";
}

/** The size of the next chunk of an upload: about two seconds' worth, so that a lost connection costs little. */
export function nextPieceSize(bytes: number, milliseconds: number): number {
  const bytesInTwoSeconds = (bytes / Math.max(milliseconds, 1)) * 2_000;
  return Math.round(Math.min(maxPieceSize, Math.max(smallestPiece, bytesInTwoSeconds)));
}

export const smallestPiece = 256 * 1024;
const maxPieceSize = 16 * 1024 * 1024;
