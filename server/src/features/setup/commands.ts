import { AppError, invalid } from "contract/core/errors.ts";
import type { MailServer } from "contract/setup/api.ts";
import type { GameSourceChoice, SettingKey } from "contract/site-config/defaults.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { Db } from "../../platform/db/connect.ts";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { encrypt } from "../../platform/process/encryption.ts";
import type { Env } from "../../platform/process/env.ts";
import type { SecretKey } from "../../platform/process/secret-key.ts";
import { type Actor, recordChange } from "../audit/commands.ts";
import { changeMarket } from "../markets/commands.ts";
import { listAllMarkets } from "../markets/queries.ts";
import { changeConfig } from "../site-config/commands-admin.ts";
import { findMailServer, mailServerKey, mailServerName } from "../site-config/queries-mail.ts";
import { seedSiteConfig } from "../site-config/seed.ts";
import { siteSecrets } from "../site-config/table.ts";
import { changeStore, type ShownPrices } from "../stores/commands.ts";
import { listStores } from "../stores/queries.ts";

/** What was enabled already is now chosen too: otherwise it would be disabled with the sample. */
const notChanged = sql`version = 1`;

/** Enables the markets of these countries and disables all others. Throws `invalid`, naming the first unknown one. */
export function chooseCountries(db: Db, editor: Actor, countries: readonly string[], now: Date): Promise<void> {
  return db.transaction(async (tx) => {
    const markets = await listAllMarkets(tx);
    requireKnown("countries", countries, new Set(markets.map(({ country }) => country)), "country");
    // the chosen ones first: one market must always be enabled
    const isChosen = ({ country }: { country: string }) => countries.includes(country);
    for (const market of markets.toSorted((a, b) => Number(isChosen(b)) - Number(isChosen(a)))) {
      await changeMarket(tx, editor, market.country, { enabled: isChosen(market) }, now);
    }
    await tx.execute(sql`
      update markets set version = version + 1 where ${notChanged} and country = any(${sql.param(countries)}::text[])
    `);
    await pollSoon(tx);
  });
}

/** What stores need of prices. */
export type SetupPrices = ShownPrices;

/** Enables these stores and disables all others. Throws `invalid`, naming the first unknown one. */
export function chooseStores(
  db: Db,
  prices: ShownPrices,
  editor: Actor,
  keys: readonly StoreKey[],
  now: Date,
): Promise<void> {
  return db.transaction(async (tx) => {
    await prices.lockPrices(tx);
    const stores = await listStores(tx);
    requireKnown("stores", keys, new Set(stores.map(({ key }) => key)), "store");
    for (const { key } of stores) {
      await changeStore(tx, prices, editor, key, { fields: { enabled: keys.includes(key) } }, now);
    }
    await tx.execute(sql`
      update stores set version = version + 1 where ${notChanged} and key = any(${sql.param(keys)}::text[])
    `);
  });
}

export interface MailSetting {
  env: Pick<Env, "smtpUrl" | "mailFrom">;
  secretKey: SecretKey;
}

/** Chooses the mail server; `null` = mail is saved as files. Throws `conflict` where the environment names one. */
export function chooseMail(
  db: Db,
  { env, secretKey }: MailSetting,
  editor: Actor,
  server: MailServer | null,
  now: Date,
): Promise<void> {
  if (env.smtpUrl !== undefined) throw new AppError("conflict", "SMTP_URL names the mail server: change it there");
  return db.transaction(async (tx) => {
    const before = await findMailServer(tx, { env, secretKey });
    if (server === null) await tx.delete(siteSecrets).where(eq(siteSecrets.name, mailServerName));
    else {
      const value = encrypt(mailServerKey(secretKey), JSON.stringify(server));
      await tx
        .insert(siteSecrets)
        .values({ name: mailServerName, value, updatedAt: now })
        .onConflictDoUpdate({ target: siteSecrets.name, set: { value, updatedAt: now } });
    }
    await recordChange(tx, editor, {
      action: "UPDATE",
      resourceType: "site_config",
      resourceKey: mailServerName,
      description: server === null ? "Removed the mail server" : "Chose the mail server",
      oldValue: before.url === undefined ? null : { server: hostOf(before.url), from: before.from ?? null },
      newValue: server && { server: hostOf(server.url), from: server.from },
    });
  });
}

/** Without name and password. */
const hostOf = (url: string) => new URL(url).host;

const gamesFrom: SettingKey = "sync.games_from";

/**
 * Chooses which games and prices are read, and has them read at once. Throws `conflict` where the environment decides
 * that nothing is read.
 */
export function chooseCatalogue(
  db: Db,
  env: Pick<Env, "catalogueSync">,
  editor: Actor,
  games: GameSourceChoice,
  now: Date,
): Promise<void> {
  if (env.catalogueSync === false && games !== "none")
    throw new AppError("conflict", "CATALOGUE_SYNC=off decides that no games are read: remove it");
  return db.transaction(async (tx) => {
    // a command may run before the first start
    await seedSiteConfig(tx);
    await changeConfig(tx, editor, gamesFrom, { value: games }, now);
    await pollSoon(tx);
  });
}

/** What is chosen is read at once, not at the next full minute. */
const pollSoon = (tx: Db) => enqueue(tx, "price-polls", [{ chosen: true }]);

function requireKnown(path: string, chosen: readonly string[], known: ReadonlySet<string>, what: string): void {
  const index = chosen.findIndex((one) => !known.has(one));
  if (index !== -1) throw invalid([{ path: `${path}.${index}`, msg: `Unknown ${what}: ${chosen[index]}` }]);
}

/** The answers to the questions; those that are absent are skipped. */
export interface SetupAnswers {
  countries?: readonly string[] | undefined;
  stores?: readonly StoreKey[] | undefined;
  mail?: MailServer | null | undefined;
  catalogue?: GameSourceChoice | undefined;
}

/** Answers several questions, all or none. */
export function answerSetup(
  db: Db,
  deps: MailSetting & { env: Pick<Env, "catalogueSync">; prices: ShownPrices },
  editor: Actor,
  { countries, stores, mail, catalogue }: SetupAnswers,
  now: Date,
): Promise<void> {
  return db.transaction(async (tx) => {
    if (stores) await chooseStores(tx, deps.prices, editor, stores, now);
    if (countries) await chooseCountries(tx, editor, countries, now);
    if (mail !== undefined) await chooseMail(tx, deps, editor, mail, now);
    if (catalogue) await chooseCatalogue(tx, deps.env, editor, catalogue, now);
  });
}
