import { isIP } from "node:net";
import { resolve } from "node:path";
import { ProcessRole } from "contract/health/api.ts";
import { z } from "zod";
import { StartError } from "./start-error.ts";

/** What the operator set, from the environment (spec/operations 2). URLs carry no slash at their end. */
export interface Env {
  /** What this process does: `web` answers visitors, `worker` does jobs, polls, mail and backups, `all` does both. */
  role: Role;
  port: number;
  host: string;
  /** Where visitors reach the site: absolute links, redirects, the allowed origin. */
  publicUrl: string;
  /** Absolute. */
  dataDir: string;
  /** What keys are derived from; undefined: a file in the data folder holds it. */
  secretKey: string | undefined;
  /** Undefined: the embedded PostgreSQL. */
  databaseUrl: string | undefined;
  /** The same database as the owner of its tables, who migrates; undefined: the user of `databaseUrl` is the owner. */
  databaseOwnerUrl: string | undefined;
  /** A replica of that database; undefined: everything is read from the database itself. */
  databaseReadUrl: string | undefined;
  adminUsername: string;
  adminEmail: string;
  /** Undefined: one is made up, and printed once. */
  adminPassword: string | undefined;
  sampleCatalogue: boolean;
  /** Undefined: mail goes to `outbox` in the data folder. */
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  googleClientId: string | undefined;
  googleClientSecret: string | undefined;
  googleIssuer: string;
  steamOpenidUrl: string;
  steamWebApiKey: string | undefined;
  steamWebApiUrl: string;
  steamStoreUrl: string;
  gogCatalogUrl: string;
  epicFreeGamesUrl: string;
  steamImageUrl: string;
  cdkeysFeedUrl: string | undefined;
  otherFeedUrl: string | undefined;
  priceSync: boolean;
  /** Seconds that a process told to stop still answers everything, saying that it is not ready: for proxies that ask. */
  stopGrace: number;
  /** Undefined: nobody tells the caches in front of changes. */
  cdnPurgeUrl: string | undefined;
  cdnPurgeToken: string | undefined;
  /** For how many seconds those caches may answer by themselves; undefined: for a moment only. */
  cdnMaxAge: number | undefined;
  /** How many proxies stand in front, or their addresses; false for none. */
  trustProxy: false | number | string[];
  rateLimitScale: number;
  /** Where requests are counted that are limited; undefined: the database. */
  /** Absolute; undefined: no backups by themselves. */
  backupDir: string | undefined;
  /** How many backups stay there. */
  backupKeep: number;
  logLevel: LogLevel;
  /** Undefined: metrics are served on the site's own port, to those who have the token, or not at all. */
  metricsPort: number | undefined;
  metricsHost: string;
  metricsToken: string | undefined;
  /** The OpenTelemetry collector that traces are sent to; undefined: none are made. */
  otlpEndpoint: string | undefined;
  /** Which part of the requests and jobs is traced: 0 to 1. */
  traceShare: number;
  /** Set by `npm run dev`: the browser's part is built on request and refreshes on save. */
  development: boolean;
}

export type Role = z.output<typeof ProcessRole>;

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

const repository = resolve(import.meta.dirname, "../..");

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most, {
      message: `must be a whole number from ${least} to ${most}`,
    })
    .transform(Number);

const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, { message: `must be one of ${values.join(", ")}` });

const trueOrFalse = oneOf(["true", "false"]).transform((text) => text === "true");

const url = (...schemes: string[]) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)), {
      message: `must be an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}`,
    })
    .transform((text) => text.replace(/(?<!\/)\/+$/, ""));

const webUrl = url("https", "http");

/** A site lives at the root of its origin; a path would be lost from every link. */
const origin = webUrl.refine((text) => new URL(text).href === `${text}/`, {
  message: "must be an address without a path, such as https://example.com",
});

const positiveNumber = z
  .string()
  .refine((text) => Number.isFinite(Number(text)) && Number(text) > 0, { message: "must be a number above 0" })
  .transform(Number);

const proxies = z.string().transform((text, context): Env["trustProxy"] => {
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

const variables = z.object({
  ROLE: oneOf(ProcessRole.options).default("all"),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z.string().default("data"),
  SECRET_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{32,200}$/, "must have 32 to 200 letters, digits and signs, without spaces")
    .optional(),
  DATABASE_URL: url("postgresql", "postgres").optional(),
  DATABASE_OWNER_URL: url("postgresql", "postgres").optional(),
  DATABASE_READ_URL: url("postgresql", "postgres").optional(),
  ADMIN_USERNAME: z
    .string()
    .regex(/^[\w-]{3,32}$/, "must be 3 to 32 letters, digits, _ or -")
    .default("admin"),
  ADMIN_EMAIL: z
    .string()
    .regex(/^[^\s@]+@[^\s@]+$/, "must be an email address")
    .default("admin@localhost.localdomain"),
  ADMIN_PASSWORD: z
    .string()
    .refine((text) => text.length >= 6 && text.length <= 128, { message: "must have 6 to 128 characters" })
    .optional(),
  SAMPLE_CATALOGUE: trueOrFalse.default(true),
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
  CDKEYS_FEED_URL: url("https", "http", "file").optional(),
  OTHER_FEED_URL: url("https", "http", "file").optional(),
  PRICE_SYNC: oneOf(["on", "off"])
    .transform((text) => text === "on")
    .default(false),
  STOP_GRACE: wholeNumber(0, 60).default(0),
  CDN_PURGE_URL: webUrl.optional(),
  CDN_PURGE_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, "must have letters, digits and signs, without spaces")
    .optional(),
  CDN_MAX_AGE: wholeNumber(1, 30 * 24 * 3_600).optional(),
  TRUST_PROXY: proxies.default(false),
  RATE_LIMIT_SCALE: positiveNumber.default(1),
  BACKUP_DIR: z.string().optional(),
  BACKUP_KEEP: wholeNumber(1, 1_000).default(14),
  LOG_LEVEL: oneOf(logLevels).default("info"),
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .refine((text) => Number(text) >= 0 && Number(text) <= 1, { message: "must be a number from 0 to 1" })
    .transform(Number)
    .default(1),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_HOST: z.string().default("127.0.0.1"),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/-]{16,}$/, "must have 16 or more letters, digits or any of - . _ ~ + /")
    .optional(),
  NODE_ENV: z.string().optional(),
});

