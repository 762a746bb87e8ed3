import {
  type BundlePrice,
  type BundleTier,
  bundleSaving,
  countGames,
  fromPrice,
  priceOfTier,
  type SinglePrice,
  worksIn,
} from "contract/bundles/rules.ts";
import type { AdminBundle, Bundle, BundleReading, BundleRow, BundleSummary } from "contract/bundles/schema.ts";
import { toAmount } from "contract/core/money.ts";
import type { Game } from "contract/games/schema.ts";
import type { BundleDbRow, CountedBundle, EditedBundle, ItemRow, listAllBundles, WholeBundle } from "./queries.ts";
import type { bundleReadings } from "./table.ts";

export function toBundleSummary({ row, listedGames }: CountedBundle, country: string): BundleSummary {
  const price = fromPrice(row.tiers, country);
  return {
    id: row.id,
    ...toFacts(row),
    from_price: price && toAmount(price.amount, price.currency),
    currency: price?.currency ?? null,
    games: countGames(row, listedGames),
  };
}

export interface BundlePrices {
  country: string;
  /** Games with their prices today, by id. */
  games: ReadonlyMap<number, Game>;
  /** The lowest price of each game that a store can deliver, in minor units. */
  deliverable: ReadonlyMap<number, number>;
}

export function toBundle({ row, items }: WholeBundle, { country, games: priced, deliverable }: BundlePrices): Bundle {
  const games = items.map(({ game }) => (game && priced.get(game.id)) ?? null);
  const listedGames = items.filter(({ item }) => item.kind === "game").length;
  const tiers = row.tiers.map(toDecimalTier);
  // a game that does not activate here saves nothing
  const singles = games.map((game, n): SinglePrice | null => {
    if (!game || !worksIn({ activates_in: items[n]!.item.activatesIn }, country)) return null;
    return { price: toAmount(deliverable.get(game.id) ?? null, game.currency), currency: game.currency };
  });
  const isOver = row.endsAt !== null && row.endsAt.getTime() <= Date.now();
  const saved = isOver ? null : bundleSaving({ ...row, tiers, items: items.map(({ item }) => item) }, singles, country);
  return {
    ...toBundleSummary({ row, listedGames }, country),
    complete: row.complete,
    tiers: tiers.map(({ cumulative, addon, choose, ...tier }) => {
      const price = priceOfTier(tier, country);
      return { price: price?.amount ?? null, currency: price?.currency ?? null, cumulative, addon, choose };
    }),
    items: items.map(({ item }, n) => {
      const game = games[n];
      return {
        ...toItemFacts(item),
        works_here: worksIn({ activates_in: item.activatesIn }, country),
        game: game
          ? {
              id: game.id,
              title: game.title,
              best_price: game.best_price,
              best_store: game.best_store,
              currency: game.currency,
            }
          : null,
      };
    }),
    saving: saved && { ...saved, price: saved.price.amount, currency: saved.price.currency },
  };
}

export function toBundleRow(found: Awaited<ReturnType<typeof listAllBundles>>["rows"][number]): BundleRow {
  const { row, shown, items, listedGames, unmatched } = found;
  return {
    id: row.id,
    ...toFacts(row),
    complete: row.complete,
    games: countGames(row, listedGames),
    items,
    unmatched,
    edited: row.edited,
    shown,
    version: row.version,
    updated_at: row.updatedAt.toISOString(),
  };
}

export function toAdminBundle({ row, items, shown, waiting }: EditedBundle): AdminBundle {
  return {
    id: row.id,
    ...toFacts(row),
    countries: row.countries,
    complete: row.complete,
    games: row.games,
    tiers: row.tiers.map(toDecimalTier),
    items: items.map(({ item, game }) => ({
      ...toItemFacts(item),
      game,
      game_id: game?.id ?? null,
      steam_appid: item.steamAppid,
      waits: item.productId !== null && waiting.has(item.productId),
    })),
    edited: row.edited,
    shown,
    version: row.version,
    updated_at: row.updatedAt.toISOString(),
  };
}

export function toBundleReading(row: typeof bundleReadings.$inferSelect): BundleReading {
  const { id, source, state, seen, problem } = row;
  return { id, source, state, at: row.at.toISOString(), seen, problem };
}

function toFacts(row: BundleDbRow) {
  return {
    store: row.store,
    title: row.title,
    address: row.address,
    kind: row.kind,
    begins_at: row.beginsAt?.toISOString() ?? null,
    ends_at: row.endsAt?.toISOString() ?? null,
    redeem_by: row.redeemBy,
  };
}

function toItemFacts(item: ItemRow["item"]) {
  return {
    title: item.title,
    kind: item.kind,
    tier: item.tier,
    activates_on: item.activatesOn,
    activates_in: item.activatesIn,
  };
}

const toDecimal = ({ amount, currency }: BundlePrice): BundlePrice => ({
  amount: toAmount(amount, currency),
  currency,
});

function toDecimalTier({ price, prices, ...same }: BundleTier): BundleTier & { prices: Record<string, BundlePrice> } {
  const byCountry = Object.entries(prices).map(([country, one]) => [country, toDecimal(one)]);
  return { ...same, price: price && toDecimal(price), prices: Object.fromEntries(byCountry) };
}
