import type { PublicSite } from "contract/site-config/api.ts";
import type { SiteSettings } from "contract/site-config/defaults.ts";
import type { SiteConfig } from "contract/site-config/schema.ts";
import type { ConfigRow } from "./queries.ts";

/** The settings that visitors may know. */
export function toPublicSite(settings: SiteSettings, imprint: boolean, demo: boolean): PublicSite {
  return {
    contact_email: settings["contact.email"] || null,
    chat_url: settings["contact.chat_url"] || null,
    network_url: settings["social.network_url"] || null,
    imprint,
    registration_open: settings["features.registration"] && !demo,
    mobile_wishlist: settings["features.mobile_wishlist"],
    sample_data: settings["site.sample_data"],
    demo,
    default_savings_percentage: settings["pricing.default_savings_percentage"],
  };
}

/** A setting as administrators see it. */
export function toSiteConfig(row: ConfigRow): SiteConfig {
  return {
    id: row.id,
    key: row.key,
    type: row.type,
    value: row.value,
    category: row.category,
    description: row.description,
    required: row.required,
    version: row.version,
    last_modified: row.lastModified?.toISOString() ?? null,
  };
}
