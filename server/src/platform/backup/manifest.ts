import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { StartError } from "../process/start-error.ts";

/** What a backup holds. Written last: a folder without it is no backup. */
const Manifest = z.strictObject({
  /** Grows when older programs could no longer read the backup. */
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** The version of its server, as PostgreSQL reports it. */
  postgresql: z.string(),
  /** The migrations that the database had, each by its time in the journal. */
  migrations: z.array(z.number()),
  /** The version of the job queue's tables, which migrate themselves; null without them. */
  jobQueue: z.int().nullable(),
  tables: z.array(
    z.strictObject({
      schema: z.string(),
      name: z.string(),
      partitioned: z.boolean(),
      columns: z.array(z.strictObject({ name: z.string(), type: z.string() })),
      /** The rows in PostgreSQL's own text form (COPY), compressed with Zstandard. */
      file: z.string().regex(/^\w+-\w+\.copy\.zst$/),
      rows: z.int(),
      bytes: z.int(),
      sha256: z.string(),
    }),
  ),
  partitions: z.array(z.strictObject({ schema: z.string(), name: z.string(), of: z.string(), bound: z.string() })),
  sequences: z.array(z.strictObject({ schema: z.string(), name: z.string(), lastValue: z.string().nullable() })),
});
export type Manifest = z.infer<typeof Manifest>;

export type BackedUpTable = Manifest["tables"][number];

export const manifestName = "manifest.json";
/** What `sha256sum --check` reads. */
const manifestSumName = "manifest.json.sha256";

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  const durably = { mode: 0o600, flush: true };
  await writeFile(join(folder, manifestSumName), `${sha256(text)}  ${manifestName}\n`, durably);
  await writeFile(join(folder, manifestName), text, durably);
}

/**
 * The manifest of a backup that is whole. Throws StartError that names the first thing that is not as it was written.
 */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  for (const { file, bytes, sha256 } of manifest.tables) {
    const found = await digestOf(join(folder, file));
    if (found.bytes !== bytes || found.sha256 !== sha256) {
      throw new StartError(`${file} of the backup is damaged: it is not what was written; use another backup`);
    }
  }
  return manifest;
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await read(join(folder, manifestName));
  const sum = await read(join(folder, manifestSumName));
  if (!sum.startsWith(`${sha256(text)} `))
    throw new StartError(`${manifestName} of the backup is damaged; use another backup`);
  const format = z.looseObject({ format: z.int() }).safeParse(JSON.parse(text)).data?.format ?? 0;
  if (format > 1) throw new StartError("A newer version of the site made this backup; restore it with that version");
  return Manifest.parse(JSON.parse(text));
}

async function read(file: string): Promise<string> {
  return readFile(file, "utf8").catch((cause) => {
    throw new StartError(`There is no whole backup: ${file} cannot be read (${cause.code})`, { cause });
  });
}

async function digestOf(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  const stream = createReadStream(file, { highWaterMark: 1024 * 1024 });
  await pipeline(stream, hash).catch((cause) => {
    throw new StartError(`A file of the backup cannot be read: ${file} (${cause.code})`, { cause });
  });
  return { bytes: stream.bytesRead, sha256: hash.digest("hex") };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
