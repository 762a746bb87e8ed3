import { unitsPerDollarIn } from "../../core/currencies.ts";
import { foldText } from "../../core/text.ts";
import { splitDevelopers, splitTags } from "../rules.ts";
import type { Game } from "../schema.ts";

/** The kinds of landing pages for a name that games share. */
const namedKinds = ["genre", "tag", "developer"] as const;
export type NamedKind = (typeof namedKinds)[number];

/** All kinds of landing pages, each at `/{kind}/{slug}` (spec/games 9). */
export const landingKinds = [...namedKinds, "store", "under"] as const;
export type LandingKind = (typeof landingKinds)[number];

/** The minimum number of games for a page to be indexed by search engines. */
export const minIndexedGames = 3;

/**
 * A name as it appears in a URL: `Beat 'em up` is `beat-em-up`. Letters of all scripts are kept. Empty for a name
 * without letters and digits. Idempotent.
 */
export function slugOf(name: string): string {
  let slug = slugs.get(name);
  if (slug === undefined) {
    slug = foldText(name)
      .replace(/['’]/g, "")
      .replace(/[^\p{L}\p{N}\p{M}]+/gu, "-")
      .replace(/^-|-$/g, "");
    if (slugs.size >= maxSlugs) slugs.clear();
    if (name.length <= maxRemembered) slugs.set(name, slug);
  }
  return slug;
}

/** A page shows the same genres and tags a hundred times. */
const slugs = new Map<string, string>();
const maxSlugs = 2_000;
const maxRemembered = 60;

/** Whether a game counts for landing pages, that is, appears in lists by default. */
export function countsForLandingPages({ explicit, type }: Pick<Game, "explicit" | "type">): boolean {
  return !explicit && (type === null || type === "game");
}

/** The names of a kind that a game has. */
export function namesOf(kind: NamedKind, game: Pick<Game, "genre" | "developer" | "tags">): string[] {
  if (kind === "developer") return splitDevelopers(game.developer);
  return splitTags(kind === "genre" ? game.genre : game.tags);
}

const dollarSteps = [5, 10, 20, 30, 40, 60];

/** The amounts with a page `/under/{amount}`, in whole units of the currency, ascending. */
export function landingPrices(currency: string): number[] {
  return dollarSteps.map((dollars) => dollars * unitsPerDollarIn(currency));
}

/** The path of a landing page, without a country; `null` for a name that has none. */
export function landingPath(kind: LandingKind, name: string): string | null {
  const slug = slugOf(name);
  return slug === "" ? null : `/${kind}/${encodeURIComponent(slug)}`;
}
