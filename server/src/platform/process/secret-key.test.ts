import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { createTestFolder } from "../../test/folder.ts";
import { openSecretKey } from "./secret-key.ts";
import { StartError } from "./start-error.ts";

const folder = await createTestFolder();
const secretKey = "0123456789abcdef0123456789abcdef";

test("the first start creates a file readable only by the site's user, and later ones read it", async () => {
  const dataDir = folder.path("first");
  const first = await openSecretKey({ secretKey: undefined, dataDir });
  const second = await openSecretKey({ secretKey: undefined, dataDir });
  expect(second.derive("mail")).toEqual(first.derive("mail"));
  expect((await stat(folder.path("first/secret-key"))).mode & 0o777).toBe(0o600);
  expect(await readFile(folder.path("first/secret-key"), "utf8")).toMatch(/^[\w-]{43}\n$/);
});

test("processes that start together share one key", async () => {
  const dataDir = folder.path("together");
  const keys = await Promise.all(Array.from({ length: 20 }, () => openSecretKey({ secretKey: undefined, dataDir })));
  expect(new Set(keys.map((key) => key.derive("mail").toString("hex"))).size).toBe(1);
  expect(await readdir(dataDir)).toEqual(["secret-key"]);
});

test("keys differ by purpose and by secret", async () => {
  const dataDir = folder.path("purposes");
  const generated = await openSecretKey({ secretKey: undefined, dataDir });
  const given = await openSecretKey({ secretKey, dataDir });
  const keys = [generated, given].flatMap((key) => [key.derive("mail"), key.derive("networks")]);
  expect(new Set(keys.map((key) => key.toString("hex"))).size).toBe(4);
  expect(keys.every((key) => key.length === 32)).toBe(true);
});

test("SECRET_KEY needs no file", async () => {
  await openSecretKey({ secretKey, dataDir: folder.path("unused") });
  await expect(readdir(folder.path("unused"))).rejects.toThrow("ENOENT");
});

test("an unusable file fails the start with one line that names it but not its content", async () => {
  await mkdir(folder.path("damaged"));
  await folder.write("damaged/secret-key", "short");
  await writeFile(folder.path("no-folder"), "");
  for (const name of ["damaged", "no-folder"]) {
    const opening = openSecretKey({ secretKey: undefined, dataDir: folder.path(name) });
    await expect(opening).rejects.toThrow(StartError);
    await expect(opening).rejects.toThrow(`${name}/secret-key`);
    await expect(opening).rejects.not.toThrow("short");
  }
});
