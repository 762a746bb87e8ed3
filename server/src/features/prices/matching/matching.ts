import type { Db } from "../../../platform/db/connect.ts";
import type { OfferObservation } from "../offers/commands.ts";
import type { PriceSource, ReadOptions, Refusal } from "../sources/source.ts";
import { bestOfEach, toObservation } from "./choose.ts";
import { matchOffers } from "./find.ts";
import { readStaged } from "./staged.ts";

/** What a part of a source says of our games. */
export interface MatchedPage {
  /** For `recordOffers`, each game once. */
  observations: OfferObservation[];
  /** Products read, the unmatched and the refused among them. */
  seen: number;
  /** Products that are none of our games, or not for certain. */
  unmatched: number;
  /** Products that could not be understood, or are not for visitors of this site. */
  refused: number;
  /** As the source's own: the cursor, the version, and whether it is unchanged. */
  cursor: string | null;
  version: string | null;
  unchanged: boolean;
}

export interface MatchOptions extends ReadOptions {
  now: Date;
  /** Believe a feed that has lost more than 30 % of its offers since the last time. */
  acceptLoss?: boolean;
  onRefusal?: (refusal: Refusal) => void;
}

/**
 * Reads a source and finds our games in it (spec/price-sources 2); what is not certain goes to the review list.
 * Of a source that must be read to its end first nothing comes before, and its first page has all the counts.
 * Throws SourceError as the source does, and for a feed that has lost more than 30 % of its offers.
 */
export async function* readMatched(db: Db, source: PriceSource, options: MatchOptions): AsyncGenerator<MatchedPage> {
  if (source.atomic) {
    yield* readStaged(db, source, options);
    return;
  }
  for await (const { items, refusals, ...page } of source.read(options)) {
    const found = await matchOffers(db, source, items, options.now, false);
    for (const refusal of [...refusals, ...found.refusals]) options.onRefusal?.(refusal);
    yield {
      ...page,
      observations: bestOfEach(found.matched).map((offer) => toObservation(source, offer)),
      seen: items.length + refusals.length,
      unmatched: found.unmatched,
      refused: refusals.length + found.refusals.length,
    };
  }
}
