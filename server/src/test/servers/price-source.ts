import type { StoreKey } from "contract/stores/store-key.ts";
import type { OfferObservation } from "../../features/prices/offers/commands.ts";
import type { PollPage, PollSource } from "../../features/prices/polls/commands-poll.ts";

/** A page of a fake source. */
export function pageOf(observations: readonly OfferObservation[], page: Partial<PollPage> = {}): PollPage {
  return {
    seen: observations.length,
    unmatched: 0,
    refused: 0,
    refusals: [],
    cursor: null,
    version: null,
    unchanged: false,
    observations,
    apply: async () => 0,
    ...page,
  };
}

/** A fake source with these pages; an error among them is thrown in its place. */
export function sourceOf(
  store: StoreKey,
  pages: readonly (PollPage | Error)[],
  more: Partial<PollSource> = {},
): PollSource {
  return {
    key: store,
    store,
    country: "US",
    exhaustive: true,
    readsOffers: true,
    async *read({ after }) {
      for (const [index, page] of pages.entries()) {
        if (after !== null && index <= Number(after)) continue;
        if (page instanceof Error) throw page;
        yield { ...page, cursor: page.cursor ?? String(index) };
      }
    },
    ...more,
  };
}
