import { shippedTexts } from "contract/content-strings/defaults.ts";
import { sourceKeyOf, translatedKeys, variablesIn } from "contract/content-strings/variables.ts";
import { AppError } from "contract/core/errors.ts";
import { searchWords } from "contract/core/text.ts";
import { sourceLanguage } from "contract/languages/language.ts";
import type { AdminLanguage } from "contract/languages/schema.ts";
import type { Db } from "../../platform/db/connect.ts";
import { and, asc, eq, getTableColumns, inArray, sql } from "../../platform/db/drizzle.ts";
import { users } from "../users/table.ts";
import type { ImportTarget } from "./commands-import.ts";
import { isUnused, type StringRow } from "./queries.ts";
import { contentStrings, languages, translationProposals } from "./table.ts";

export type ProposalRow = typeof translationProposals.$inferSelect & { username: string | null };

/** An English text and its translation into a language; `row` is `null` while that is missing. */
export interface TranslationPair {
  key: string;
  language: string;
  source: StringRow;
  row: StringRow | null;
  proposal: ProposalRow | null;
}

export interface TranslationFilters {
  search?: string;
  category?: string | undefined;
  state?: "translated" | "missing" | "outdated" | "edited" | "proposed" | undefined;
}

/** All texts that a language needs, by key, with their translations. Throws `not_found` for no such language. */
export async function listTranslations(
  db: Db,
  language: string,
  { search = "", category, state }: TranslationFilters = {},
): Promise<TranslationPair[]> {
  await requireTranslated(db, language);
  const rows = await db
    .select()
    .from(contentStrings)
    .where(inArray(contentStrings.language, [sourceLanguage, language]));
  const words = searchWords(search);
  const contains = ({ key, source, row }: TranslationPair, word: string) =>
    [key.toLowerCase(), source.foldedValue, row?.foldedValue ?? ""].some((text) => text.includes(word));
  return toPairs(rows, language, await listProposals(db, language))
    .filter((pair) => !category || pair.source.category === category)
    .filter((pair) => !state || states[state](pair))
    .filter((pair) => words.every((word) => contains(pair, word)))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Whether a translation is missing, outdated or neither. */
export function stateOf(pair: TranslationPair): "translated" | "missing" | "outdated" {
  if (pair.row === null) return "missing";
  return isOutdated(pair) ? "outdated" : "translated";
}

const states: Record<NonNullable<TranslationFilters["state"]>, (pair: TranslationPair) => boolean> = {
  translated: (pair) => stateOf(pair) === "translated",
  missing: (pair) => stateOf(pair) === "missing",
  outdated: isOutdated,
  edited: ({ row }) => row?.lastModified != null,
  proposed: ({ proposal }) => proposal !== null,
};

/**
 * The translations of these keys that a language needs, with their English texts, all locked until the end of the
 * transaction: English first, and in a fixed order, to prevent deadlocks. Throws `not_found` for no such language.
 */
export async function lockTranslations(tx: Db, language: string, keys: readonly string[]): Promise<TranslationPair[]> {
  await requireTranslated(tx, language);
  const lock = (of: string, these: readonly string[]) =>
    tx
      .select()
      .from(contentStrings)
      .where(and(eq(contentStrings.language, of), inArray(contentStrings.key, [...these])))
      .orderBy(asc(contentStrings.id))
      .for("update");
  const sources = await lock(sourceLanguage, [...keys, ...keys.map((key) => sourceKeyOf(key, shippedTexts))]);
  const wanted = new Set(keys);
  const rows = [...sources, ...(await lock(language, keys))];
  return toPairs(rows, language, await listProposals(tx, language, keys)).filter(({ key }) => wanted.has(key));
}

/** The proposals in a language, or those of some keys. */
function listProposals(db: Db, language: string, keys?: readonly string[]): Promise<ProposalRow[]> {
  const { key, language: of, proposedBy } = translationProposals;
  return db
    .select({ ...getTableColumns(translationProposals), username: users.username })
    .from(translationProposals)
    .leftJoin(users, eq(users.id, proposedBy))
    .where(and(eq(of, language), keys && inArray(key, [...keys])));
}

function toPairs(rows: readonly StringRow[], language: string, proposed: readonly ProposalRow[]): TranslationPair[] {
  const byKey = (of: string) => new Map(rows.filter((row) => row.language === of).map((row) => [row.key, row]));
  const [sources, translations] = [byKey(sourceLanguage), byKey(language)];
  const used = [...sources.values()].filter((source) => !isUnused(source)).map(({ key }) => key);
  const proposals = new Map(proposed.map((one) => [one.key, one]));
  return translatedKeys(used, shippedTexts, language).flatMap((key) => {
    const source = sources.get(sourceKeyOf(key, shippedTexts));
    if (!source) return [];
    return [{ key, language, source, row: translations.get(key) ?? null, proposal: proposals.get(key) ?? null }];
  });
}

/** Whether a translation was made from an earlier English text. */
export function isOutdated({ source, row }: { source: { version: number }; row: Versioned | null }): boolean {
  return row !== null && (row.sourceVersion ?? 0) < source.version;
}

/** Whether the English text or the translation has changed since the proposal. */
export function isStaleProposal(
  { sourceVersion, baseVersion }: Pick<ProposalRow, "sourceVersion" | "baseVersion">,
  { source, row }: Pick<TranslationPair, "source" | "row">,
): boolean {
  return sourceVersion !== source.version || baseVersion !== (row?.version ?? 0);
}

type Versioned = Pick<StringRow, "sourceVersion">;

/** The translation, or the empty one that is to be filled. */
export function toTarget({ key, language, source, row }: TranslationPair): ImportTarget & { isMissing: boolean } {
  if (row) return { ...row, isMissing: false };
  const customVariables = source.customVariables ?? variablesIn(source.currentValue);
  return { key, language, customVariables, currentValue: "", lastModified: null, isMissing: true };
}

/** All languages, English first, with the state of their texts. */
export async function listLanguages(db: Db): Promise<AdminLanguage[]> {
  const { tag, name, direction, enabled, version } = languages;
  const found = await db
    .select({ tag, name, direction, enabled, version })
    .from(languages)
    .orderBy(sql`${tag} <> ${sourceLanguage}`, tag);
  const rows = await db
    .select({
      key: contentStrings.key,
      language: contentStrings.language,
      customVariables: contentStrings.customVariables,
      version: contentStrings.version,
      sourceVersion: contentStrings.sourceVersion,
      lastModified: contentStrings.lastModified,
    })
    .from(contentStrings);
  const texts = new Map(found.map((one) => [one.tag, new Map<string, (typeof rows)[number]>()]));
  for (const row of rows) if (!isUnused(row)) texts.get(row.language)?.set(row.key, row);
  const sources = texts.get(sourceLanguage)!;
  return found.map((language) => {
    const isSource = language.tag === sourceLanguage;
    const keys = isSource ? [...sources.keys()] : translatedKeys([...sources.keys()], shippedTexts, language.tag);
    const translated = keys.flatMap((key) => texts.get(language.tag)!.get(key) ?? []);
    const outdated = translated.filter((row) => {
      const source = sources.get(sourceKeyOf(row.key, shippedTexts));
      return !isSource && source && isOutdated({ source, row });
    });
    return {
      ...language,
      texts: keys.length,
      translated: translated.length,
      outdated: outdated.length,
      edited: translated.filter(({ lastModified }) => lastModified !== null).length,
    };
  });
}

/** Throws `not_found`. */
export async function requireLanguage(db: Db, tag: string): Promise<AdminLanguage> {
  const found = (await listLanguages(db)).find((language) => language.tag === tag);
  if (!found) throw noLanguage();
  return found;
}

/** Throws `not_found` for a language that the site does not have, and for English, which is not translated. */
async function requireTranslated(db: Db, tag: string): Promise<void> {
  if (tag === sourceLanguage || (await db.$count(languages, eq(languages.tag, tag))) === 0) throw noLanguage();
}

function noLanguage(): AppError {
  return new AppError("not_found", "Language not found");
}
