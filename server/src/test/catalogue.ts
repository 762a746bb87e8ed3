import { foldText } from "contract/core/text.ts";
import type { GameType } from "contract/games/game-type.ts";
import { titleKey } from "contract/games/rules.ts";
import { keysOfLocalizedTitles, keysOfTitles } from "contract/games/titles.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import { games } from "../features/games/table.ts";
import { type OfferObservation, recordOffers } from "../features/prices/offers/commands.ts";
import type { Db } from "../platform/db/connect.ts";

/** A game of a test; prices in cents. */
export interface TestGame {
  title: string;
  /** Other titles, one per line. */
  alsoKnownAs?: string | null;
  /** Titles by language, one per line: `ja: 缺氧`. */
  localizedTitles?: string | null;
  genre?: string | null;
  developer?: string | null;
  steamAppid?: number | null;
  rating?: number | null;
  reviewCount?: number | null;
  tags?: string | null;
  type?: GameType | null;
  playerCount?: number | null;
  metacriticScore?: number | null;
  controllerSupport?: "full" | "partial" | "none" | null;
  releaseDate?: string | null;
  /** As `games.plans`. */
  plans?: string | null;
  offers?: Partial<Record<StoreKey, TestOffer>>;
}

type TestOffer = Pick<OfferObservation, "priceMinor" | "regularMinor" | "link" | "inStock" | "activatesOn">;

/** Adds games with their offers, seen at `now`; returns their ids in the same order. */
export async function addCatalogue(db: Db, list: readonly TestGame[], now = new Date()): Promise<number[]> {
  const rows = list.map(({ offers: _, ...game }) => ({ ...game, ...derivedOf(game) }));
  const ids = (await db.insert(games).values(rows).returning({ id: games.id })).map(({ id }) => id);
  const observed = list.flatMap(({ offers = {} }, index) => observe(ids[index]!, offers));
  await recordOffers(db, observed, { now });
  return ids;
}

/** The columns that are derived from the title. */
export function derivedOf({
  title,
  alsoKnownAs = null,
  localizedTitles = null,
}: Pick<TestGame, "title" | "alsoKnownAs" | "localizedTitles">) {
  return {
    titleFolded: foldText(title),
    titleKey: titleKey(title),
    alsoKnownKeys: keysOfTitles(alsoKnownAs),
    localizedKeys: keysOfLocalizedTitles(localizedTitles),
  };
}

export function observe(gameId: number, offers: NonNullable<TestGame["offers"]>): OfferObservation[] {
  return Object.entries(offers).map(([store, offer]) => ({ gameId, store: store as StoreKey, ...offer }));
}
