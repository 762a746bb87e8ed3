import { useRouter } from "@tanstack/react-router";
import type { Call } from "contract/core/call.ts";
import type { PartialGame } from "contract/games/schema.ts";
import { sourceLanguage } from "contract/languages/language.ts";
import { activatesPrefix, officialWord } from "contract/my-stores/rules.ts";
import { type Launcher, launchers } from "contract/prices/launchers.ts";
import { useSyncExternalStore } from "react";

/** Where the browser stores the parameter `prices_of`: the stores whose prices the visitor sees now. */
export const pricesOfKey = "pricesOf";

/** Where the browser stores the choice that this comes from. */
export const storesKey = "myStores";

/** The fields that say what a game costs at the other stores. */
const elsewhere = ["everywhere_best_price", "everywhere_best_store"] as const satisfies readonly (keyof PartialGame)[];

/** The title in the visitor's language. */
const localized = "localized_title" satisfies keyof PartialGame;

/** Fields that responses have only for visitors who have chosen stores. */
export type PricedElsewhere = Partial<Pick<PartialGame, (typeof elsewhere)[number]>>;

/** Fields that responses have only for some visitors. */
export const visitorFields = [...elsewhere, localized] as const;
export type VisitorFields = Partial<Pick<PartialGame, (typeof visitorFields)[number]>>;

/** In the browser: whether the address names official stores, which the visitor has not chosen. */
let isNamedByAddress = false;

/** Sets whether the address names official stores. What the visitor has chosen does not depend on the address. */
export function nameOfficial(isNamed: boolean): void {
  isNamedByAddress = isNamed && !wordsOf(storedStores()).includes(officialWord);
}

/** The stores whose prices calls request; `undefined` = all stores, as on the server. */
export function requestedStores(): string | undefined {
  if (import.meta.env.SSR) return undefined;
  const stored = storedStores();
  return isNamedByAddress ? [...wordsOf(stored), officialWord].sort().join(",") : stored;
}

/** Whether the browser shows the prices of official stores only. */
export function isOfficialOnly(): boolean {
  return wordsOf(requestedStores()).includes(officialWord);
}

/** Whether pages show the prices of official stores only. */
export function useOfficialOnly(): boolean {
  const { place } = useRouter().options.context;
  return useSyncExternalStore(subscribeToStores, isOfficialOnly, () => place.official);
}

/** Fired on the window when the choice of stores changes in this tab. */
export const changeEvent = "my-stores";

const events = [changeEvent, "storage", "pageshow"];

/** Follows the choice, also in other tabs. */
export function subscribeToStores(listener: () => void): () => void {
  for (const type of events) addEventListener(type, listener);
  return () => {
    for (const type of events) removeEventListener(type, listener);
  };
}

const wordsOf = (list: string | undefined) => (list === undefined ? [] : list.split(","));

function storedStores(): string | undefined {
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
 * The query of a call that shows prices: at the visitor's stores, unless the query names some itself, and with titles
 * in the language of the page. Call it when the request is sent.
 */
export function atMyStores<Query extends object>(query: Query): Query & { prices_of?: string | undefined } {
  // on the server the address decides, which `callAt` knows
  if (import.meta.env.SSR) return { prices_of: undefined, ...query };
  return forVisitor(query, { prices_of: requestedStores(), language: document.documentElement.lang });
}

function forVisitor<Query extends object>(query: Query, visitor: { prices_of: string | undefined; language: string }) {
  const { prices_of, language } = visitor;
  const isForeign = language !== sourceLanguage;
  const { fields } = query as { fields?: string };
  const all = [fields, ...(prices_of === undefined ? [] : elsewhere), ...(isForeign ? [localized] : [])];
  return { prices_of, ...(isForeign && { language }), ...query, ...(fields && { fields: all.join(",") }) };
}

/** On the server: calls with the query of `atMyStores` request what the address of the page names. */
export function callAt(place: { official: boolean; language: string }, call: Call): Call {
  return ((route: never, input?: { query?: object }, options?: never) => {
    if (!input?.query || !("prices_of" in input.query)) return call(route, input as never, options);
    const { prices_of: named, ...query } = input.query as { prices_of?: string };
    const visitor = { ...place, prices_of: named ?? (place.official ? officialWord : undefined) };
    return call(route, { ...input, query: forVisitor(query, visitor) } as never, options);
  }) as unknown as Call;
}
