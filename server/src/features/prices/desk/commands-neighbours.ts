import { AppError } from "contract/core/errors.ts";
import { and, asc, eq } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import type { PricePoint } from "../history/commands-history.ts";
import { priceHistory, priceOverrides } from "../table.ts";
import type { RecordId } from "./queries-records.ts";

type RecordedPoint = PricePoint & { currency: string };

/** What counts of an offer's records around one of them, which may be void itself. */
export interface Neighbours {
  previous: RecordedPoint | undefined;
  record: RecordedPoint | undefined;
  next: RecordedPoint | undefined;
}

export async function findNeighbours(tx: Db, { gameId, country, store, at }: RecordId): Promise<Neighbours> {
  const points = await tx
    .select({
      at: priceHistory.recordedAt,
      currency: priceHistory.currency,
      priceMinor: priceHistory.priceMinor,
      regularMinor: priceHistory.regularMinor,
    })
    .from(priceHistory)
    .where(and(eq(priceHistory.gameId, gameId), eq(priceHistory.country, country), eq(priceHistory.store, store)))
    .orderBy(asc(priceHistory.recordedAt));
  return {
    previous: points.findLast((point) => point.at < at),
    record: points.find((point) => point.at.getTime() === at.getTime()),
    next: points.find((point) => point.at > at),
  };
}

/**
 * While an override holds, the record in force when it was set is what the offer goes back to, and those behind it are
 * the override's own. Throws `conflict` for these.
 */
export async function requireNotHeld(tx: Db, id: RecordId, { next }: Neighbours): Promise<void> {
  const { gameId, country, store } = id;
  const [held] = await tx
    .select({ setAt: priceOverrides.setAt })
    .from(priceOverrides)
    .where(
      and(eq(priceOverrides.gameId, gameId), eq(priceOverrides.country, country), eq(priceOverrides.store, store)),
    );
  if (!held || (next && next.at < held.setAt)) return;
  throw new AppError("conflict", "A price is set by hand for this offer: end that first");
}
