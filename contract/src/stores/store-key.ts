import { z } from "zod";
import { keyPattern, storeTexts } from "./rules.ts";

/** Identifies a store in URLs, in files and on the command line. */
export type StoreKey = string;

/** Lower-case letters, digits and hyphens, at most 40. */
export const StoreKey = z.string().regex(keyPattern, storeTexts.key);

/**
 * The stores with their own fields in the API, for clients written when there were four stores: `steam_price`,
 * `gog_price`, `cdkeys_price`. The best price of all others is `null_price`.
 */
export const flatStores = ["steam", "gog", "cdkeys"] as const;

/** The store of offers without a store of their own, such as giveaways and feeds of mixed offers. */
export const otherStore = "other";
