import type { Db } from "../../../platform/db/connect.ts";
import type { OfferObservation } from "../offers/commands.ts";
import type { SeenPage } from "../readings/commands-readings.ts";
import { isWarning, type PriceSource, type ReadOptions, type Refusal } from "../sources/source.ts";
import { bestOfEach, matchOffers, toObservation } from "./find.ts";
import { readStaged } from "./staged.ts";

/** A page of a source, matched with our games. */
export interface MatchedPage {
  /** For `recordOffers`, each game once. */
  observations: OfferObservation[];
  /** Products read, including unmatched and refused ones. */
  seen: number;
  /** Products that are none of our games, or uncertain. */
  unmatched: number;
  /** Products that are invalid, or not for visitors of this site. */
  refused: number;
  /** As in the source's page. */
  cursor: string | null;
  version: string | null;
  unchanged: boolean;
}

export interface MatchOptions extends ReadOptions {
  now: Date;
  /** Accept a feed that has lost more than 30 % of its offers since the last time. */
  acceptLoss?: boolean;
  /** Called with all matched offers of an atomic source before the first page; may throw. */
  check?: ((pages: readonly SeenPage[]) => Promise<void>) | undefined;
  onRefusal?: (refusal: Refusal) => void;
}

/**
 * Reads a source and matches our games in it (spec/price-sources 2); uncertain products go to the review list.
 * An atomic source is read completely before the first page, which has all the counts.
 * Throws SourceError like the source, and for a feed that has lost more than 30 % of its offers.
 */
export async function* readMatched(db: Db, source: PriceSource, options: MatchOptions): AsyncGenerator<MatchedPage> {
  if (source.atomic) {
    yield* readStaged(db, source, options);
    return;
  }
  for await (const { items, refusals, ...page } of source.read(options)) {
    const found = await matchOffers(db, source, items, options.now, false);
    const refusedCount = refusals.filter((refusal) => !isWarning(refusal)).length;
    for (const refusal of [...refusals, ...found.refusals]) options.onRefusal?.(refusal);
    yield {
      ...page,
      observations: bestOfEach(found.matched).map((offer) => toObservation(source, offer)),
      seen: items.length + refusedCount,
      unmatched: found.unmatched,
      refused: refusedCount + found.refusals.length,
    };
  }
}
