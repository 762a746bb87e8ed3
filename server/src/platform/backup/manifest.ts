import { createHash, createHmac } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import type { SecretKey } from "../process/secret-key.ts";
import { StartError } from "../process/start-error.ts";
import { isSameSecret } from "../process/token.ts";
import { Bound, Count, Name, SchemaName, SequenceValue, TypeName } from "./forms.ts";
import { quoted } from "./tables.ts";

/** What a backup holds. Written last: a folder without it is no backup. Anything unknown is rejected. */
const Manifest = z.strictObject({
  /** Grows when older programs could no longer read the backup. */
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** Of the site, whose data it is; null before 1.0.0. */
  version: z
    .string()
    .regex(/^[\w.+-]{1,50}$/, "is not a version")
    .nullable()
    .default(null),
  /** The version of its server, as PostgreSQL reports it. */
  postgresql: z.string().max(200),
  /** The migrations that the database had, each by its time in the journal. */
  migrations: z.array(Count).max(10_000),
  /** The version of the job queue's tables, which migrate themselves; null without them. */
  jobQueue: Count.nullable(),
  tables: z
    .array(
      z.strictObject({
        schema: SchemaName,
        name: Name,
        partitioned: z.boolean(),
        columns: z.array(z.strictObject({ name: Name, type: TypeName })).max(1_600),
        /** The rows in PostgreSQL's own text form (COPY), compressed with Zstandard. */
        file: z.string().regex(/^\w{1,9}-\w{1,200}\.copy\.zst$/, "is not the name of a table's file"),
        rows: Count,
        bytes: Count,
        sha256: z.string().regex(/^[\da-f]{64}$/, "is not a SHA-256"),
      }),
    )
    .max(10_000)
    .superRefine((tables, context) => {
      rejectRepeated(tables.map(quoted), context);
      for (const { columns } of tables)
        rejectRepeated(
          columns.map(({ name }) => name),
          context,
        );
    }),
  partitions: z
    .array(z.strictObject({ schema: SchemaName, name: Name, of: z.string().max(200), bound: Bound }))
    .max(100_000)
    .superRefine((partitions, context) => rejectRepeated(partitions.map(quoted), context)),
  sequences: z
    .array(z.strictObject({ schema: SchemaName, name: Name, lastValue: SequenceValue }))
    .max(10_000)
    .superRefine((sequences, context) => rejectRepeated(sequences.map(quoted), context)),
});
export type Manifest = z.infer<typeof Manifest>;

function rejectRepeated(names: readonly string[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  const repeated = names.find((name) => seen.size === seen.add(name).size);
  if (repeated !== undefined) context.addIssue({ code: "custom", message: `has ${repeated} twice` });
}

export type BackedUpTable = Manifest["tables"][number];

export const manifestName = "manifest.json";
/** What `sha256sum --check` reads. */
const manifestSumName = "manifest.json.sha256";
/** A keyed hash of the manifest, which holds the sums of all files: only the site's key could have made it. */
const signatureName = "manifest.json.signature";

/** Some 10,000 tables. */
const maxManifestBytes = 16 * 1024 * 1024;

/** `mine`: by this site's key. `other`: by another key, or the manifest was changed. */
export type Signature = "mine" | "other" | "none";

/** Without a secret key the backup is not signed. */
export async function writeManifest(folder: string, manifest: Manifest, secretKey?: SecretKey | null): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  const durably = { mode: 0o600, flush: true };
  await writeFile(join(folder, manifestSumName), `${sha256(text)}  ${manifestName}\n`, durably);
  if (secretKey) await writeFile(join(folder, signatureName), `${signatureOf(text, secretKey)}\n`, durably);
  await writeFile(join(folder, manifestName), text, durably);
}

/**
 * The manifest of a backup that is whole, and whose it is. Throws StartError that names the first thing that is not as
 * it was written, or has no known form.
 */
export async function verifyBackup(
  folder: string,
  secretKey?: SecretKey | null,
): Promise<{ manifest: Manifest; signature: Signature }> {
  const found = await readSignedManifest(folder, secretKey);
  for (const table of found.manifest.tables) {
    const hash = createHash("sha256");
    const { file, bytes } = await openPart(folder, table.file);
    if (bytes !== table.bytes) {
      await file.close();
      throw damaged(table.file);
    }
    // no larger than the file: most are tiny, and so much memory for each would keep the garbage collector busy
    const highWaterMark = Math.min(Math.max(bytes, 1), 1024 * 1024);
    await pipeline(file.createReadStream({ highWaterMark }), hash).catch((cause) => {
      throw new StartError(`A file of the backup cannot be read: ${table.file} (${cause.code})`, { cause });
    });
    if (hash.digest("hex") !== table.sha256) throw damaged(table.file);
  }
  return found;
}

export function damaged(file: string): StartError {
  return new StartError(`${file} of the backup is damaged: its checksum differs; use another backup`);
}

/** Without a look at the rows. Throws StartError. */
export async function readManifest(folder: string): Promise<Manifest> {
  return (await readSignedManifest(folder, null)).manifest;
}

async function readSignedManifest(folder: string, secretKey: SecretKey | null | undefined) {
  const text = await readText(folder, manifestName);
  const sum = await readText(folder, manifestSumName);
  if (!sum.startsWith(`${sha256(text)} `)) {
    throw new StartError(`${manifestName} of the backup is damaged; use another backup`);
  }
  const data = parseJson(text);
  const format = z.looseObject({ format: z.int() }).safeParse(data).data?.format ?? 0;
  if (format > 1)
    throw new StartError("This backup was created by a newer version of the site; restore it with that version");
  const { data: manifest, error } = Manifest.safeParse(data);
  if (error) throw new StartError(`${manifestName} of the backup was not written by this site: ${problemOf(error)}`);
  return { manifest, signature: await readSignature(folder, text, secretKey) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new StartError(`${manifestName} of the backup was not written by this site: invalid JSON`, { cause });
  }
}

/** The first problem, with the place, such as `tables.3.name is not …`. */
function problemOf({ issues: [first] }: z.ZodError): string {
  return `${first!.path.join(".")} ${first!.message}`.trim().slice(0, 300);
}

async function readSignature(folder: string, text: string, key: SecretKey | null | undefined): Promise<Signature> {
  const written = await readText(folder, signatureName).catch(() => null);
  if (written === null) return "none";
  if (!key) return "other";
  return isSameSecret(written.trim(), signatureOf(text, key)) ? "mine" : "other";
}

async function readText(folder: string, name: string): Promise<string> {
  const { file, bytes } = await openPart(folder, name).catch((cause) => {
    throw new StartError(`Incomplete backup: ${cause.message}`, { cause });
  });
  try {
    if (bytes > maxManifestBytes) throw new StartError(`${name} of the backup is too large`);
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}

/** Opens a file of the folder itself: a link, pipe or device could be anything. Throws StartError. */
export async function openPart(folder: string, name: string): Promise<{ file: FileHandle; bytes: number }> {
  // without O_NONBLOCK, opening a pipe would wait for its writer
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(join(folder, name), flags).catch((cause) => {
    const reason = cause.code === "ELOOP" ? "it is a link" : cause.code;
    throw new StartError(`${name} of the backup cannot be read (${reason})`, { cause });
  });
  const found = await file.stat();
  if (found.isFile()) return { file, bytes: found.size };
  await file.close();
  throw new StartError(`${name} of the backup is not a file`);
}

function signatureOf(text: string, secretKey: SecretKey): string {
  return createHmac("sha256", secretKey.derive("manifests of backups")).update(text).digest("hex");
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
