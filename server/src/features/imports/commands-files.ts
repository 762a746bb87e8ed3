import { mkdir, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "contract/core/errors.ts";
import type { ImportKind } from "contract/imports/rules.ts";
import { type FreeBytes, freeBytesOf, reservedBytes } from "../../platform/files/free-space.ts";

/** The files of imports. */
export interface UploadFolder {
  /** The uploaded file. The extension decides how a catalogue file is read. */
  fileOf(upload: { id: number; kind: ImportKind; name: string }): string;
  /** Its rejected rows. */
  rejectedOf(id: number): string;
  /** The bytes that may be written before only the reserve is left; negative if there is less. */
  room(): Promise<number>;
  /** Throws `unavailable` when so many bytes would fill the disk. */
  requireRoom(bytes: number): Promise<void>;
  remove(path: string): Promise<void>;
}

/** `freeBytes`: of the disk, which the embedded database is on too. */
export function uploadFolder(dataDir: string, freeBytes: FreeBytes = () => freeBytesOf(dataDir)): UploadFolder {
  const folder = join(dataDir, "uploads");
  const room = async () => (await freeBytes()) - reservedBytes;
  return {
    fileOf({ id, kind, name }) {
      const [ending] = kind === "games" ? (/\.[a-z]+(\.gz)?$/i.exec(name) ?? [""]) : [".feed"];
      return join(folder, `${id}${ending.toLowerCase()}`);
    },
    rejectedOf: (id) => join(folder, `${id}.rejected.csv`),
    async requireRoom(bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if ((await room()) < bytes) throw diskFull();
    },
    room,
    remove: (path) => rm(path, { force: true }),
  };
}

/** Far less than the reserve. */
const roomEveryBytes = 4 * 1024 * 1024;

/**
 * Writes bytes as they arrive, starting at `offset` of the file, while the disk has room. Returns where they end, with
 * `error` if they ended early. Throws only when nothing could be written.
 */
export async function writeContent(
  folder: UploadFolder,
  path: string,
  { offset, size }: { offset: number; size: number },
  content: AsyncIterable<Buffer>,
): Promise<{ end: number; error?: unknown }> {
  if (offset > 0) await requirePart(path, offset);
  const file = await open(path, offset === 0 ? "w" : "r+", 0o600).catch(refuseWhenFull);
  let end = offset;
  let checkRoomAt = offset;
  try {
    for await (const chunk of content) {
      if (end + chunk.length > size)
        throw new AppError("too_large", `The file has more than the announced ${size} bytes`);
      if (end >= checkRoomAt) {
        await folder.requireRoom(chunk.length);
        checkRoomAt = end + roomEveryBytes;
      }
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

export function diskFull(): AppError {
  return new AppError("unavailable", "The server's disk is full: there is no room for the file", { retryAfter: 300 });
}
