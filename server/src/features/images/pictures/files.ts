import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Files under names of letters, digits, `-` and `.`, of which the least recently used go when they grow too many. */
export interface Files {
  /** The file's bytes; null when there is none, or it cannot be read. */
  read(name: string): Promise<Buffer | null>;
  /** Writes the file whole or not at all. Rejects where the folder cannot be written. */
  write(name: string, bytes: Buffer): Promise<void>;
}

interface StoredFile {
  path: string;
  size: number;
  usedAt: number;
}

/** A use is noted in the file's access time; closer together than this, uses count as one. */
const useMs = 60_000;
/** An unfinished file this old was left behind by a process that died. */
const abandonedMs = 3_600_000;
const unfinished = ".unfinished";

/**
 * Keeps files in a folder, up to `limitBytes` in total. The folder itself is the index: it is measured once now and
 * again whenever writing has filled it, both beside the requests.
 */
export function openFiles(folder: string, limitBytes: number, onError: (error: unknown) => void): Files {
  let total = 0;
  let sweeping = false;

  // by the first letters, so that no folder gets too full
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
    // what is written from here on may be counted twice, which only brings the next measuring forward
    total = 0;
    const files = await listFiles(folder);
    let measured = files.reduce((sum, file) => sum + file.size, 0);
    if (measured > limitBytes) {
      files.sort((a, b) => a.usedAt - b.usedAt);
      for (const file of files) {
        // a little more than needed, so that the next write does not begin again
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
      await mkdir(folderOf(name), { recursive: true });
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

/** The bytes of a file, noting that it was used; null when there is none. */
async function readUsed(path: string): Promise<Buffer | null> {
  const file = await open(path).catch(nullWhenMissing);
  if (!file) return null;
  try {
    const { atimeMs, mtime } = await file.stat();
    const bytes = await file.readFile();
    if (Date.now() - atimeMs > useMs) await file.utimes(new Date(), mtime);
    // a machine that lost its power may leave a name without content
    return bytes.length > 0 ? bytes : null;
  } finally {
    await file.close();
  }
}

/** Every file in the folder's folders; abandoned ones are removed. */
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
