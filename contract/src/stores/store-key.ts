import { z } from "zod";
import { keyPattern, storeTexts } from "./rules.ts";

/** Identifies a store in URLs, in files and on the command line. */
export type StoreKey = string;

/** Lower-case letters, digits and hyphens, at most 40. */
export const StoreKey = z.string().regex(keyPattern, storeTexts.key);
