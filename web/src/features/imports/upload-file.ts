import { type Call, requestOf } from "contract/core/call.ts";
import { anyBytes } from "contract/core/endpoint.ts";
import { type ImportKind, nextPieceSize, smallestPiece } from "contract/imports/rules.ts";
import type { FileImport } from "contract/imports/schema.ts";
import { ApiError, failedWith } from "../../api/api-error.ts";
import { errorOf, retryDelay, waitFor } from "../../api/call.ts";
import { endSession, storedToken } from "../../api/session.ts";

export type UploadedFile = Pick<File, "name" | "size" | "lastModified" | "slice">;

interface Upload {
  call: Call;
  signal: AbortSignal;
  /** Called after each uploaded piece, and first with the progress of an earlier attempt. */
  onProgress: (upload: FileImport) => void;
  /** Called when the connection is lost, and when it is back. */
  onWaiting: (isWaiting: boolean) => void;
}

/** Dependencies that tests replace. */
interface Deps {
  put: (url: string, bytes: Blob, signal: AbortSignal) => Promise<FileImport>;
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const firstPieceSize = 1024 * 1024;
const maxDelayMs = 30_000;
/** About ten minutes without a connection. */
const maxConsecutiveFailures = 25;

/**
 * Uploads a file in pieces. Resumes an earlier upload of the same file, and retries after the connection was lost.
 * Throws `ApiError` for permanent failures, and the reason of its signal.
 */
export async function uploadFile(
  kind: ImportKind,
  file: UploadedFile,
  { call, signal, onProgress, onWaiting }: Upload,
  { put = putBytes, wait = waitFor }: Partial<Deps> = {},
): Promise<FileImport> {
  const route = `/api/admin/catalogue/imports/${kind}` as const;
  const metadata = { name: file.name, size: file.size, modified: new Date(file.lastModified).toISOString() };
  let upload = (await call(`POST ${route}`, { body: metadata }, { signal })).import;
  onProgress(upload);
  let pieceSize = firstPieceSize;
  for (let failures = 0; upload.state === "uploading"; ) {
    const { id } = upload;
    try {
      if (failures > 0) upload = (await call(`GET ${route}/{id}`, { params: { id } }, { signal })).import;
      if (upload.state !== "uploading") break;
      const offset = upload.received;
      const { url } = requestOf(`PUT ${route}/{id}/content`, { params: { id }, query: { offset } });
      const startedAt = performance.now();
      upload = await put(url, file.slice(offset, offset + pieceSize), signal);
      pieceSize = nextPieceSize(upload.received - offset, performance.now() - startedAt);
      if (failures > 0) onWaiting(false);
      failures = 0;
      onProgress(upload);
    } catch (error) {
      signal.throwIfAborted();
      failures += 1;
      if (!isTransient(error) || failures > maxConsecutiveFailures) throw error;
      pieceSize = smallestPiece;
      onWaiting(true);
      await wait(Math.min(maxDelayMs, retryDelay(error, failures) ?? 1_000), signal);
    }
  }
  onProgress(upload);
  return upload;
}

/** Whether a retry may succeed; `stale`: an earlier request is still writing, or has written more than was reported. */
function isTransient(error: unknown): boolean {
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
