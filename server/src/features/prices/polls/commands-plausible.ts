import { collapseOf, isSuspicious, type PricePair } from "contract/prices/collapse-rules.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { CollapsedReading, listPricePairs } from "../readings/commands-collapse.ts";
import type { PollPage } from "./commands-poll.ts";

/** So many known prices decide without the rest of the source. */
const decisiveCount = 500;

/**
 * The pages of a source, each as soon as its prices are plausible. A suspicious page waits, with those after it, for
 * more pages or the end of the source. Throws CollapsedReading if prices collapse: with the waiting pages and the rest,
 * of which none was yielded.
 */
export async function* plausiblePages(
  db: Db,
  pages: AsyncIterable<PollPage>,
  clock: () => Date,
): AsyncGenerator<PollPage> {
  const known: PricePair[] = [];
  let waiting: (PollPage & { seenAt: Date })[] = [];
  let waitingPairs: PricePair[] = [];
  let problem: string | null = null;
  for await (const page of pages) {
    const { observations = [] } = page;
    const pairs = problem === null ? await listPricePairs(db, observations) : [];
    known.push(...pairs);
    waitingPairs.push(...pairs);
    waiting.push({ ...page, seenAt: clock() });
    if (problem !== null || (isSuspicious(waitingPairs) && waitingPairs.length < decisiveCount)) continue;
    problem = waitingPairs.length < decisiveCount ? null : collapseOf(waitingPairs);
    if (problem !== null) continue;
    yield* waiting;
    waiting = [];
    waitingPairs = [];
  }
  problem ??= waiting.length === 0 ? null : collapseOf(known);
  if (problem !== null) {
    throw new CollapsedReading(
      problem,
      waiting.map(({ observations = [], seenAt }) => ({ observations, seenAt })),
    );
  }
  yield* waiting;
}
