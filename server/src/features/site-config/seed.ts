import { defaultSettings } from "contract/site-config/defaults.ts";
import { storedValue } from "contract/site-config/rules.ts";
import type { Db } from "../../platform/db/connect.ts";
import { siteConfig } from "./table.ts";

/** Adds the settings that are new in this version of the site; existing ones keep their values. */
export async function seedSiteConfig(db: Db): Promise<void> {
  const rows = Object.entries(defaultSettings).map(([key, { type, value, category, description }]) => ({
    key,
    type,
    value: storedValue(value),
    category,
    description,
  }));
  await db.insert(siteConfig).values(rows).onConflictDoNothing({ target: siteConfig.key });
}
