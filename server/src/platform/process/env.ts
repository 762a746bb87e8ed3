import { isIP } from "node:net";
import { resolve } from "node:path";
import { ProcessRole } from "contract/health/api.ts";
import { z } from "zod";
import { sizes } from "./sizes.ts";
import { StartError } from "./start-error.ts";

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

const repository = resolve(import.meta.dirname, "../../../..");

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max, {
      message: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number);

const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, { message: `must be one of ${values.join(", ")}` });

const trueOrFalse = oneOf(["true", "false"]).transform((text) => text === "true");

const onOrOff = oneOf(["on", "off"]).transform((text) => text === "on");

const url = (...schemes: string[]) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)), {
      message: `must be an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}`,
    })
    .transform((text) => text.replace(/(?<!\/)\/+$/, ""));

const webUrl = url("https", "http");

/** An address with a path at most, of letters that need no escape anywhere. */
const siteUrl = webUrl.refine(
  (text) => {
    const { origin, pathname } = new URL(text);
    return text === origin + pathname.replace(/\/$/, "") && /^(?:\/|(?:\/[\w~-][\w.~-]*)+)$/.test(pathname);
  },
  { message: "must be an address such as https://example.com or https://example.com/games" },
);

const positiveNumber = z
  .string()
  .refine((text) => Number.isFinite(Number(text)) && Number(text) > 0, { message: "must be a number above 0" })
  .transform(Number);

const proxies = z.string().transform((text, context): false | number | string[] => {
  if (text === "false" || text === "0") return false;
  if (text === "true") return 1;
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const addresses = text.split(",").map((address) => address.trim());
  if (addresses.every(isAddressOrNetwork)) return addresses;
  context.addIssue("must be true, false, a number of proxies, or a list of addresses");
  return z.NEVER;
});

function isAddressOrNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

const subscriptionSource = /^([a-z0-9][a-z0-9-]{0,39})=((gamepass|psplus):([a-z0-9-]{1,40})(?::([A-Z]{2}))?)$/;

/** Pairs of a plan and the list that names its games. */
const subscriptionSources = z.string().transform((text, context) => {
  const read = text.split(",").map((pair) => {
    const [, plan, source, kind, list, country] = subscriptionSource.exec(pair.trim()) ?? [];
    const isLocale = kind === "psplus" && /^[a-z]{2}-[a-z]{2}$/.test(list!) && !country;
    if (kind !== "gamepass" && !isLocale) return null;
    return { plan: plan!, source: source!, kind: kind as "gamepass" | "psplus", list: list!, country: country ?? "US" };
  });
  const sources = read.filter((source) => source !== null);
  if (new Set(sources.map(({ plan }) => plan)).size === read.length) return sources;
  context.addIssue("must name each plan once, such as pc=gamepass:ID-OF-A-LIST, extra=psplus:en-us");
  return z.NEVER;
});

/** Addresses, with commas or spaces between them. */
const webUrls = z.string().transform((text, context) => {
  const addresses = [...new Set(text.split(/[\s,]+/).filter(Boolean))];
  if (addresses.every((address) => webUrl.safeParse(address).success)) return addresses;
  context.addIssue("must hold addresses that begin with https:// or http://, with commas between them");
  return z.NEVER;
});

const databaseUrl = url("postgresql", "postgres");
const feedUrl = url("https", "http", "file");

