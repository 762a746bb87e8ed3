import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { shippedTexts } from "contract/content-strings/defaults.ts";
import { sourceKeyOf, type Texts } from "contract/content-strings/variables.ts";
import { foldText } from "contract/core/text.ts";
import { sourceLanguage } from "contract/languages/language.ts";
import type { Db } from "../../platform/db/connect.ts";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { languages } from "./table.ts";

/** A folder for each language. */
const shippedFolder = new URL("translations/", import.meta.resolve("contract/content-strings/defaults.ts"));

/**
 * Adds texts and translations that are new in this version of the site, and updates unedited ones to their new
 * defaults. Either way the value becomes a version without an author. A language whose texts were seeded last time is
 * left alone.
 */
export async function seedContentStrings(db: Db, folder = shippedFolder): Promise<void> {
  const rows = await db
    .select({ tag: languages.tag, hash: languages.shippedHash })
    .from(languages)
    // the source first: translations refer to its versions
    .orderBy(sql`${languages.tag} <> ${sourceLanguage}`, languages.tag);
  for (const { tag, hash } of rows) {
    const parts = await readParts(tag, folder);
    const shippedHash = createHash("sha256").update(parts.join("\n")).digest("base64url");
    if (hash === shippedHash) continue;
    await db.transaction(async (tx) => {
      // one process at a time: two that insert the same rows could wait for each other
      const [seeded] = await tx
        .select({ hash: languages.shippedHash })
        .from(languages)
        .where(eq(languages.tag, tag))
        .for("update");
      if (seeded?.hash === shippedHash) return;
      await seedLanguage(tx, tag, joinParts(parts));
      await tx.update(languages).set({ shippedHash }).where(eq(languages.tag, tag));
    });
  }
}

/** The shipped texts of a language by key; none for one that the site has no files of. */
export async function readShippedTexts(language: string): Promise<Texts> {
  return joinParts(await readParts(language, shippedFolder));
}

/** Its texts as JSON, which a start only compares with what was seeded last time. */
async function readParts(language: string, translations: URL): Promise<string[]> {
  if (language === sourceLanguage) return [JSON.stringify(shippedTexts)];
  const folder = new URL(`${encodeURIComponent(language)}/`, translations);
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.sort().map((name) => readFile(new URL(name, folder), "utf8")));
}

function joinParts(parts: readonly string[]): Texts {
  return Object.assign({}, ...parts.map((part) => JSON.parse(part)));
}

async function seedLanguage(tx: Db, language: string, texts: Texts): Promise<void> {
  const rows = Object.entries(texts).map(([key, value]) => {
    const source = sourceKeyOf(key, shippedTexts);
    const category = key.slice(0, key.indexOf("."));
    return { key, source, sourceValue: shippedTexts[source], category, value, folded: foldText(value) };
  });
  // one parameter: thousands of them take longer to send than to insert
  await tx.execute(sql`
    with changed as (
      insert into content_strings as present (key, language, category, current_value, folded_value, source_version)
      select shipped.key, ${language}, shipped.category, shipped.value, shipped.folded,
        -- made from the shipped English text: outdated where it has been edited
        source.version - (source.current_value <> shipped."sourceValue")::int
      from json_to_recordset(${JSON.stringify(rows)})
        as shipped (key text, source text, "sourceValue" text, category text, value text, folded text)
      left join content_strings source
        on ${language} <> ${sourceLanguage} and source.language = ${sourceLanguage} and source.key = shipped.source
      on conflict (key, language) do update set
        category = excluded.category,
        current_value = excluded.current_value,
        folded_value = excluded.folded_value,
        source_version = excluded.source_version,
        version = present.version + 1
      where present.last_modified is null
        and (present.current_value, present.category) is distinct from (excluded.current_value, excluded.category)
      returning id, current_value, source_version
    )
    insert into content_string_versions (content_string_id, value, source_version)
    select id, current_value, source_version from changed
  `);
}
