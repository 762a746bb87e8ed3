import type { ExchangeRates } from "contract/markets/schema.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { asc, max } from "../../../platform/db/drizzle.ts";
import { exchangeRates } from "./table.ts";

/** The latest rates in units per euro, by currency; null until they have been fetched. */
export async function readRates(db: Db): Promise<ExchangeRates | null> {
  const { currency, rate, day } = exchangeRates;
  const rows = await db.select({ currency, rate, day }).from(exchangeRates).orderBy(asc(currency));
  const [first] = rows;
  return first ? { day: first.day, rates: Object.fromEntries(rows.map((row) => [row.currency, row.rate])) } : null;
}

/** When the rates were last fetched; null = never. */
export async function findLastFetch(db: Db): Promise<Date | null> {
  const [found] = await db.select({ at: max(exchangeRates.fetchedAt) }).from(exchangeRates);
  return found?.at ?? null;
}
