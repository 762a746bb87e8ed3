import { existsSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { createTestFolder } from "../../test/folder.ts";
import { makeFolder } from "./make-folder.ts";

const folder = await createTestFolder();

test("a folder is created with those above it, once, also by several at the same time", async () => {
  const path = folder.path("a/b/c");
  await Promise.all([makeFolder(path, 0o700), makeFolder(path, 0o700)]);
  await makeFolder(path);
  expect(statSync(path).isDirectory()).toBe(true);
});

test("it fails where a part of the path is a file", async () => {
  await folder.write("file", "");
  await expect(makeFolder(folder.path("file"))).rejects.toThrow("EEXIST");
  await expect(makeFolder(folder.path("file/below"))).rejects.toThrow("EEXIST");
});

test.skipIf(!existsSync("/proc/self"))("it fails where no folder can be created", async () => {
  await expect(makeFolder("/proc/lootwise/below")).rejects.toThrow("ENOENT");
});