/**
 * Reads the environment; an empty variable counts as unset, a relative data folder starts at the repository.
 * Throws StartError, one line that names the first bad variable and never repeats its value, which may be a secret.
 */
export function parseEnv(environment: Record<string, string | undefined>): Env {
  const given = Object.entries(environment).filter(([, value]) => value?.trim());
  const parsed = variables.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    const [problem] = parsed.error.issues;
    throw new StartError(`${problem?.path.join(".")} ${problem?.message}`);
  }
  const set = parsed.data;
  if (set.DATABASE_READ_URL && !set.DATABASE_URL) {
    throw new StartError("DATABASE_URL must be set too: DATABASE_READ_URL names a replica of that database");
  }
  if (set.DATABASE_OWNER_URL && !set.DATABASE_URL) {
    throw new StartError("DATABASE_URL must be set too: DATABASE_OWNER_URL names the owner of that database");
  }
  if (Boolean(set.GOOGLE_CLIENT_ID) !== Boolean(set.GOOGLE_CLIENT_SECRET)) {
    const missing = set.GOOGLE_CLIENT_ID ? "GOOGLE_CLIENT_SECRET" : "GOOGLE_CLIENT_ID";
    throw new StartError(`${missing} must be set too: Google sign-in needs both the id and the secret`);
  }
  if (set.CDN_MAX_AGE !== undefined && set.CDN_PURGE_URL === undefined) {
    throw new StartError(
      "CDN_PURGE_URL must be set too: without it caches would show for all of CDN_MAX_AGE what has changed",
    );
  }
  return {
    role: set.ROLE,
    port: set.PORT,
    host: set.HOST,
    publicUrl: set.PUBLIC_URL ?? `http://localhost:${set.PORT}`,
    dataDir: resolve(repository, set.DATA_DIR),
    secretKey: set.SECRET_KEY,
    databaseUrl: set.DATABASE_URL,
    databaseOwnerUrl: set.DATABASE_OWNER_URL,
    databaseReadUrl: set.DATABASE_READ_URL,
    adminUsername: set.ADMIN_USERNAME,
    adminEmail: set.ADMIN_EMAIL,
    adminPassword: set.ADMIN_PASSWORD,
    sampleCatalogue: set.SAMPLE_CATALOGUE,
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM,
    googleClientId: set.GOOGLE_CLIENT_ID,
    googleClientSecret: set.GOOGLE_CLIENT_SECRET,
    googleIssuer: set.GOOGLE_ISSUER,
    steamOpenidUrl: set.STEAM_OPENID_URL,
    steamWebApiKey: set.STEAM_WEB_API_KEY,
    steamWebApiUrl: set.STEAM_WEB_API_URL,
    steamStoreUrl: set.STEAM_STORE_URL,
    gogCatalogUrl: set.GOG_CATALOG_URL,
    epicFreeGamesUrl: set.EPIC_FREE_GAMES_URL,
    steamImageUrl: set.STEAM_IMAGE_URL,
    cdkeysFeedUrl: set.CDKEYS_FEED_URL,
    otherFeedUrl: set.OTHER_FEED_URL,
    priceSync: set.PRICE_SYNC,
    stopGrace: set.STOP_GRACE,
    cdnPurgeUrl: set.CDN_PURGE_URL,
    cdnPurgeToken: set.CDN_PURGE_TOKEN,
    cdnMaxAge: set.CDN_MAX_AGE,
    trustProxy: set.TRUST_PROXY,
    rateLimitScale: set.RATE_LIMIT_SCALE,
    backupDir: set.BACKUP_DIR && resolve(repository, set.BACKUP_DIR),
    backupKeep: set.BACKUP_KEEP,
    logLevel: set.LOG_LEVEL,
    metricsPort: set.METRICS_PORT,
    metricsHost: set.METRICS_HOST,
    metricsToken: set.METRICS_TOKEN,
    otlpEndpoint: set.OTEL_EXPORTER_OTLP_ENDPOINT,
    traceShare: set.OTEL_TRACES_SAMPLER_ARG,
    development: set.NODE_ENV === "development",
  };
}
