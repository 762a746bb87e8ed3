import { z } from "zod";
import { StoreKey } from "../stores/store-key.ts";
import { type MyStores as Chosen, maxStores, officialWord } from "./rules.ts";

/** The stores that a user has chosen; no keys = all stores. */
export const MyStores = z
  .object({
    stores: z
      .array(StoreKey)
      .max(maxStores)
      .transform((keys) => [...new Set(keys)].sort())
      .meta({ description: "Keys of stores; empty = all stores" }),
    officialOnly: z.boolean().meta({ description: "Excluding key shops and marketplaces" }),
  })
  .meta({ id: "MyStores" });
export type MyStores = z.output<typeof MyStores>;

const Keys = z.array(StoreKey).max(maxStores);

/** `official`, store keys, or both (the official ones of these stores), in any order. */
export const PricesOf = z.string().transform((list, context): Chosen => {
  const words = [...new Set(list.split(",").map((word) => word.trim()))].sort();
  const { data, error } = Keys.safeParse(words.filter((word) => word !== officialWord));
  if (error) context.addIssue({ code: "custom", message: error.issues[0]!.message });
  return data ? { stores: data, officialOnly: words.includes(officialWord) } : z.NEVER;
});

/** The stores whose prices are shown; without the parameter all of them. */
export const pricesOfQuery = {
  prices_of: PricesOf.optional().meta({
    description: "Only prices of these stores: `official`, store keys separated by commas, or both",
  }),
};
