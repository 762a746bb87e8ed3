import { foldText, isExplicit, titleKey } from "contract/games/rules.ts";
import type { StoreKey } from "contract/stores.ts";
import type { Db } from "../db/connect.ts";
import { games } from "../games/table.ts";
import { type OfferObservation, recordOffers } from "../prices/commands.ts";

/** A game as a test describes it: whatever it leaves out is not known. Prices in cents. */
export interface TestGame {
  title: string;
  developer?: string | null;
  steamAppid?: number | null;
  rating?: number | null;
  tags?: string | null;
  playerCount?: number | null;
  metacriticScore?: number | null;
  releaseDate?: string | null;
  offers?: Partial<Record<StoreKey, TestOffer>>;
}

export type TestOffer = Pick<OfferObservation, "priceCents" | "regularCents" | "link" | "inStock">;

/** Adds the games with their offers, seen at `now`, and returns their ids in the same order. */
export async function addCatalogue(db: Db, list: readonly TestGame[], now = new Date()): Promise<number[]> {
  const rows = list.map(({ offers: _, ...game }) => ({ ...game, ...derivedOf(game) }));
  const ids = (await db.insert(games).values(rows).returning({ id: games.id })).map(({ id }) => id);
  const observed = list.flatMap(({ offers = {} }, index) => observe(ids[index]!, offers));
  await recordOffers(db, observed, { now });
  return ids;
}

/** What the games table keeps of title and tags for searching and sorting. */
export function derivedOf({ title, tags = null }: Pick<TestGame, "title" | "tags">) {
  return { titleFolded: foldText(title), titleKey: titleKey(title), explicit: isExplicit(tags) };
}

/** Offers by store as observations of one game. */
export function observe(gameId: number, offers: NonNullable<TestGame["offers"]>): OfferObservation[] {
  return Object.entries(offers).map(([store, offer]) => ({ gameId, store: store as StoreKey, ...offer }));
}
