import { describe, expect, test } from "vitest";
import { type Env, parseEnv } from "./env.ts";
import { StartError } from "./start-error.ts";

test("without any variable the defaults of spec/operations 2 apply", () => {
  const env = parseEnv({});
  expect(env).toMatchObject({
    role: "all",
    stopGrace: 0,
    port: 3000,
    host: "127.0.0.1",
    publicUrl: "http://localhost:3000",
    databaseUrl: undefined,
    adminUsername: "admin",
    adminEmail: "admin@localhost.localdomain",
    adminPassword: undefined,
    sampleCatalogue: true,
    catalogueSync: undefined,
    priceSync: undefined,
    cacheSeconds: 60,
    priceBooksMb: 512,
    trustProxy: false,
    rateLimitScale: 1,
    logLevel: "info",
    development: false,
  });
  expect(env.dataDir).toMatch(/^(\/|[A-Z]:).*data$/);
});

const accepted: [variable: string, value: string, key: keyof Env, expected: unknown][] = [
  ["ROLE", "worker", "role", "worker"],
  ["STOP_GRACE", "15", "stopGrace", 15],
  ["PORT", "8080", "port", 8080],
  ["PORT", "8080", "publicUrl", "http://localhost:8080"],
  ["PORT", "0", "port", 0],
  ["PORT", "", "port", 3000],
  ["PORT", "  ", "port", 3000],
  ["HOST", "::1", "host", "::1"],
  ["PUBLIC_URL", "https://games.example/", "publicUrl", "https://games.example"],
  ["PUBLIC_URL", "https://example.org/games-prices/", "publicUrl", "https://example.org/games-prices"],
  ["PUBLIC_URL", "https://example.org/a/b_2", "publicUrl", "https://example.org/a/b_2"],
  ["DATA_DIR", "/srv/site", "dataDir", "/srv/site"],
  ["SECRET_KEY", "0123456789abcdef0123456789abcdef", "secretKey", "0123456789abcdef0123456789abcdef"],
  ["DATABASE_URL", "postgres://me:secret@db/site", "databaseUrl", "postgres://me:secret@db/site"],
  [
    "DATABASE_URL",
    "postgresql://me@localhost/site?host=/run/pg",
    "databaseUrl",
    "postgresql://me@localhost/site?host=/run/pg",
  ],
  ["SAMPLE_CATALOGUE", "false", "sampleCatalogue", false],
  ["SMTP_URL", "smtps://mail.example:465", "smtpUrl", "smtps://mail.example:465"],
  ["MAIL_FROM", "Site <site@example.com>", "mailFrom", "Site <site@example.com>"],
  ["STEAM_STORE_URL", "http://127.0.0.1:9000/", "steamStoreUrl", "http://127.0.0.1:9000"],
  ["CDKEYS_FEED_URL", "file:///srv/feed.csv", "cdkeysFeedUrl", "file:///srv/feed.csv"],
  ["ECB_RATES_URL", "file:///srv/rates.xml", "ecbRatesUrl", "file:///srv/rates.xml"],
  [
    "BUNDLE_SOURCES",
    "https://www.humblebundle.com/games, http://127.0.0.1:9000/games.rss?a=1",
    "bundleSources",
    ["https://www.humblebundle.com/games", "http://127.0.0.1:9000/games.rss?a=1"],
  ],
  [
    "SUBSCRIPTION_SOURCES",
    "pc=gamepass:fdd9e2a7-0fee, uk=gamepass:b8900d09:GB,extra=psplus:en-us",
    "subscriptionSources",
    [
      { plan: "pc", source: "gamepass:fdd9e2a7-0fee", kind: "gamepass", list: "fdd9e2a7-0fee", country: "US" },
      { plan: "uk", source: "gamepass:b8900d09:GB", kind: "gamepass", list: "b8900d09", country: "GB" },
      { plan: "extra", source: "psplus:en-us", kind: "psplus", list: "en-us", country: "US" },
    ],
  ],
  ["CATALOGUE_SYNC", "on", "catalogueSync", true],
  ["PRICE_SYNC", "on", "priceSync", true],
  ["CACHE_SECONDS", "0", "cacheSeconds", 0],
  ["PRICE_BOOKS_MB", "256", "priceBooksMb", 256],
  ["TRUST_PROXY", "true", "trustProxy", 1],
  ["TRUST_PROXY", "false", "trustProxy", false],
  ["TRUST_PROXY", "0", "trustProxy", false],
  ["TRUST_PROXY", "2", "trustProxy", 2],
  ["TRUST_PROXY", "10.0.0.1, fd00::/8,192.168.0.0/16", "trustProxy", ["10.0.0.1", "fd00::/8", "192.168.0.0/16"]],
  ["RATE_LIMIT_SCALE", "0.5", "rateLimitScale", 0.5],
  ["BACKUP_DIR", "/srv/backups", "backupDir", "/srv/backups"],
  ["BACKUP_DIR", " ", "backupDir", undefined],
  ["BACKUP_KEEP", "30", "backupKeep", 30],
  ["LOG_LEVEL", "warn", "logLevel", "warn"],
  ["METRICS_PORT", "9464", "metricsPort", 9464],
  ["METRICS_TOKEN", "a-token-of-16-or-more", "metricsToken", "a-token-of-16-or-more"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4318/", "otlpEndpoint", "http://collector:4318"],
  ["OTEL_TRACES_SAMPLER_ARG", "0.25", "traceShare", 0.25],
  ["NODE_ENV", "development", "development", true],
];

describe("accepted", () => {
  test.each(accepted)("%s=%s gives %s", (variable, value, key, expected) => {
    expect(parseEnv({ [variable]: value })[key]).toEqual(expected);
  });
});

const refused: [variable: string, value: string][] = [
  ["ROLE", "server"],
  ["STOP_GRACE", "an hour"],
  ["PORT", "http"],
  ["PORT", "65536"],
  ["PORT", "-1"],
  ["PORT", "3000.5"],
  ["PUBLIC_URL", "games.example"],
  ["PUBLIC_URL", "ftp://games.example"],
  ["PUBLIC_URL", "https://games.example/shop?a=1"],
  ["PUBLIC_URL", "https://games.example/shop#a"],
  ["PUBLIC_URL", "https://games.example/a//b"],
  ["PUBLIC_URL", "https://games.example/a/../b"],
  ["PUBLIC_URL", "https://games.example/caf%C3%A9"],
  ["PUBLIC_URL", "https://games.example/<script>"],
  ["SECRET_KEY", "too short"],
  ["SECRET_KEY", "long enough, but with spaces in between"],
  ["DATABASE_URL", "mysql://db/site"],
  ["DATABASE_URL", "secret"],
  ["DATABASE_OWNER_URL", "secret"],
  ["ADMIN_USERNAME", "no spaces"],
  ["ADMIN_EMAIL", "nobody"],
  ["ADMIN_PASSWORD", "short"],
  ["SAMPLE_CATALOGUE", "maybe"],
  ["SMTP_URL", "https://mail.example"],
  ["MAIL_FROM", "nobody"],
  ["GOOGLE_ISSUER", "accounts.google.com"],
  ["STEAM_IMAGE_URL", "//cdn"],
  ["OTHER_FEED_URL", "feed.csv"],
  ["ECB_RATES_URL", "rates.xml"],
  ["PRICE_SYNC", "true"],
  ["BUNDLE_SOURCES", "humble"],
  ["BUNDLE_SOURCES", "https://www.humblebundle.com/games,games.rss"],
  ["SUBSCRIPTION_SOURCES", "gamepass:fdd9e2a7-0fee"],
  ["SUBSCRIPTION_SOURCES", "pc=netflix:games"],
  ["SUBSCRIPTION_SOURCES", "extra=psplus:english"],
  ["SUBSCRIPTION_SOURCES", "pc=gamepass:a,pc=gamepass:b"],
  ["SUBSCRIPTION_SOURCES", "pc=gamepass:a,"],
  ["CACHE_SECONDS", "-1"],
  ["PRICE_BOOKS_MB", "8"],
  ["TRUST_PROXY", "yes"],
  ["TRUST_PROXY", "10.0.0.1/33"],
  ["TRUST_PROXY", "10.0.0.1,"],
  ["RATE_LIMIT_SCALE", "0"],
  ["RATE_LIMIT_SCALE", "many"],
  ["BACKUP_KEEP", "0"],
  ["LOG_LEVEL", "loud"],
  ["METRICS_PORT", "65536"],
  ["METRICS_TOKEN", "too short"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
  ["OTEL_TRACES_SAMPLER_ARG", "1.5"],
];

describe("refused", () => {
  test.each(refused)("%s=%s, in one line that names the variable but not its value", (variable, value) => {
    const attempt = () => parseEnv({ [variable]: value });
    expect(attempt).toThrow(StartError);
    expect(attempt).toThrow(new RegExp(`^${variable} must [^\\n]+$`));
    if (/PASSWORD|DATABASE|SECRET/.test(variable)) expect(attempt).not.toThrow(value);
  });
});

test("an owner has a database that it owns", () => {
  const owner = { DATABASE_OWNER_URL: "postgres://owner@db/site" };
  expect(() => parseEnv(owner)).toThrow(/^DATABASE_OWNER_URL requires DATABASE_URL/);
  expect(parseEnv({ ...owner, DATABASE_URL: "postgres://app@db/site" }).databaseOwnerUrl).toBe(
    owner.DATABASE_OWNER_URL,
  );
});

test("half of a Google sign-in is refused by the name of the missing half", () => {
  expect(() => parseEnv({ GOOGLE_CLIENT_ID: "id" })).toThrow(/^GOOGLE_CLIENT_SECRET must/);
  expect(() => parseEnv({ GOOGLE_CLIENT_SECRET: "secret" })).toThrow(/^GOOGLE_CLIENT_ID must/);
});
