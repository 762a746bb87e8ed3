import { z } from "zod";
import { launchers } from "../prices/launchers.ts";
import { StoreKey } from "../stores/store-key.ts";
import { activatesPrefix, type MyStores as Chosen, maxStores, officialWord } from "./rules.ts";

/** Launchers, each once and in their order. */
export const Activates = z
  .array(z.enum(launchers))
  .max(100)
  .transform((chosen) => launchers.filter((launcher) => chosen.includes(launcher)))
  .meta({ description: "Only offers that activate on one of these count; none = all offers" });

/** The stores that a user has chosen; no keys = all stores. */
export const MyStores = z
  .object({
    stores: z
      .array(StoreKey)
      .max(maxStores)
      .transform((keys) => [...new Set(keys)].sort())
      .meta({ description: "Keys of stores; empty = all stores" }),
    officialOnly: z.boolean().meta({ description: "Excluding key shops and marketplaces" }),
    activates: Activates.optional(),
  })
  .meta({ id: "MyStores" });
export type MyStores = z.output<typeof MyStores>;

const Keys = z.array(StoreKey).max(maxStores);
const Launchers = z.array(z.enum(launchers));

/** `official`, store keys, or both (the official ones of these stores), and launchers, in any order. */
export const PricesOf = z.string().transform((list, context): Chosen => {
  const words = [...new Set(list.split(",").map((word) => word.trim()))].sort();
  const isLauncher = (word: string) => word.startsWith(activatesPrefix);
  const keys = Keys.safeParse(words.filter((word) => word !== officialWord && !isLauncher(word)));
  const on = Launchers.safeParse(words.filter(isLauncher).map((word) => word.slice(activatesPrefix.length)));
  const error = keys.error ?? on.error;
  if (error) context.addIssue({ code: "custom", message: error.issues[0]!.message });
  if (!keys.data || !on.data) return z.NEVER;
  return { stores: keys.data, officialOnly: words.includes(officialWord), activates: on.data };
});

/** The stores whose prices are shown; without the parameter all of them. */
export const pricesOfQuery = {
  prices_of: PricesOf.optional().meta({
    description:
      "Only prices of these offers: `official`, store keys, and launchers such as `activates:steam`, by commas",
  }),
};
