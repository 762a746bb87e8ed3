import { textDefaults } from "contract/content-strings/defaults.ts";
import { variablesIn } from "contract/content-strings/variables.ts";
import { AppError } from "contract/core/errors.ts";
import type { Order } from "contract/core/sorting.ts";
import { and, asc, count, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { containsWords } from "../../platform/db/search.ts";
import { users } from "../users/table.ts";
import { contentStrings, contentStringVersions } from "./table.ts";

/** Every text of the site by its key. */
export async function listPublicStrings(db: Db): Promise<Record<string, string>> {
  const rows = await db.select({ key: contentStrings.key, value: contentStrings.currentValue }).from(contentStrings);
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
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
    .groupBy(contentStrings.category)
    .orderBy(sortColumns.category);
}

/** Throws `not_found`. */
export async function requireString(db: Db, id: number): Promise<StringRow> {
  const [string] = await db.select().from(contentStrings).where(eq(contentStrings.id, id));
  if (!string) throw noString();
  return string;
}

/** Throws `not_found`. Locks the text until the end of the transaction. */
export async function lockString(tx: Db, id: number): Promise<StringRow> {
  const [string] = await tx.select().from(contentStrings).where(eq(contentStrings.id, id)).for("update");
  if (!string) throw noString();
  return string;
}

/** The existing ones of these texts, locked in a fixed order to prevent deadlocks. */
export function lockStrings(tx: Db, by: { ids: number[] } | { keys: string[] }): Promise<StringRow[]> {
  const isRequested = "ids" in by ? inArray(contentStrings.id, by.ids) : inArray(contentStrings.key, by.keys);
  return tx.select().from(contentStrings).where(isRequested).orderBy(asc(contentStrings.id)).for("update");
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
    .select({ value: contentStringVersions.value, createdAt: contentStringVersions.createdAt })
    .from(contentStringVersions)
    .where(and(eq(contentStringVersions.id, id), eq(contentStringVersions.contentStringId, contentStringId)));
  if (!version) throw new AppError("not_found", "Version not found");
  return version;
}

/** Whether this version of the site ships the text. Formerly shipped texts count as custom. */
export function isShipped({ key }: Pick<StringRow, "key">): boolean {
  return Object.hasOwn(textDefaults, key);
}

/** The names in braces that the text's value must contain. */
export function variablesOf(string: Pick<StringRow, "key" | "customVariables" | "currentValue">): readonly string[] {
  if (isShipped(string)) return textDefaults[string.key]!.variables;
  return string.customVariables ?? variablesIn(string.currentValue);
}

function matches({ search = "", category }: StringFilters): SQL | undefined {
  const keyAndValue = [sql`lower(${contentStrings.key})`, contentStrings.foldedValue];
  return and(containsWords(search, keyAndValue), category ? eq(contentStrings.category, category) : undefined);
}
