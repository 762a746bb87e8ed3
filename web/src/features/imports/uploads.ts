import type { Call } from "contract/core/call.ts";
import type { ImportKind } from "contract/imports/rules.ts";
import type { FileImport } from "contract/imports/schema.ts";
import { useSyncExternalStore } from "react";
import { type UploadedFile, uploadFile } from "./upload-file.ts";

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
