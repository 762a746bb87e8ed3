import { type Call, requestOf } from "contract/core/call.ts";
import { anyBytes } from "contract/core/endpoint.ts";
import { type ImportKind, nextPieceSize, smallestPiece } from "contract/imports/rules.ts";
import type { FileImport } from "contract/imports/schema.ts";
import { ApiError, failedWith } from "../../api/api-error.ts";
import { errorOf, retryDelay } from "../../api/call.ts";
import { endSession, storedToken } from "../../api/session.ts";

export type UploadedFile = Pick<File, "name" | "size" | "lastModified" | "slice">;

interface Upload {
  call: Call;
  signal: AbortSignal;
  /** Hears of each piece that has arrived, first of those from an earlier try. */
  onProgress: (upload: FileImport) => void;
  /** Hears that the connection is lost, and that it is back. */
  onWaiting: (isWaiting: boolean) => void;
}

/** Dependencies that tests replace. */
interface Deps {
  put: (url: string, bytes: Blob, signal: AbortSignal) => Promise<FileImport>;
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const firstPiece = 1024 * 1024;
const maxDelayMs = 30_000;
/** In a row: about ten minutes without a connection. */
const maxFailures = 25;

/**
 * Sends a file piece by piece. Goes on where an earlier try of the same file ended, and by itself after the connection
 * was lost. Throws `ApiError` for what another try does not help, and the signal's reason.
 */
export async function uploadFile(
  kind: ImportKind,
  file: UploadedFile,
  { call, signal, onProgress, onWaiting }: Upload,
  { put = putBytes, wait = waitFor }: Partial<Deps> = {},
): Promise<FileImport> {
  const route = `/api/admin/catalogue/imports/${kind}` as const;
  const announced = { name: file.name, size: file.size, modified: new Date(file.lastModified).toISOString() };
  let known = (await call(`POST ${route}`, { body: announced }, { signal })).import;
  onProgress(known);
  let pieceSize = firstPiece;
  for (let failures = 0; known.state === "uploading"; ) {
    const { id } = known;
    try {
      if (failures > 0) known = (await call(`GET ${route}/{id}`, { params: { id } }, { signal })).import;
      if (known.state !== "uploading") break;
      const offset = known.received;
      const { url } = requestOf(`PUT ${route}/{id}/content`, { params: { id }, query: { offset } });
      const begun = performance.now();
      known = await put(url, file.slice(offset, offset + pieceSize), signal);
      pieceSize = nextPieceSize(known.received - offset, performance.now() - begun);
      if (failures > 0) onWaiting(false);
      failures = 0;
      onProgress(known);
    } catch (error) {
      signal.throwIfAborted();
      failures += 1;
      if (!isPassing(error) || failures > maxFailures) throw error;
      pieceSize = smallestPiece;
      onWaiting(true);
      await wait(Math.min(maxDelayMs, retryDelay(error, failures) ?? 1_000), signal);
    }
  }
  onProgress(known);
  return known;
}

/** Another try may succeed; `stale`: an earlier request still writes, or has written more than was known. */
function isPassing(error: unknown): boolean {
  return failedWith(error, "stale") || failedWith(error, "timeout") || retryDelay(error, 1) !== null;
}

async function putBytes(url: string, bytes: Blob, signal: AbortSignal): Promise<FileImport> {
  const token = storedToken();
  if (token === null) throw new ApiError("Authentication required", { status: 401, code: "unauthenticated" });
  const headers = { authorization: `Bearer ${token}`, "content-type": anyBytes };
  const response = await fetch(url, { method: "PUT", headers, body: bytes, signal }).catch((cause) => {
    signal.throwIfAborted();
    throw new ApiError("The connection was lost", { status: 0, code: "network", serverMessage: String(cause) });
  });
  if (response.status === 401) endSession(token);
  if (!response.ok) throw await errorOf(response, url);
  return ((await response.json()) as { import: FileImport }).import;
}

function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
