import { InvalidArgumentError } from "commander";
import { AppError } from "contract/core/errors.ts";
import { type AdminMarket, firstCountry } from "contract/markets/schema.ts";
import { StoreKey } from "contract/stores/store-key.ts";
import type { z } from "zod";
import { listAllMarkets } from "../features/markets/queries.ts";
import { listStoreKeys } from "../features/stores/queries.ts";
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
  throw new InvalidArgumentError("It must be the code of a country, such as GB.");
}

/** The store of an option, enabled or not. Throws `invalid` when there is none of that key. */
export async function requireChosenStore(db: Db, key: StoreKey): Promise<void> {
  if ((await listStoreKeys(db)).includes(key)) return;
  throw new AppError("invalid", `--store: there is no store ${key}; all are in: npm run cli -- stores list`);
}

/** The market of an option, enabled or not. Throws `invalid` when the country has none. */
export async function requireChosenMarket(db: Db, country = firstCountry): Promise<AdminMarket> {
  const market = (await listAllMarkets(db)).find((one) => one.country === country);
  if (market) return market;
  throw new AppError("invalid", `--country: there is no market ${country}; all are in: npm run cli -- markets list`);
}
