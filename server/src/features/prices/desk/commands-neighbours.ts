import { AppError } from "contract/core/errors.ts";
import { and, asc, eq } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import type { PricePoint } from "../history/commands-history.ts";
import { priceHistory, priceOverrides } from "../table.ts";
import type { RecordId } from "./queries-records.ts";

type RecordedPoint = PricePoint & { currency: string };

/** The records of an offer around one of them, without voided ones; the record itself may be voided. */
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
 * Throws `conflict` for a record that an override depends on: the offer falls back to the record in force when the
 * override was set, and the later ones are the override's own.
 */
export async function requireNotOverridden(tx: Db, id: RecordId, { next }: Neighbours): Promise<void> {
  const { gameId, country, store } = id;
  const [override] = await tx
    .select({ setAt: priceOverrides.setAt })
    .from(priceOverrides)
    .where(
      and(eq(priceOverrides.gameId, gameId), eq(priceOverrides.country, country), eq(priceOverrides.store, store)),
    );
  if (!override || (next && next.at < override.setAt)) return;
  throw new AppError("conflict", "A price is set by hand for this offer: end that first");
}
