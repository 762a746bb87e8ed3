import type { Change } from "../../../platform/db/changes/changes.ts";
import { isDatabaseUnreachable } from "../../../platform/db/unreachable.ts";
import { cacheOfLatest } from "../../../platform/process/latest.ts";
import { sizes } from "../../../platform/process/sizes.ts";
import type { ReadDetails } from "../queries.ts";
import { type Details, noPrices } from "./rows.ts";

/** Caches the prices of the games that were shown last, until they change. */
export interface DetailsCache {
  /**
   * Those of these games in a country, by id, with those of each store on request. Complete unless the database is
   * unreachable.
   */
  read(country: string, ids: readonly number[], withStores: boolean): Promise<ReadonlyMap<number, Details>>;
  /** Forgets what a committed change is about. */
  handleChange(change: Change): void;
}

/** Games times countries; about 1 KB each. */
const maxEntries = sizes.resultCacheMb * 1_250;

export function createDetailsCache(readDetails: ReadDetails): DetailsCache {
  const known = cacheOfLatest<Details>(maxEntries);
  const countries = new Set<string>();
  let changes = 0;
  const keyOf = (country: string, id: number) => `${country} ${id}`;
  return {
    async read(country, ids, withStores) {
      const found = new Map<number, Details>();
      const missing: number[] = [];
      for (const id of ids) {
        const details = known.get(keyOf(country, id));
        if (details && (details.stores !== undefined || !withStores)) found.set(id, details);
        else missing.push(id);
      }
      if (missing.length === 0) return found;
      const changesBefore = changes;
      const rows = await readDetails(country, missing, withStores).catch((error: unknown) => {
        if (!isDatabaseUnreachable(error)) throw error;
        return null;
      });
      if (!rows) return found;
      for (const id of missing) found.set(id, { prices: noPrices, stores: null });
      for (const { gameId, ...details } of rows) found.set(gameId, details);
      // what was read may be older than a change that arrived meanwhile
      if (changes !== changesBefore) return found;
      countries.add(country);
      for (const id of missing) known.set(keyOf(country, id), found.get(id)!);
      return found;
    },
    handleChange(change) {
      changes += 1;
      if (change === "*") known.clear();
      else for (const country of countries) for (const id of change) known.delete(keyOf(country, id));
    },
  };
}
