import { hasBlanks, textsWithBlanks } from "contract/content-strings/defaults/legal.ts";
import { nameTexts } from "contract/content-strings/defaults/names.ts";
import { shippedTexts } from "contract/content-strings/defaults.ts";
import { pluralOf, variablesFor, variablesIn } from "contract/content-strings/variables.ts";
import { AppError } from "contract/core/errors.ts";
import type { Order } from "contract/core/sorting.ts";
import { sourceLanguage } from "contract/languages/language.ts";
import type { SiteLanguage } from "contract/languages/schema.ts";
import type { Db } from "../../platform/db/connect.ts";
import { and, asc, count, desc, eq, inArray, type SQL, sql } from "../../platform/db/drizzle.ts";
import { containsWords } from "../../platform/db/search.ts";
import { users } from "../users/table.ts";
import { contentStrings, contentStringVersions, languages } from "./table.ts";

/** The texts of the site in its languages. */
export interface SiteTexts {
  /** Those that visitors can choose, English first. */
  languages: readonly SiteLanguage[];
  /**
   * Every text by its key, in English where the translation is missing; names of genres and tags that are not edited
   * have none in English. Another language than theirs is English.
   */
  in(language?: string): Record<string, string>;
}

/** Reads the languages that visitors can choose, with their texts. */
export async function readSiteTexts(db: Db): Promise<SiteTexts> {
  const enabled = await db
    .select({ tag: languages.tag, name: languages.name, direction: languages.direction })
    .from(languages)
    .where(eq(languages.enabled, true))
    .orderBy(sql`${languages.tag} <> ${sourceLanguage}`, languages.tag);
  const isShown = inArray(
    contentStrings.language,
    enabled.map(({ tag }) => tag),
  );
  // one object a language: rows would take three times as long to read
  const { rows } = await db.execute<{ language: string; texts: string }>(sql`
    select language, json_object_agg(key, current_value)::text as texts
    from ${contentStrings} where ${isShown} group by language`);
  const unread = new Map(rows.map(({ language, texts }) => [language, texts]));
  const textsOf = (language: string): Record<string, string> => JSON.parse(unread.get(language) ?? "{}");
  const source = withoutStatedNames(textsOf(sourceLanguage));
  const read = new Map([[sourceLanguage, source]]);
  return {
    languages: enabled,
    // a language's texts are read at their first use: a start need not wait for all of them
    in(language = sourceLanguage) {
      const known = read.get(language);
      if (known || !unread.has(language)) return known ?? source;
      const texts = { ...source, ...withoutBlanks(textsOf(language), source) };
      read.set(language, texts);
      unread.delete(language);
      return texts;
    },
  };
}

/** Names of genres and tags that are not edited are shown as games state them. */
function withoutStatedNames(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([key, value]) => nameTexts[key] !== value));
}

/** A translation whose blanks are filled in English only is left out. */
function withoutBlanks(texts: Record<string, string>, source: Record<string, string>): Record<string, string> {
  const left = textsWithBlanks.filter((key) => hasBlanks(texts[key] ?? "") && !hasBlanks(source[key] ?? ""));
  if (left.length === 0) return texts;
  const kept = { ...texts };
  for (const key of left) delete kept[key];
  return kept;
}

export type StringRow = typeof contentStrings.$inferSelect;

export type StringSort = "key" | "current_value" | "category" | "last_modified";

export interface StringFilters {
  search?: string;
  category?: string | undefined;
}

const sortColumns: Record<StringSort, SQL> = {
  // the same on every database, whatever its locale
  key: sql`${contentStrings.key} collate "C"`,
  current_value: sql`${contentStrings.foldedValue} collate "C"`,
  category: sql`${contentStrings.category} collate "C"`,
  last_modified: sql`${contentStrings.lastModified}`,
};

/** A page of the texts, and how many match the filters; never edited ones come last when sorted by edit time. */
export async function listStrings(
  db: Db,
  filters: StringFilters,
  { sort, order, limit, offset }: { sort: StringSort; order: Order; limit: number; offset: number },
): Promise<{ strings: StringRow[]; total: number }> {
  const where = matches(filters);
  const direction = sql.raw(order);
  const [strings, total] = await Promise.all([
    db
      .select()
      .from(contentStrings)
      .where(where)
      .orderBy(sql`${sortColumns[sort]} ${direction} nulls last`, sql`${contentStrings.id} ${direction}`)
      .limit(limit)
      .offset(offset),
    db.$count(contentStrings, where),
  ]);
  return { strings, total };
}

