import type { SiteSettings } from "contract/site-config/catalogue.ts";
import { readSettings } from "contract/site-config/rules.ts";
import type { Db } from "../db/connect.ts";
import { siteConfig } from "./table.ts";

/** The settings that the code reads; one whose stored value is not usable counts as shipped. */
export async function readSiteSettings(db: Db): Promise<SiteSettings> {
  const rows = await db.select({ key: siteConfig.key, value: siteConfig.value }).from(siteConfig);
  return readSettings(new Map(rows.map(({ key, value }) => [key, value])));
}
