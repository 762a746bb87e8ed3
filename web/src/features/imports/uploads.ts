import { type Call, requestOf } from "contract/core/call.ts";
import { anyBytes } from "contract/core/endpoint.ts";
import { type ImportKind, nextPieceSize, smallestPiece } from "contract/imports/rules.ts";
import type { FileImport } from "contract/imports/schema.ts";
import { useSyncExternalStore } from "react";
import { ApiError, failedWith } from "../../api/api-error.ts";
import { withBase } from "../../api/base-path.ts";
import { errorOf, retryDelay, waitFor } from "../../api/call.ts";
import { endSession, storedToken } from "../../api/session.ts";

/** A file that this page is sending. */
export interface RunningUpload {
  upload: FileImport;
  /** The connection is lost. */
  isWaiting: boolean;
  stop: () => void;
}

/** Outside of components: an upload continues while another tab of the panel is open. */
let running: ReadonlyMap<number, RunningUpload> = new Map();
const listeners = new Set<() => void>();

function change(id: number, upload: RunningUpload | null): void {
  const next = new Map(running);
  if (upload) next.set(id, upload);
  else next.delete(id);
  running = next;
  for (const listener of listeners) listener();
}

/** Sends a file, and resolves when it is uploaded or stopped. Rejects when it cannot be sent. */
export async function startUpload(
  kind: ImportKind,
  file: UploadedFile,
  { call, onBegin }: { call: Call; onBegin: (upload: FileImport) => void },
): Promise<void> {
  const controller = new AbortController();
  let current: RunningUpload | null = null;
  const show = (changed: Partial<RunningUpload> & { upload: FileImport }) => {
    current = { isWaiting: false, stop: () => controller.abort(), ...current, ...changed };
    change(current.upload.id, current);
  };
  try {
    await uploadFile(kind, file, {
      call,
      signal: controller.signal,
      onProgress(upload) {
        // the same file, dropped twice
        if (!current && running.has(upload.id)) return controller.abort();
        const isFirst = !current;
        show({ upload });
        if (isFirst) onBegin(upload);
      },
      onWaiting: (isWaiting) => current && show({ upload: current.upload, isWaiting }),
    });
  } catch (error) {
    if (!controller.signal.aborted) throw error;
  } finally {
    const ended = current as RunningUpload | null;
    if (ended) change(ended.upload.id, null);
  }
}

/** The uploads of this page by their ids. */
export function useRunningUploads(): ReadonlyMap<number, RunningUpload> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => running,
  );
}

type UploadedFile = Pick<File, "name" | "size" | "lastModified" | "slice">;

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
  const response = await fetch(withBase(url), { method: "PUT", headers, body: bytes, signal }).catch((cause) => {
    signal.throwIfAborted();
    throw new ApiError("The connection was lost", { status: 0, code: "network", serverMessage: String(cause) });
  });
  if (response.status === 401) endSession(token);
  if (!response.ok) throw await errorOf(response, url);
  return ((await response.json()) as { import: FileImport }).import;
}
