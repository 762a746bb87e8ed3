import { randomUUID } from "node:crypto";
import { open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../../platform/files/make-folder.ts";

/** An LRU store of files whose names consist of letters, digits, `-` and `.`. */
export interface Files {
  /** The file's bytes; null when there is none, or it cannot be read. */
  read(name: string): Promise<Buffer | null>;
  /** Writes the file atomically. Rejects where the folder cannot be written. */
  write(name: string, bytes: Buffer): Promise<void>;
}

interface StoredFile {
  path: string;
  size: number;
  usedAt: number;
}

/** The resolution of access times, which record the uses of files. */
const useMs = 60_000;
/** An unfinished file this old was left behind by a process that died. */
const abandonedMs = 3_600_000;
const unfinished = ".unfinished";

/**
 * Stores files in a folder, up to `limitBytes` in total. There is no index: the folder is measured in the background,
 * when it is opened and whenever writes fill it.
 */
export function openFiles(folder: string, limitBytes: number, onError: (error: unknown) => void): Files {
  let total = 0;
  let sweeping = false;

  // by the first letters, so that no folder gets too large
  const folderOf = (name: string) => join(folder, name.slice(0, 2));

  const sweep = () => {
    if (sweeping) return;
    sweeping = true;
    void measureAndTrim()
      .catch(onError)
      .finally(() => {
        sweeping = false;
      });
  };

  const measureAndTrim = async () => {
    // concurrent writes may be counted twice, which only triggers the next sweep earlier
    total = 0;
    const files = await listFiles(folder);
    let measured = files.reduce((sum, file) => sum + file.size, 0);
    if (measured > limitBytes) {
      files.sort((a, b) => a.usedAt - b.usedAt);
      for (const file of files) {
        // deletes slightly more than needed, so that the next write does not trigger another sweep
        if (measured <= limitBytes * 0.9) break;
        await rm(file.path, { force: true });
        measured -= file.size;
      }
    }
    total += measured;
  };

  sweep();

  return {
    read: (name) =>
      readUsed(join(folderOf(name), name)).catch((error) => {
        onError(error);
        return null;
      }),
    async write(name, bytes) {
      await makeFolder(folderOf(name));
      const path = join(folderOf(name), name);
      const draft = `${path}.${randomUUID()}${unfinished}`;
      try {
        await writeFile(draft, bytes);
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      total += bytes.length;
      if (total > limitBytes) sweep();
    },
  };
}

/** The bytes of a file, updating its access time; null when there is none. */
async function readUsed(path: string): Promise<Buffer | null> {
  const file = await open(path).catch(nullWhenMissing);
  if (!file) return null;
  try {
    const { atimeMs, mtime } = await file.stat();
    const bytes = await file.readFile();
    if (Date.now() - atimeMs > useMs) await file.utimes(new Date(), mtime);
    // a power failure may leave an empty file
    return bytes.length > 0 ? bytes : null;
  } finally {
    await file.close();
  }
}

/** Every file in the subfolders; deletes abandoned drafts. */
async function listFiles(folder: string): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for (const part of (await readdir(folder).catch(nullWhenMissing)) ?? []) {
    const names = await readdir(join(folder, part));
    const found = await Promise.all(
      names.map(async (name) => {
        const path = join(folder, part, name);
        const { size, atimeMs, mtimeMs } = (await stat(path).catch(nullWhenMissing)) ?? {};
        if (size === undefined || atimeMs === undefined || mtimeMs === undefined) return null;
        if (name.endsWith(unfinished) && Date.now() - mtimeMs > abandonedMs) await rm(path, { force: true });
        return name.endsWith(unfinished) ? null : { path, size, usedAt: Math.max(atimeMs, mtimeMs) };
      }),
    );
    files.push(...found.filter((file) => file !== null));
  }
  return files;
}

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
  throw error;
}
