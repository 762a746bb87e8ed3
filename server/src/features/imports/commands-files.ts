import { mkdir, open, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "contract/core/errors.ts";
import type { ImportKind } from "contract/imports/rules.ts";

/** The files of imports. */
export interface UploadFolder {
  /** The uploaded file. The extension decides how a catalogue file is read. */
  fileOf(upload: { id: number; kind: ImportKind; name: string }): string;
  /** Its rejected rows. */
  rejectedOf(id: number): string;
  /** Throws `unavailable` when a file of this size would fill the disk. */
  requireRoom(bytes: number): Promise<void>;
  remove(path: string): Promise<void>;
}

/** Disk space left free for everything else. */
const reserve = 256 * 1024 * 1024;

export function uploadFolder(dataDir: string): UploadFolder {
  const folder = join(dataDir, "uploads");
  return {
    fileOf({ id, kind, name }) {
      const [ending] = kind === "games" ? (/\.[a-z]+(\.gz)?$/i.exec(name) ?? [""]) : [".feed"];
      return join(folder, `${id}${ending.toLowerCase()}`);
    },
    rejectedOf: (id) => join(folder, `${id}.rejected.csv`),
    async requireRoom(bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { bavail, bsize } = await statfs(folder);
      if (bavail * bsize < bytes + reserve) throw diskFull();
    },
    remove: (path) => rm(path, { force: true }),
  };
}

/**
 * Writes bytes as they arrive, starting at `offset` of the file. Returns where they end, with `error` if they ended
 * early. Throws only when nothing could be written.
 */
export async function writeContent(
  path: string,
  { offset, size }: { offset: number; size: number },
  content: AsyncIterable<Buffer>,
): Promise<{ end: number; error?: unknown }> {
  if (offset > 0) await requirePart(path, offset);
  const file = await open(path, offset === 0 ? "w" : "r+", 0o600).catch(refuseWhenFull);
  let end = offset;
  try {
    for await (const chunk of content) {
      if (end + chunk.length > size)
        throw new AppError("too_large", `The file has more than the announced ${size} bytes`);
      for (let at = 0; at < chunk.length; ) {
        at += (await file.write(chunk, at, chunk.length - at, end + at)).bytesWritten;
      }
      end += chunk.length;
    }
    return { end };
  } catch (error) {
    return { end, error: isDiskFull(error) ? diskFull() : error };
  } finally {
    // received bytes must survive a power failure
    await file.datasync().catch(() => {});
    await file.close();
  }
}

async function requirePart(path: string, length: number): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found && found.size >= length) return;
  throw new AppError("unavailable", "What has been uploaded lies on another machine of this site", { retryAfter: 5 });
}

function refuseWhenFull(error: unknown): never {
  throw isDiskFull(error) ? diskFull() : error;
}

const isDiskFull = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOSPC";

function diskFull(): AppError {
  return new AppError("unavailable", "The server's disk is full: there is no room for the file", { retryAfter: 300 });
}
