import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { openFiles } from "./files.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "pictures-"));
});
afterEach(() => rm(folder, { recursive: true }));

const open = (limitBytes: number) =>
  openFiles(folder, limitBytes, (error) => {
    throw error;
  });

const kilobyte = (letter: string) => Buffer.alloc(1000, letter);

const storedNames = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();

async function backdate(name: string, hours: number): Promise<void> {
  const time = new Date(Date.now() - hours * 3_600_000);
  await utimes(join(folder, name.slice(0, 2), name), time, time);
}

test("written files can be read, also after a restart, and no temporary files remain", async () => {
  const files = open(10_000);
  expect(await files.read("aa-460.webp")).toBeNull();
  await files.write("aa-460.webp", kilobyte("a"));
  expect(await open(10_000).read("aa-460.webp")).toEqual(kilobyte("a"));
  expect(await storedNames()).toEqual(["aa-460.webp"]);
});

test("over the size limit, the least recently used files are deleted", async () => {
  const files = open(4_000);
  for (const [index, name] of ["aa", "bb", "cc", "dd"].entries()) {
    await files.write(name, kilobyte(name));
    await backdate(name, 10 - index);
  }
  await files.read("aa");
  await files.write("ee", kilobyte("e"));
  await eventually(async () => expect(await storedNames()).toEqual(["aa", "dd", "ee"]));
});

test("opening trims a store over its limit, and deletes abandoned drafts", async () => {
  const files = open(10_000);
  for (const [index, name] of ["aa", "bb", "cc"].entries()) {
    await files.write(name, kilobyte(name));
    await backdate(name, 10 - index);
  }
  await mkdir(join(folder, "dd"));
  await writeFile(join(folder, "dd", "dd.1.unfinished"), "half");
  await backdate("dd.1.unfinished", 2);
  open(2_500);
  await eventually(async () => expect(await storedNames()).toEqual(["bb", "cc"]));
});

test("a file without content counts as missing", async () => {
  const files = open(10_000);
  await files.write("aa", Buffer.alloc(0));
  expect(await files.read("aa")).toBeNull();
});
