import { usDollar } from "contract/core/money.ts";
import { firstCountry } from "contract/markets/regions.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { Db } from "../../platform/db/connect.ts";
import { sql } from "../../platform/db/drizzle.ts";
import { type Random, randomFrom } from "../../platform/process/random.ts";
import { counts } from "../games/import/match.ts";
import type { ImportRow } from "../games/import/row.ts";
import type { SampleListing } from "../prices/seed.ts";
import { markSampleData } from "../site-config/commands.ts";

/** Stores of the sample in addition to the initial four, with the addresses of their searches. */
const sampleStores: { store: StoreKey; search: string; isKeyShop?: true }[] = [
  { store: "epic", search: "https://store.epicgames.com/en-US/browse?q=" },
  { store: "humble", search: "https://www.humblebundle.com/store/search?search=" },
  { store: "fanatical", search: "https://www.fanatical.com/en/search?search=" },
  { store: "greenmangaming", search: "https://www.greenmangaming.com/search?query=" },
  { store: "gamersgate", search: "https://www.gamersgate.com/games/?query=" },
  { store: "gamebillet", search: "https://www.gamebillet.com/search?q=" },
  { store: "instantgaming", search: "https://www.instant-gaming.com/en/search/?q=", isKeyShop: true },
  { store: "kinguin", search: "https://www.kinguin.net/listing?phrase=", isKeyShop: true },
];
const share = 0.3;

/** Markets of the sample in addition to the first one, with their rates to the dollar. */
const sampleMarkets = [
  { country: "GB", currency: "GBP", rate: 0.84 },
  { country: "DE", currency: "EUR", rate: 0.98 },
];

/** The stores that sell a sample game and their usual prices, by market; deterministic by seed. */
export function listingsOf(row: ImportRow, seed: number): SampleListing[][] {
  const random = randomFrom(seed * 31 + 7);
  const american = [...fileListings(row), ...generatedListings(row, random)];
  return [
    american,
    ...sampleMarkets.map(({ rate, ...market }) =>
      american
        .filter(({ store }) => store === "steam" || random() < 0.7)
        .map((listing) => ({ ...listing, ...market, typicalMinor: roundPrice(listing.typicalMinor * rate) })),
    ),
  ];
}

const firstMarket = { country: firstCountry, currency: usDollar };

/** The listings in the sample's file. */
function fileListings(row: ImportRow): SampleListing[] {
  const listing = (store: StoreKey, typicalMinor: number | null | undefined, link: string | null): SampleListing[] =>
    typeof typicalMinor === "number"
      ? [{ ...firstMarket, store, typicalMinor, link, inStock: store === "cdkeys" ? (row.cdkeys_stock ?? null) : null }]
      : [];
  // links to the stores' searches, since generated product links would be dead
  const search = encodeURIComponent(row.title);
  return [
    ...listing(
      "steam",
      row.steam_price,
      row.steam_appid ? `https://store.steampowered.com/app/${row.steam_appid}/` : null,
    ),
    ...listing("gog", row.gog_price, `https://www.gog.com/en/games?query=${search}`),
    ...listing("cdkeys", row.cdkeys_price, `https://www.cdkeys.com/catalogsearch/result/?q=${search}`),
    ...listing("other", row.null_price, null),
  ];
}

/** Listings of some more stores, with prices around Steam's. */
function generatedListings({ title, steam_price: listPrice }: ImportRow, random: Random): SampleListing[] {
  if (!listPrice) return [];
  return sampleStores.flatMap(({ store, search, isKeyShop }): SampleListing[] => {
    if (random() >= share) return [];
    const link = search + encodeURIComponent(title);
    if (!isKeyShop) return [{ ...firstMarket, store, typicalMinor: listPrice, link, inStock: null }];
    const typicalMinor = roundPrice(listPrice * (0.6 + random() * 0.35));
    return [{ ...firstMarket, store, typicalMinor, link, inStock: random() > 0.1 }];
  });
}

/** Rounds a price to minor units that end in 9; free stays free. */
function roundPrice(minor: number): number {
  return minor === 0 ? 0 : Math.max(9, Math.round(minor / 10) * 10 - 1);
}

/** Enables the stores and markets of the sample. */
export async function enableForSample(tx: Db): Promise<void> {
  await tx.execute(sql`update stores set enabled = true where key = any(${sql.param(storeKeys)}::text[])`);
  await tx.execute(sql`update markets set enabled = true where country = any(${sql.param(countries)}::text[])`);
}

/**
 * Disables stores and markets that only the sample had, unless an administrator has changed or chosen them. A site that
 * would have no market keeps those that it has.
 */
async function disableAfterSample(tx: Db): Promise<void> {
  const onlySample = sql`enabled and version = 1 and not exists (select from offers where`;
  const storesLeft = sql`key = any(${sql.param(storeKeys)}::text[]) and ${onlySample} offers.store = stores.key)`;
  const marketsLeft = sql`
    country = any(${sql.param(countries)}::text[]) and ${onlySample} offers.country = markets.country)`;
  const othersStay = sql`exists (select from markets where enabled and not (${marketsLeft}))`;
  // an update without a change would still notify listeners
  const { rows } = await tx.execute<{ stores: boolean; markets: boolean }>(sql`
    select exists (select from stores where ${storesLeft}) as stores,
      exists (select from markets where ${marketsLeft}) and ${othersStay} as markets
  `);
  if (rows[0]!.stores) await tx.execute(sql`update stores set enabled = false where ${storesLeft}`);
  if (rows[0]!.markets) await tx.execute(sql`update markets set enabled = false where ${marketsLeft}`);
}

const storeKeys = sampleStores.map(({ store }) => store);
const countries = sampleMarkets.map(({ country }) => country);

/**
 * Deletes sample games that no staged row matches; the others lose their sample prices and history and become real.
 * Returns the number of deleted games.
 */
export async function retireSample(tx: Db, now: Date): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    delete from games
    where sample and not exists (select from staged_games staged where staged.game_id = games.id and ${counts})
    returning id
  `);
  for (const table of ["offers", "price_history", "voided_records", "price_overrides", "game_prices"]) {
    await tx.execute(sql`
      delete from ${sql.identifier(table)} where game_id in (select id from games where sample)
    `);
  }
  await tx.execute(sql`update games set sample = false, updated_at = ${now} where sample`);
  return rows.length;
}

/** Records whether sample games are left, and returns it. */
export async function recordSample(tx: Db, now: Date): Promise<boolean> {
  const { rows } = await tx.execute<{ sample: boolean }>(sql`select exists (select from games where sample) as sample`);
  const { sample } = rows[0]!;
  if (!sample) await disableAfterSample(tx);
  await markSampleData(tx, sample, now);
  return sample;
}
