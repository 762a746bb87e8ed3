import type { Market } from "contract/markets/schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { Db } from "../../../platform/db/connect.ts";
import type { JobHandler } from "../../../platform/jobs/work.ts";
import { updateForecasts } from "./commands-forecast.ts";

export interface ForecastJobOptions {
  db: Db;
  /** The default market. */
  market(): Market;
  listStores(): readonly { key: StoreKey; kind: string }[];
}

/** Forecasts are made on the first Monday of a month, for games on sale then on a later one, and compared on each. */
export function forecastJobs({ db, market, listStores }: ForecastJobOptions): JobHandler[] {
  async function run(): Promise<void> {
    const stores = listStores()
      .filter(({ kind }) => kind === "official")
      .map(({ key }) => key);
    await updateForecasts(db, { market: market(), stores, now: new Date() });
  }
  return [{ queue: "sale-forecasts", schedule: "23 4 * * 1", run }];
}
