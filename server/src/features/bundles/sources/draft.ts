import { bundleLimits } from "contract/bundles/rules.ts";
import { BundleFields, ItemFacts, Tier } from "contract/bundles/schema.ts";
import { StoreKey } from "contract/stores/store-key.ts";
import { z } from "zod";
import { largestInteger } from "../../../platform/files/row-values.ts";

const { title, address, kind, begins_at, ends_at, redeem_by, countries, complete, games } = BundleFields.shape;
const item = ItemFacts.shape;

/** An item as a file states it. */
const DraftItem = z.strictObject({
  title: item.title,
  kind: item.kind.default("game"),
  tier: item.tier.default(null),
  /** The store's own id of the product. */
  id: z.string().min(1).max(bundleLimits.id).nullable().default(null),
  steam_appid: z.number().int().min(1).max(largestInteger).nullable().default(null),
  activates_on: item.activates_on.default([]),
  activates_in: item.activates_in.default(null),
});
export type DraftItem = z.output<typeof DraftItem>;

/**
 * A bundle as a file states it, and the form of the files that `import bundles` documents. What is left out is not
 * known; what is known from elsewhere stays.
 */
export const BundleDraft = z.strictObject({
  /** The store's own id: by it, a later import finds the bundle again. */
  id: z.string().min(1).max(bundleLimits.id),
  /** Left out where a file does not name one of our stores. */
  store: StoreKey.nullable().default(null),
  title,
  address,
  kind: kind.default("tiers"),
  countries: countries.default([]),
  begins_at: begins_at.default(null),
  ends_at: ends_at.default(null),
  redeem_by: redeem_by.default(null),
  complete: complete.default(false),
  games: games.default(null),
  tiers: z
    .array(
      z.strictObject({
        price: Tier.shape.price.default(null),
        prices: Tier.shape.prices.default({}),
        cumulative: Tier.shape.cumulative.default(true),
        addon: Tier.shape.addon.default(false),
        choose: Tier.shape.choose.default(null),
      }),
    )
    .max(bundleLimits.tiers)
    .default([]),
  items: z.array(DraftItem).max(bundleLimits.items).default([]),
});
export type BundleDraft = z.output<typeof BundleDraft>;

/** A bundle as a reader of a format passes it on, not yet checked. */
export type StatedBundle = z.input<typeof BundleDraft>;

/** What a reader found: bundles, each with its place in the file, and what is not ours. */
export interface Stated {
  bundles: { where: string; bundle: StatedBundle }[];
  skipped: { what: string; why: string }[];
}

export const nothing = (): Stated => ({ bundles: [], skipped: [] });

/** The day that a store states as the end of what has none. */
const noEnd = Date.parse("2100-01-01");

/** A time as stores state it, without an offset in UTC; `null` for none, and for one that means "never". */
export function toMoment(time: Date | number | string | null | undefined): string | null {
  if (time === null || time === undefined || time === "") return null;
  const isPlain = typeof time === "string" && !/(?:Z|[+-]\d\d:?\d\d|GMT|UTC)$/i.test(time.trim());
  const at = new Date(isPlain ? `${time.trim().replace(" ", "T")}Z` : time);
  return Number.isNaN(at.valueOf()) || at.valueOf() >= noEnd ? null : at.toISOString();
}

/** The path of an address without its language and slashes, by which a store's bundles differ. */
export function pathOf(address: string): string {
  return (URL.parse(address)?.pathname ?? "").replace(/^\/en(?=\/)/, "").replace(/^\/|\/$/g, "");
}
