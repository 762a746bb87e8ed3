export type ConfigType = "string" | "number" | "boolean" | "json";

interface Shipped<T> {
  type: ConfigType;
  value: T;
  category: string;
  description: string;
}

const text = (value: string, category: string, description: string): Shipped<string> => ({
  type: "string",
  value,
  category,
  description,
});
const flag = (value: boolean, category: string, description: string): Shipped<boolean> => ({
  type: "boolean",
  value,
  category,
  description,
});
const number = (value: number, category: string, description: string): Shipped<number> => ({
  type: "number",
  value,
  category,
  description,
});

/** The settings that ship with the site, each read by it while it runs (decisions.md section 7). */
export const shippedSettings = {
  "pricing.default_savings_percentage": number(60, "pricing", "Average savings shown while no price can be compared"),
  "features.mobile_wishlist": flag(true, "features", "Show the wishlist link on small screens"),
  "features.registration": flag(true, "features", "Let visitors register"),
  "contact.email": text("", "contact", "Address shown on the contact page; messages are sent there too"),
  "contact.chat_url": text("", "contact", "Community chat; hidden while empty"),
  "social.network_url": text("", "social", "Page on a social network; hidden while empty"),
  "wishlist.max_items": number(1000, "wishlist", "Most games that one wishlist holds"),
  "site.sample_data": flag(false, "site", "The catalogue is the bundled sample; every page says so"),
};

type Shipping = typeof shippedSettings;
export type SettingKey = keyof Shipping;
export type SiteSettings = { [K in SettingKey]: Shipping[K]["value"] };
