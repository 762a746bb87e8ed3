import { InvalidArgumentError } from "commander";
import { isCurrencyCode } from "contract/core/currencies.ts";
import { AppError } from "contract/core/errors.ts";
import { firstCountry } from "contract/markets/regions.ts";
import type { AdminMarket } from "contract/markets/schema.ts";
import { StoreKey } from "contract/stores/store-key.ts";
import type { z } from "zod";
import { listAllMarkets } from "../features/markets/queries.ts";
import { listStores, type StoreRow } from "../features/stores/queries.ts";
import type { Db } from "../platform/db/connect.ts";

/** A parser of arguments and options that rejects what the schema rejects, with its message. */
export function parsedBy<Output>(schema: z.ZodType<Output>): (text: string) => Output {
  return (text) => {
    const parsed = schema.safeParse(text);
    if (parsed.success) return parsed.data;
    throw new InvalidArgumentError(`${parsed.error.issues[0]!.message}.`);
  };
}

/** The key of a store, which may not exist. */
export const parseStoreKey = parsedBy(StoreKey);

/** A country code, in either case. */
export function parseCountry(text: string): string {
  if (/^[a-z]{2}$/i.test(text)) return text.toUpperCase();
  throw new InvalidArgumentError("Expected a two-letter country code, such as GB.");
}

/** Parses the code of a currency, in either case. */
export function parseCurrency(text: string): string {
  const code = text.trim().toUpperCase();
  if (isCurrencyCode(code)) return code;
  throw new InvalidArgumentError(`Unknown currency "${text}"; expected a code such as GBP.`);
}

/** The store of an option, enabled or not. Throws `invalid` when there is none of that key. */
export async function requireChosenStore(db: Db, key: StoreKey): Promise<StoreRow> {
  const store = (await listStores(db)).find((one) => one.key === key);
  if (store) return store;
  throw new AppError("invalid", `--store: unknown store "${key}"; list stores with: npm run cli -- stores list`);
}

/** The market of an option, enabled or not. Throws `invalid` when the country has none. */
export async function requireChosenMarket(db: Db, country = firstCountry): Promise<AdminMarket> {
  const market = (await listAllMarkets(db)).find((one) => one.country === country);
  if (market) return market;
  throw new AppError(
    "invalid",
    `--country: unknown market "${country}"; list markets with: npm run cli -- markets list`,
  );
}

/** Prints one line if visitors will not see the prices, since the market or the store is not enabled. */
export function printHidden(market: AdminMarket, store?: StoreRow): void {
  const commands = [
    ...(store && !store.enabled ? [`stores set ${store.key} --enable`] : []),
    ...(market.enabled ? [] : [`markets enable ${market.country}`]),
  ];
  if (commands.length === 0) return;
  const names = [...(store && !store.enabled ? [store.name] : []), ...(market.enabled ? [] : [market.name])];
  const what = `${names.join(" and ")} ${names.length === 1 ? "is" : "are"} not enabled`;
  console.log(
    `${what}; visitors do not see these prices. Run: ${commands.map((one) => `npm run cli -- ${one}`).join(", ")}`,
  );
}
