import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

export interface TestFolder {
  path(name: string): string;
  /** Writes a file and returns its path. */
  write(name: string, content: string | Buffer): Promise<string>;
}

/** Removes the folder of a site that was closed; a job that outlasted its time limit may still be writing a file. */
export const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 10 });

/** A folder for a test file, removed after its last test. */
export async function createTestFolder(): Promise<TestFolder> {
  const folder = await mkdtemp(join(tmpdir(), "test-"));
  afterAll(() => removeFolder(folder));
  const path = (name: string) => join(folder, name);
  return {
    path,
    async write(name, content) {
      await writeFile(path(name), content);
      return path(name);
    },
  };
}
