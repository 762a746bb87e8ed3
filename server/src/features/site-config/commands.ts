import { defaultSettings, type SettingKey } from "contract/site-config/defaults.ts";
import { storedValue } from "contract/site-config/rules.ts";
import type { Db } from "../../platform/db/connect.ts";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { siteConfig } from "./table.ts";

const sampleData: SettingKey = "site.sample_data";

/** Stores whether the catalogue is the bundled sample, which every page mentions (spec/storefront 1.3). */
export async function markSampleData(db: Db, isSample: boolean, now: Date): Promise<void> {
  const value = storedValue(isSample);
  const [found] = await db.select({ value: siteConfig.value }).from(siteConfig).where(eq(siteConfig.key, sampleData));
  // an update without a change would still notify other processes
  if (found?.value === value) return;
  const { type, category, description } = defaultSettings[sampleData];
  await db
    .insert(siteConfig)
    .values({ key: sampleData, type, category, description, value })
    .onConflictDoUpdate({
      target: siteConfig.key,
      set: { value, version: sql`${siteConfig.version} + 1`, lastModified: now },
    });
}