/** What the operator sets (spec/operations 2). URLs end without a slash. */
const variables = z.object({
  /** `web` serves visitors, `worker` runs jobs, polls, mail and backups, `all` does both. */
  ROLE: oneOf(ProcessRole.options).default("all"),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  /** Where visitors reach the site: absolute links, redirects, the allowed origin. With a path, all of it is below. */
  PUBLIC_URL: siteUrl.optional(),
  DATA_DIR: z.string().default("data"),
  /** Keys are derived from it; by default a file in the data folder holds it. */
  SECRET_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{32,200}$/, "must have 32 to 200 letters, digits and signs, without spaces")
    .optional(),
  /** By default the embedded PostgreSQL. */
  DATABASE_URL: databaseUrl.optional(),
  /** The same database as the owner of its tables, who migrates; by default the user of DATABASE_URL. */
  DATABASE_OWNER_URL: databaseUrl.optional(),
  ADMIN_USERNAME: z
    .string()
    .regex(/^[\w-]{3,32}$/, "must be 3 to 32 letters, digits, _ or -")
    .default("admin"),
  ADMIN_EMAIL: z
    .string()
    .regex(/^[^\s@]+@[^\s@]+$/, "must be an email address")
    .default("admin@localhost.localdomain"),
  /** By default generated, and printed once. */
  ADMIN_PASSWORD: z
    .string()
    .refine((text) => text.length >= 6 && text.length <= 128, { message: "must have 6 to 128 characters" })
    .optional(),
  /** The sample catalogue for anyone to try, reset every hour; it needs a database of its own. */
  DEMO: onOrOff.default(false),
  SAMPLE_CATALOGUE: trueOrFalse.default(true),
  /** By default mail goes to `outbox` in the data folder. */
  SMTP_URL: url("smtp", "smtps").optional(),
  MAIL_FROM: z.string().includes("@", { message: "must hold an email address" }).optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: webUrl.default("https://accounts.google.com"),
  STEAM_OPENID_URL: webUrl.default("https://steamcommunity.com/openid/login"),
  STEAM_WEB_API_KEY: z.string().optional(),
  STEAM_WEB_API_URL: webUrl.default("https://api.steampowered.com"),
  STEAM_STORE_URL: webUrl.default("https://store.steampowered.com"),
  GOG_CATALOG_URL: webUrl.default("https://catalog.gog.com"),
  EPIC_FREE_GAMES_URL: webUrl.default("https://store-site-backend-static.ak.epicgames.com/freeGamesPromotions"),
  STEAM_IMAGE_URL: webUrl.default("https://shared.akamai.steamstatic.com"),
  DISCORD_URL: webUrl.default("https://discord.com"),
  /** The bot that writes to chats; without one Telegram is not offered. */
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d+:[\w-]+$/, "must be the token of a bot, such as 123456:ABC-DEF")
    .optional(),
  TELEGRAM_URL: webUrl.default("https://api.telegram.org"),
  CDKEYS_FEED_URL: feedUrl.optional(),
  OTHER_FEED_URL: feedUrl.optional(),
  /** Lets webhooks, push messages, ntfy and the feeds that administrators add reach private networks. */
  WEBHOOK_ALLOW_PRIVATE: onOrOff.default(false),
  ECB_RATES_URL: feedUrl.default("https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml"),
  /** Whether games, and prices, are read from the stores; by default as was chosen when the site was set up. */
  CATALOGUE_SYNC: onOrOff.optional(),
  PRICE_SYNC: onOrOff.optional(),
  /** Lists from which the games of plans are read daily (docs/spec/subscriptions.md 3). */
  SUBSCRIPTION_SOURCES: subscriptionSources.default([]),
  GAME_PASS_URL: webUrl.default("https://catalog.gamepass.com"),
  MICROSOFT_CATALOG_URL: webUrl.default("https://displaycatalog.mp.microsoft.com"),
  PLAYSTATION_URL: webUrl.default("https://www.playstation.com"),
  /** Pages and feeds from which bundles are read daily (docs/spec/bundles.md 2). */
  BUNDLE_SOURCES: webUrls.default([]),
  /** Seconds for which a stopping process still serves, reporting that it is not ready: for load balancers. */
  STOP_GRACE: wholeNumber(0, 60).default(0),
  /** Every night the catalogue, and the prices of stores with a licence, become files that anyone may read. */
  OPEN_DATA: oneOf(["on", "off"])
    .transform((text) => text === "on")
    .default(false),
  /** For how long public responses are cached, and then served while they are renewed; 0 = each is created. */
  CACHE_SECONDS: wholeNumber(0, 3_600).default(60),
  /** The most memory that the prices of markets may take, in MB; those not used for longest are read again when needed. */
  PRICE_BOOKS_MB: wholeNumber(16, 65_536).default(sizes.priceBooksMb),
  /** The number of proxies in front, or their addresses. */
  TRUST_PROXY: proxies.default(false),
  RATE_LIMIT_SCALE: positiveNumber.default(1),
  /** By default there are no scheduled backups. */
  BACKUP_DIR: z.string().optional(),
  BACKUP_KEEP: wholeNumber(1, 1_000).default(14),
  /** Names the latest version, which the panel shows once a day; by default nobody is asked. */
  UPDATE_URL: webUrl.optional(),
  LOG_LEVEL: oneOf(logLevels).default("info"),
  /** By default metrics are served on the site's own port, to holders of the token, if there is one. */
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_HOST: z.string().default("127.0.0.1"),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/-]{16,}$/, "must have 16 or more letters, digits or any of - . _ ~ + /")
    .optional(),
  /** The OpenTelemetry collector that traces are sent to. */
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional(),
  /** The part of requests and jobs that is traced: 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .refine((text) => Number(text) >= 0 && Number(text) <= 1, { message: "must be a number from 0 to 1" })
    .transform(Number)
    .default(1),
  /** `development`: pages are built on request and refresh on save. */
  NODE_ENV: z.string().optional(),
});

