import { z } from "zod";
import { keyPattern, storeTexts } from "./rules.ts";

/** What names a store: in addresses, in files, on the command line. */
export type StoreKey = string;

/** Lower-case letters, digits and hyphens, at most 40. */
export const StoreKey = z.string().regex(keyPattern, storeTexts.key);

/**
 * The stores with fields of their own on the wire, for clients written when there were four: `steam_price`,
 * `gog_price`, `cdkeys_price`. The best price of all others is `null_price`.
 */
export const flatStores = ["steam", "gog", "cdkeys"] as const;
export type FlatStore = (typeof flatStores)[number];

/** The store of everything that has none of its own: a feed of mixed offers, giveaways. */
export const otherStore = "other";
