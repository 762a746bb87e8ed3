import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";

const folder = import.meta.dirname;
const ending = ".backup.zst";

export const recordedSecret = "the secret of all recorded releases".replaceAll(" ", "-");
export const recordedMember = { username: "ada", email: "ada@example.com", password: "correct horse" };

/** Backups of sites of earlier versions, by version; each is one file. */
export async function listRecorded(): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ending));
  return names.map((name) => basename(name, ending)).sort();
}

/** Packs the files of a backup into one. */
export async function packBackup(from: string, version: string): Promise<{ file: string; bytes: number }> {
  const files: Record<string, string> = {};
  for (const name of await readdir(from)) files[name] = await readFile(join(from, name), "base64");
  const level = { params: { [constants.ZSTD_c_compressionLevel]: 19 } };
  const packed = zstdCompressSync(JSON.stringify(files), level);
  const file = join(folder, version + ending);
  await writeFile(file, packed);
  return { file, bytes: packed.length };
}

export async function unpackBackup(version: string, to: string): Promise<void> {
  const packed = await readFile(join(folder, version + ending));
  const files: Record<string, string> = JSON.parse(zstdDecompressSync(packed).toString("utf8"));
  await mkdir(to, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(to, name), Buffer.from(content, "base64"));
}
