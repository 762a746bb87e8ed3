import { emailProblem } from "../accounts/rules.ts";

export const configTypes = ["string", "number", "boolean", "json"] as const;
export type ConfigType = (typeof configTypes)[number];

interface Shipped<T> {
  type: ConfigType;
  value: T;
  category: string;
  description: string;
  /** What is wrong with a value of the right type, or `null`: the site could not go by it. */
  problem(value: T): string | null;
}

const anything = () => null;

const text = (
  value: string,
  category: string,
  description: string,
  problem: (value: string) => string | null,
): Shipped<string> => ({ type: "string", value, category, description, problem });

const flag = (value: boolean, category: string, description: string): Shipped<boolean> => ({
  type: "boolean",
  value,
  category,
  description,
  problem: anything,
});

const number = (
  value: number,
  category: string,
  description: string,
  { least, most, whole = false }: { least: number; most: number; whole?: boolean },
): Shipped<number> => ({
  type: "number",
  value,
  category,
  description,
  problem: (given) =>
    given >= least && given <= most && (!whole || Number.isInteger(given))
      ? null
      : `Value must be a ${whole ? "whole " : ""}number from ${least} to ${most}`,
});

const emailOrNone = (value: string) => (value === "" ? null : emailProblem(value));
/** Pages point to these: nothing but a page elsewhere may be named. */
const pageOrNone = (value: string) =>
  value === "" || (/^https?:\/\/[^/\\]/i.test(value) && URL.canParse(value)) ? null : "Invalid URL format";

const hours = (value: number, what: string) =>
  number(value, "sync", `Hours from one reading of ${what} to the next; 0 = never`, { least: 0, most: 720 });

/** The settings that ship with the site, each read by it while it runs (spec/content-and-settings 3.4). */
export const shippedSettings = {
  "pricing.default_savings_percentage": number(60, "pricing", "Average savings shown while no price can be compared", {
    least: 0,
    most: 100,
  }),
  "features.mobile_wishlist": flag(true, "features", "Show the wishlist link on small screens"),
  "features.registration": flag(true, "features", "Let visitors register"),
  "contact.email": text("", "contact", "Address shown on the contact page; messages are sent there too", emailOrNone),
  "contact.chat_url": text("", "contact", "Community chat; hidden while empty", pageOrNone),
  "social.network_url": text("", "social", "Page on a social network; hidden while empty", pageOrNone),
  "wishlist.max_items": number(1000, "wishlist", "Most games that one wishlist holds", {
    least: 1,
    most: 100_000,
    whole: true,
  }),
  "alerts.max_per_user": number(200, "alerts", "Most price alerts that one account can have", {
    least: 1,
    most: 10_000,
    whole: true,
  }),
  "alerts.max_mails_per_day": number(
    20,
    "alerts",
    "Most mails about price alerts that one account gets on a day (UTC); the rest comes in one digest",
    { least: 1, most: 1_000, whole: true },
  ),
  "privacy.contact_origin_days": number(
    90,
    "privacy",
    "Days for which the address and the browser of a contact message are kept",
    { least: 0, most: 3_650, whole: true },
  ),
  "security.require_second_factor": flag(
    false,
    "security",
    "Administrators need a second factor; without one they reach only their profile",
  ),
  "security.admin_session_hours": number(12, "security", "Hours after which administrators must sign in again", {
    least: 1,
    most: 720,
  }),
  "security.admin_idle_minutes": number(60, "security", "Minutes without a request after which they must, too", {
    least: 5,
    most: 43_200,
  }),
  "site.sample_data": flag(false, "site", "The catalogue is the bundled sample; every page says so"),
  "site.keep_sample": flag(false, "site", "The bundled sample is wanted: the setup checklist no longer asks for games"),
  "site.setup_checklist": flag(true, "site", "Show on the dashboard what the site still needs"),
  "sync.catalogue_list": hours(24, "Steam's list of games"),
  "sync.catalogue_steam": hours(1, "the details of games at Steam that are due"),
  "sync.catalogue_gog": hours(24, "the games of GOG's catalogue"),
  "sync.steam": hours(6, "Steam's prices"),
  "sync.steam_players": hours(24, "Steam's numbers of players"),
  "sync.gog": hours(6, "GOG's catalogue"),
  "sync.cdkeys": hours(12, "CDKeys' product feed"),
  "sync.other": hours(12, "the other stores' product feed"),
  "sync.epic": hours(3, "Epic's giveaways"),
  "sync.exchange_rates": hours(24, "the European Central Bank's exchange rates"),
};

type Shipping = typeof shippedSettings;
export type SettingKey = keyof Shipping;
export type SiteSettings = { [K in SettingKey]: Shipping[K]["value"] };
