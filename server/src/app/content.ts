import type { GameIndex } from "../features/games/read-model/game-index.ts";
import type { Subscribers } from "../platform/db/changes/changes.ts";
import type { Foundation } from "./foundation.ts";

type Followed = Pick<
  Foundation,
  "strings" | "settings" | "stores" | "markets" | "exchangeRates" | "feeds" | "bundled" | "vouchers" | "onFollowError"
>;

/**
 * What a process does when the database announces a change: it rereads what it holds, each entry resolving when that is
 * done. Caches follow time, except that after an administrator's change (`caches`) `clearCaches` empties them, again
 * after everything that changed with it has been reread.
 */
export function followContent(
  { strings, settings, stores, markets, exchangeRates, feeds, bundled, vouchers, onFollowError }: Followed,
  gameIndex: GameIndex | null,
  clearCaches: () => void,
): Subscribers {
  const rereading = new Set<Promise<void>>();
  async function rereadBundled(): Promise<void> {
    await bundled.reload();
    gameIndex?.handleBundles();
  }
  const reread: Subscribers = {
    games: async (change) => gameIndex?.handleChange(change).catch(onFollowError),
    async stores() {
      await stores.reload();
      await rereadBundled();
    },
    bundles: rereadBundled,
    vouchers: () => vouchers.reload(),
    async markets() {
      await markets.reload();
      // which markets are enabled is part of the catalogue
      await gameIndex?.handleChange("*").catch(onFollowError);
    },
    exchange_rates: () => exchangeRates.reload(),
    product_feeds: () => feeds.reload(),
    content_strings: () => strings.reload(),
    languages: () => strings.reload(),
    site_config: () => settings.reload(),
  };
  const tracked = Object.entries(reread).map(([topic, apply]): [string, Subscribers[string]] => [
    topic,
    (change) => {
      const applying = Promise.resolve(apply(change)).finally(() => rereading.delete(applying));
      rereading.add(applying);
      return applying;
    },
  ]);
  return {
    ...Object.fromEntries(tracked),
    // the last one: the database announces it after everything else in the transaction
    async caches() {
      clearCaches();
      await Promise.all([...rereading].map((applying) => applying.then(clearCaches)));
    },
  };
}