/** The texts that match the filters, by key. */
export function listAllStrings(db: Db, filters: StringFilters): Promise<StringRow[]> {
  return db.select().from(contentStrings).where(matches(filters)).orderBy(sortColumns.key);
}

/** How many texts each category has, by its name. */
export function countCategories(db: Db): Promise<{ category: string; count: number }[]> {
  return db
    .select({ category: contentStrings.category, count: count() })
    .from(contentStrings)
    .where(eq(contentStrings.language, sourceLanguage))
    .groupBy(contentStrings.category)
    .orderBy(sortColumns.category);
}

/** Throws `not_found`. */
export async function requireString(db: Db, id: number): Promise<StringRow> {
  const [string] = await db.select().from(contentStrings).where(eq(contentStrings.id, id));
  if (!string) throw noString();
  return string;
}

/** Throws `not_found`, also for a translation. Locks the English text until the end of the transaction. */
export async function lockString(tx: Db, id: number): Promise<StringRow> {
  const [string] = await lockStrings(tx, { ids: [id] });
  if (!string) throw noString();
  return string;
}

/** The existing ones of these English texts, locked in a fixed order to prevent deadlocks. */
export function lockStrings(tx: Db, by: { ids: number[] } | { keys: string[] }): Promise<StringRow[]> {
  const isRequested = "ids" in by ? inArray(contentStrings.id, by.ids) : inArray(contentStrings.key, by.keys);
  return tx
    .select()
    .from(contentStrings)
    .where(and(isRequested, eq(contentStrings.language, sourceLanguage)))
    .orderBy(asc(contentStrings.id))
    .for("update");
}

function noString(): AppError {
  return new AppError("not_found", "Content string not found");
}

export interface VersionRow {
  id: number;
  value: string;
  createdAt: Date;
  createdBy: number | null;
  /** `null` = the site, or a deleted account. */
  username: string | null;
  changeReason: string | null;
}

/** A page of the versions of a text, newest first, and their number. */
export async function listVersions(
  db: Db,
  contentStringId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ versions: VersionRow[]; total: number }> {
  const ofString = eq(contentStringVersions.contentStringId, contentStringId);
  const [versions, total] = await Promise.all([
    db
      .select({
        id: contentStringVersions.id,
        value: contentStringVersions.value,
        createdAt: contentStringVersions.createdAt,
        createdBy: contentStringVersions.createdBy,
        username: users.username,
        changeReason: contentStringVersions.changeReason,
      })
      .from(contentStringVersions)
      .leftJoin(users, eq(users.id, contentStringVersions.createdBy))
      .where(ofString)
      .orderBy(desc(contentStringVersions.id))
      .limit(limit)
      .offset(offset),
    db.$count(contentStringVersions, ofString),
  ]);
  return { versions, total };
}

/** A version of this text. Throws `not_found`. */
export async function requireVersion(db: Db, contentStringId: number, id: number) {
  const [version] = await db
    .select({
      value: contentStringVersions.value,
      sourceVersion: contentStringVersions.sourceVersion,
      createdAt: contentStringVersions.createdAt,
    })
    .from(contentStringVersions)
    .where(and(eq(contentStringVersions.id, id), eq(contentStringVersions.contentStringId, contentStringId)));
  if (!version) throw new AppError("not_found", "Version not found");
  return version;
}

/** Whether this version of the site ships the text. */
export function isShipped({ key }: Pick<StringRow, "key">): boolean {
  return Object.hasOwn(shippedTexts, key) || pluralOf(key, shippedTexts) !== null;
}

/** Whether only an earlier version shipped the text. It is kept, as it may have been edited, and needs no translation. */
export function isUnused(row: Pick<StringRow, "key" | "customVariables">): boolean {
  return row.customVariables === null && !isShipped(row);
}

/** The names in braces that the text's value must contain, and those that it may contain besides. */
export function variablesOf({
  key,
  language,
  customVariables,
  currentValue,
}: Pick<StringRow, "key" | "language" | "customVariables" | "currentValue">): ReturnType<typeof variablesFor> {
  if (isShipped({ key })) return variablesFor(key, shippedTexts, language);
  return { required: customVariables ?? variablesIn(currentValue), optional: [] };
}

function matches({ search = "", category }: StringFilters): SQL | undefined {
  const keyAndValue = [sql`lower(${contentStrings.key})`, contentStrings.foldedValue];
  return and(
    eq(contentStrings.language, sourceLanguage),
    containsWords(search, keyAndValue),
    category ? eq(contentStrings.category, category) : undefined,
  );
}
