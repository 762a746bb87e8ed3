import { type SettingKey, shippedSettings } from "contract/site-config/catalogue.ts";
import { storedValue } from "contract/site-config/rules.ts";
import { ne, sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { siteConfig } from "./table.ts";

/** Says whether the catalogue is the bundled sample, which every page then mentions (decisions.md section 1). */
export async function markSampleData(db: Db, isSample: boolean, now: Date): Promise<void> {
  const key: SettingKey = "site.sample_data";
  const { type, category, description } = shippedSettings[key];
  const value = storedValue(isSample);
  await db
    .insert(siteConfig)
    .values({ key, type, category, description, value })
    .onConflictDoUpdate({
      target: siteConfig.key,
      set: { value, version: sql`${siteConfig.version} + 1`, lastModified: now },
      setWhere: ne(siteConfig.value, value),
    });
}
