import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { shippedTexts } from "contract/content-strings/defaults.ts";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { readSiteTexts } from "./queries.ts";
import { seedContentStrings } from "./seed.ts";
import { languages } from "./table.ts";

const { db } = await createTestDatabase();

test("a new language is a row and a file: texts that the file lacks are English", async () => {
  const folder = await mkdtemp(join(tmpdir(), "translations-"));
  const header = { "header.nav.deals": "Offerte", "header.nav.games": "Giochi", "header.nav.free": "Gratis" };
  try {
    await mkdir(join(folder, "it"));
    await writeFile(join(folder, "it", "site.json"), JSON.stringify(header));
    await db.insert(languages).values({ tag: "it", name: "Italiano", direction: "ltr", enabled: true });
    await seedContentStrings(db, pathToFileURL(`${folder}/`));
  } finally {
    await rm(folder, { recursive: true });
  }
  const texts = await readSiteTexts(db);
  expect(texts.languages.map(({ tag }) => tag)).toContain("it");
  const italian = texts.in("it");
  expect(italian).toMatchObject(header);
  expect(italian["game.comparison"]).toBe(shippedTexts["game.comparison"]);
  expect(Object.keys(italian).sort()).toEqual(Object.keys({ ...texts.in("en"), ...header }).sort());
});
