import { z } from "zod";
import { isCurrencyCode } from "../core/currencies.ts";
import { CountryCode, Id } from "../core/parameters.ts";
import { regionGroups } from "../markets/regions.ts";
import { launchers } from "../prices/launchers.ts";
import { StoreKey } from "../stores/store-key.ts";
import { bundleItemKinds, bundleKinds, bundleLimits, bundleTexts } from "./rules.ts";

export const BundleKind = z.enum(bundleKinds);
export const BundleItemKind = z.enum(bundleItemKinds);

const Currency = z.string().refine(isCurrencyCode, "Expected the code of a currency, such as EUR");
const Price = z.object({ amount: z.number().positive(bundleTexts.amount), currency: Currency });

/** A price and what it brings, with decimal amounts. */
export const Tier = z.object({
  price: Price.nullable().meta({ description: "`null` = not known" }),
  prices: z.record(CountryCode, Price).meta({ description: "Prices of countries that differ, by country" }),
  cumulative: z.boolean().meta({ description: "Whether it brings the items of the tiers before it" }),
  addon: z.boolean().meta({ description: "Whether it is bought on top of another tier" }),
  choose: z.number().int().min(1).max(bundleLimits.items).nullable().meta({ description: "How many can be chosen" }),
});

const isPlace = (place: string) => {
  const name = place.replace(/^!/, "");
  return /^[A-Z]{2}$/.test(name) || regionGroups.includes(name);
};
/** Countries and groups of them; with `!` an exception. */
const Place = z.string().refine(isPlace, "Expected the code of a country, or of a group such as EU");

/** What every view of an item has. */
export const ItemFacts = z.object({
  title: z.string().trim().min(1, bundleTexts.title).max(bundleLimits.title).meta({ description: "As it is sold" }),
  kind: BundleItemKind,
  tier: z.number().int().min(1).nullable().meta({ description: "The first tier that brings it, from 1" }),
  activates_on: z.array(z.enum(launchers)).meta({ description: "Empty = not known" }),
  activates_in: z
    .array(Place)
    .min(1, "Expected a place, or null")
    .max(bundleLimits.countries)
    .nullable()
    .meta({ description: "Countries and groups, `!CN` = except; `null` = not stated" }),
});

const Item = ItemFacts.extend({ game_id: Id.nullable().meta({ description: "`null` = none, or not matched" }) });

const Moment = z.iso.datetime({ offset: true, error: "Expected a time such as 2026-01-31T18:00:00Z" });

/** What every view of a bundle has. */
const Facts = z.object({
  store: StoreKey,
  title: z.string().trim().min(1, bundleTexts.title).max(bundleLimits.title),
  address: z.url({ protocol: /^https?$/, error: bundleTexts.address }).max(bundleLimits.address),
  kind: BundleKind,
  begins_at: Moment.nullable(),
  ends_at: Moment.nullable().meta({ description: "`null` = not known" }),
  redeem_by: z.iso.date().nullable().meta({ description: "Keys must be redeemed before this day" }),
});

/** The fields of a bundle that administrators edit. */
export const BundleFields = Facts.extend({
  countries: z.array(CountryCode).max(bundleLimits.countries).meta({ description: "Where it is sold; empty = all" }),
  complete: z.boolean().meta({ description: "Whether all its items are listed" }),
  games: z
    .number()
    .int()
    .min(1)
    .max(bundleLimits.games)
    .nullable()
    .meta({ description: "Number of games, if they are not all listed" }),
  tiers: z.array(Tier).max(bundleLimits.tiers),
  items: z.array(Item).max(bundleLimits.items),
});
export type BundleFields = z.output<typeof BundleFields>;

const AdminItem = Item.extend({
  game: z.object({ id: z.number().int(), title: z.string() }).nullable(),
  steam_appid: z.number().int().nullable(),
  waits: z.boolean().meta({ description: "Whether its match waits for review" }),
});

/** A bundle in the panel's list. */
export const BundleRow = Facts.extend({
  id: z.number().int(),
  complete: z.boolean(),
  games: z.number().int().nullable(),
  items: z.number().int(),
  unmatched: z.number().int().meta({ description: "Games and DLC without a game of the catalogue" }),
  edited: z.boolean().meta({ description: "Changed by hand: imports leave it as it is" }),
  shown: z.boolean().meta({ description: "Whether visitors see it now" }),
  version: z.number().int(),
  updated_at: z.string(),
}).meta({ id: "BundleRow" });
export type BundleRow = z.output<typeof BundleRow>;

/** A bundle as administrators see it. */
export const AdminBundle = BundleFields.extend({
  id: z.number().int(),
  items: z.array(AdminItem),
  edited: z.boolean(),
  shown: z.boolean(),
  version: z.number().int(),
  updated_at: z.string(),
}).meta({ id: "AdminBundle" });
export type AdminBundle = z.output<typeof AdminBundle>;

/** One daily reading of an address of BUNDLE_SOURCES. */
export const BundleReading = z
  .object({
    id: z.number().int(),
    source: z.string().meta({ description: "Its address, with keys masked" }),
    state: z.enum(["applied", "held", "failed"]),
    at: z.string(),
    seen: z.number().int().meta({ description: "Bundles of games that it listed" }),
    problem: z.string().nullable().meta({ description: "Why it is held, or failed" }),
  })
  .meta({ id: "BundleReading" });
export type BundleReading = z.output<typeof BundleReading>;

/** What lists, feeds and the page of a bundle state. */
export const BundleSummary = Facts.extend({
  id: z.number().int(),
  from_price: z.number().nullable().meta({ description: "The lowest price, in `currency`; `null` = not known" }),
  currency: z.string().nullable(),
  games: z.number().int().nullable().meta({ description: "How many games it has; `null` = not known" }),
});
export type BundleSummary = z.output<typeof BundleSummary>;

/** How many games a list names of each bundle. */
export const namedGames = 4;

/** A bundle in the list of those on sale. */
export const ListedBundle = BundleSummary.extend({
  titles: z.array(z.string()).meta({ description: `Of its first games as they are sold, at most ${namedGames}` }),
}).meta({ id: "ListedBundle" });
export type ListedBundle = z.output<typeof ListedBundle>;

/** The bundles of a game, as its page names them. */
export const GameBundle = BundleSummary.pick({
  id: true,
  title: true,
  store: true,
  from_price: true,
  currency: true,
  games: true,
  ends_at: true,
}).meta({ id: "GameBundle" });
export type GameBundle = z.output<typeof GameBundle>;

const BundleGame = z.object({
  id: z.number().int(),
  title: z.string(),
  best_price: z.number().nullable(),
  best_store: StoreKey.nullable(),
  currency: z.string(),
});

/** A bundle with its tiers and items, for a country. */
export const Bundle = BundleSummary.extend({
  complete: z.boolean(),
  tiers: z.array(
    z.object({
      price: z.number().nullable(),
      currency: z.string().nullable(),
      cumulative: z.boolean(),
      addon: z.boolean(),
      choose: z.number().int().nullable(),
    }),
  ),
  items: z.array(
    ItemFacts.extend({
      game: BundleGame.nullable().meta({ description: "With its best price today" }),
      works_here: z.boolean().meta({ description: "Whether it activates in the country" }),
    }),
  ),
  saving: z
    .object({
      tier: z.number().int(),
      price: z.number(),
      separately: z.number(),
      saving: z.number(),
      currency: z.string(),
    })
    .nullable()
    .meta({ description: "Against today's prices; only with a complete list and known prices in one currency" }),
}).meta({ id: "Bundle" });
export type Bundle = z.output<typeof Bundle>;
