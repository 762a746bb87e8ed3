import { emailProblem } from "../accounts/rules.ts";

export const configTypes = ["string", "number", "boolean", "json"] as const;
export type ConfigType = (typeof configTypes)[number];

interface Shipped<T> {
  type: ConfigType;
  value: T;
  category: string;
  description: string;
  /** Why the site could not use a value of the right type, or `null`. */
  problem(value: T): string | null;
}

const noProblem = () => null;

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
  problem: noProblem,
});

const number = (
  value: number,
  category: string,
  description: string,
  { min, max, whole = false }: { min: number; max: number; whole?: boolean },
): Shipped<number> => ({
  type: "number",
  value,
  category,
  description,
  problem: (given) =>
    given >= min && given <= max && (!whole || Number.isInteger(given))
      ? null
      : `Value must be a ${whole ? "whole " : ""}number from ${min} to ${max}`,
});

const emailOrNone = (value: string) => (value === "" ? null : emailProblem(value));
/** Pages link to these, so only web addresses of other sites are valid. */
const pageOrNone = (value: string) =>
  value === "" || (/^https?:\/\/[^/\\]/i.test(value) && URL.canParse(value)) ? null : "Invalid URL format";

/** Where a site without a key for Steam's list of games gets its games from; empty = nobody has chosen yet. */
export const gameSources = ["starter", "gog", "none"] as const;
export type GameSourceChoice = (typeof gameSources)[number];

const gameSourceOrNone = (value: string) =>
  value === "" || gameSources.some((source) => source === value)
    ? null
    : `Value must be one of ${gameSources.join(", ")}, or empty`;

const hours = (value: number, what: string) =>
  number(value, "sync", `Hours from one reading of ${what} to the next; 0 = never`, { min: 0, max: 720 });

/** The default settings, which the site reads while it runs (spec/content-and-settings 3.4). */
export const defaultSettings = {
  "pricing.default_savings_percentage": number(60, "pricing", "Average savings shown while no price can be compared", {
    min: 0,
    max: 100,
  }),
  "features.mobile_wishlist": flag(true, "features", "Show the wishlist link on small screens"),
  "features.registration": flag(true, "features", "Let visitors register"),
  "contact.email": text("", "contact", "Address shown on the contact page; messages are sent there too", emailOrNone),
  "contact.chat_url": text("", "contact", "Community chat; hidden while empty", pageOrNone),
  "social.network_url": text("", "social", "Page on a social network; hidden while empty", pageOrNone),
  "wishlist.max_items": number(1000, "wishlist", "Most games that one wishlist holds", {
    min: 1,
    max: 100_000,
    whole: true,
  }),
  "alerts.max_per_user": number(200, "alerts", "Most price alerts that one account can have", {
    min: 1,
    max: 10_000,
    whole: true,
  }),
  "alerts.max_mails_per_day": number(
    20,
    "alerts",
    "Most mails about price alerts that one account gets on a day (UTC); the rest comes in one digest",
    { min: 1, max: 1_000, whole: true },
  ),
  "privacy.contact_origin_days": number(
    90,
    "privacy",
    "Days for which the address and the browser of a contact message are kept",
    { min: 0, max: 3_650, whole: true },
  ),
  "security.require_second_factor": flag(
    false,
    "security",
    "Administrators need a second factor; without one they reach only their profile",
  ),
  "security.admin_session_hours": number(12, "security", "Hours after which administrators must sign in again", {
    min: 1,
    max: 720,
  }),
  "security.admin_idle_minutes": number(60, "security", "Minutes without a request after which they must, too", {
    min: 5,
    max: 43_200,
  }),
  "site.sample_data": flag(false, "site", "The catalogue is the bundled sample; every page says so"),
  "site.keep_sample": flag(false, "site", "The bundled sample is wanted: the setup checklist no longer asks for games"),
  "site.setup_checklist": flag(true, "site", "Show on the dashboard what the site still needs"),
  "sync.games_from": text(
    "",
    "sync",
    "Which games are read from stores: starter (Steam's most reviewed and GOG's catalogue), gog, none",
    gameSourceOrNone,
  ),
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

type Shipping = typeof defaultSettings;
export type SettingKey = keyof Shipping;
export type SiteSettings = { [K in SettingKey]: Shipping[K]["value"] };