/** What a demo ignores. */
const outside = [
  ...["SMTP_URL", "GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET", "STEAM_WEB_API_KEY", "TELEGRAM_BOT_TOKEN"],
  ...["CDKEYS_FEED_URL", "OTHER_FEED_URL", "UPDATE_URL", "OTEL_EXPORTER_OTLP_ENDPOINT", "BACKUP_DIR"],
] as ("SMTP_URL" | "BACKUP_DIR")[];
const quiet = { catalogueSync: false, priceSync: false, subscriptionSources: [], bundleSources: [] };

type Variables = z.output<typeof variables>;
type CamelCase<Name extends string> =
  Lowercase<Name> extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Lowercase<Name>;

/** The variables in camel case; paths are absolute. */
export type Env = { [Name in Extract<keyof Variables, string> as CamelCase<Name>]: Variables[Name] } & {
  publicUrl: string;
  otlpEndpoint: string | undefined;
  traceShare: number;
  development: boolean;
};

export type Role = Env["role"];

/**
 * Reads the environment. Empty variables count as unset; relative paths start at the repository.
 * Throws StartError, one line that names the first invalid variable but not its value, which may be a secret.
 */
export function parseEnv(environment: Record<string, string | undefined>): Env {
  const given = Object.entries(environment).filter(([, value]) => value?.trim());
  const parsed = variables.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    const [problem] = parsed.error.issues;
    throw new StartError(`${problem?.path.join(".")} ${problem?.message}`);
  }
  const set = parsed.data;
  if (set.DATABASE_OWNER_URL && !set.DATABASE_URL) {
    throw new StartError("DATABASE_OWNER_URL requires DATABASE_URL: it connects to that database as its owner");
  }
  if (Boolean(set.GOOGLE_CLIENT_ID) !== Boolean(set.GOOGLE_CLIENT_SECRET)) {
    const missing = set.GOOGLE_CLIENT_ID ? "GOOGLE_CLIENT_SECRET" : "GOOGLE_CLIENT_ID";
    throw new StartError(`${missing} must be set too: Google sign-in needs both the id and the secret`);
  }
  // it sends nothing and reads nothing outside
  if (set.DEMO) for (const name of outside) delete set[name];
  const camelCased = Object.keys(variables.shape).map((name) => [
    name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    set[name as keyof Variables],
  ]);
  return {
    ...Object.fromEntries(camelCased),
    ...(set.DEMO && quiet),
    publicUrl: set.PUBLIC_URL ?? `http://localhost:${set.PORT}`,
    dataDir: resolve(repository, set.DATA_DIR),
    backupDir: set.BACKUP_DIR && resolve(repository, set.BACKUP_DIR),
    otlpEndpoint: set.OTEL_EXPORTER_OTLP_ENDPOINT,
    traceShare: set.OTEL_TRACES_SAMPLER_ARG,
    development: set.NODE_ENV === "development",
  };
}
