import type { PublicSite } from "contract/site-config/api.ts";
import type { SiteSettings } from "contract/site-config/catalogue.ts";

/** The settings that visitors may know. */
export function toPublicSite(settings: SiteSettings): PublicSite {
  return {
    contact_email: settings["contact.email"] || null,
    chat_url: settings["contact.chat_url"] || null,
    network_url: settings["social.network_url"] || null,
    registration_open: settings["features.registration"],
    mobile_wishlist: settings["features.mobile_wishlist"],
    sample_data: settings["site.sample_data"],
    default_savings_percentage: settings["pricing.default_savings_percentage"],
  };
}
