import { AppError } from "contract/core/errors.ts";
import { foldText, searchWords } from "contract/core/text.ts";
import type { SiteSettings } from "contract/site-config/defaults.ts";
import { readSettings } from "contract/site-config/rules.ts";
import type { Db } from "../../platform/db/connect.ts";
import { asc, eq, inArray, sql } from "../../platform/db/drizzle.ts";
import { siteConfig } from "./table.ts";

/** The settings that the code reads; an unusable stored value counts as the shipped one. */
export async function readSiteSettings(db: Db): Promise<SiteSettings> {
  const rows = await db.select({ key: siteConfig.key, value: siteConfig.value }).from(siteConfig);
  return readSettings(new Map(rows.map(({ key, value }) => [key, value])));
}

export type ConfigRow = typeof siteConfig.$inferSelect;

export interface ConfigFilters {
  /** Words in key or description, ignoring case and accents. */
  search: string;
  category?: string | undefined;
}

/** The settings by category and key. There are few, so they are searched in memory. */
export async function listConfigs(db: Db, { search, category }: ConfigFilters): Promise<ConfigRow[]> {
  const rows = await db
    .select()
    .from(siteConfig)
    .where(category ? eq(siteConfig.category, category) : undefined)
    // the same on every database, whatever its locale
    .orderBy(sql`${siteConfig.category} collate "C"`, sql`${siteConfig.key} collate "C"`);
  const words = searchWords(search);
  return rows.filter(({ key, description }) => {
    const text = foldText(`${key} ${description ?? ""}`);
    return words.every((word) => text.includes(word));
  });
}

/** The categories of the settings, by name. */
export async function listConfigCategories(db: Db): Promise<string[]> {
  const rows = await listConfigs(db, { search: "" });
  return [...new Set(rows.map(({ category }) => category))];
}

/** The setting with this key or id; keys begin with a letter. Throws `not_found`. */
export async function requireConfig(db: Db, keyOrId: string): Promise<ConfigRow> {
  const [config] = await db.select().from(siteConfig).where(named(keyOrId));
  if (!config) throw noConfig();
  return config;
}

/** Throws `not_found`. Locks the setting until the end of the transaction. */
export async function lockConfig(tx: Db, keyOrId: string): Promise<ConfigRow> {
  const [config] = await tx.select().from(siteConfig).where(named(keyOrId)).for("update");
  if (!config) throw noConfig();
  return config;
}

/** The existing ones of these settings, locked in a fixed order to prevent deadlocks. */
export function lockConfigs(tx: Db, ids: number[]): Promise<ConfigRow[]> {
  return tx.select().from(siteConfig).where(inArray(siteConfig.id, ids)).orderBy(asc(siteConfig.id)).for("update");
}

function named(keyOrId: string) {
  return /^\d{1,9}$/.test(keyOrId) ? eq(siteConfig.id, Number(keyOrId)) : eq(siteConfig.key, keyOrId);
}

function noConfig(): AppError {
  return new AppError("not_found", "Configuration not found");
}
