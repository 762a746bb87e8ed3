import { z } from "zod";
import { keyPattern, storeTexts } from "./rules.ts";

/** Identifies a store in URLs, in files and on the command line. */
export type StoreKey = string;

/** Lower-case letters, digits and hyphens, at most 40. */
export const StoreKey = z.string().regex(keyPattern, storeTexts.key);

/** The store of offers without a store of their own, such as giveaways and feeds of mixed offers. */
export const otherStore = "other";

/** The name of `otherStore` until an administrator gives it another one. */
export const otherStoreName = "Other";

/** The name of a store as readers see it; `other` is the name of `otherStore` in their language (`store.other`). */
export function shownStoreName(name: string, other: string): string {
  return name === otherStoreName ? other : name;
}
