import type { PartialGame } from "contract/games/schema.ts";
import { activatesPrefix } from "contract/my-stores/rules.ts";
import { type Launcher, launchers } from "contract/prices/launchers.ts";

/** Where the browser stores the parameter `prices_of`: the stores whose prices the visitor sees now. */
export const pricesOfKey = "pricesOf";

/** The fields that say what a game costs at the other stores. */
const elsewhere = ["everywhere_best_price", "everywhere_best_store"] as const satisfies readonly (keyof PartialGame)[];

/** Fields that responses have only for visitors who have chosen stores. */
export type PricedElsewhere = Partial<Pick<PartialGame, (typeof elsewhere)[number]>>;

/** The stores whose prices calls request; `undefined` = all stores, as on the server. */
export function requestedStores(): string | undefined {
  if (import.meta.env.SSR) return undefined;
  try {
    return localStorage.getItem(pricesOfKey) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The launchers among `requestedStores`; none = any. */
export function requestedLaunchers(): Launcher[] {
  const words = requestedStores()?.split(",") ?? [];
  return launchers.filter((launcher) => words.includes(activatesPrefix + launcher));
}

/**
 * The query of a call that shows prices: at the visitor's stores, unless the query names some itself. Call it when the
 * request is sent.
 */
export function atMyStores<Query extends object>(query: Query): Query & { prices_of?: string | undefined } {
  const requested = requestedStores();
  if (requested === undefined) return query;
  const { fields } = query as { fields?: string };
  return { prices_of: requested, ...query, ...(fields && { fields: [fields, ...elsewhere].join(",") }) };
}
