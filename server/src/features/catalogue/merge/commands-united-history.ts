import type { PricePoint } from "../../prices/history/commands-history.ts";

/** A store's prices of one of the two games, ascending; each holds until the next. */
export interface PastSeries {
  points: readonly DatedPrice[];
  /** When the offer was last seen; `null` = no offer. */
  lastSeenAt: Date | null;
}

export type DatedPrice = PricePoint & { currency: string };

/**
 * Merges a store's prices of two games: at any time the lower of the two, as for two products of one game. The offer of
 * `stays` continues; the prices of `leaves` apply until it was last seen. Each point differs from the previous one.
 */
export function uniteSeries(stays: PastSeries, leaves: PastSeries, now: Date): DatedPrice[] {
  const end = endOf(leaves, stays, now);
  const times = [...stays.points, ...leaves.points].map(({ at }) => at.getTime());
  if (end !== null) times.push(end);
  const ascending = [...new Set(times)].sort((a, b) => a - b);
  const inForce = { stays: walk(stays.points), leaves: walk(leaves.points) };
  const line: DatedPrice[] = [];
  for (const time of ascending) {
    const [staying, leaving] = [inForce.stays(time), inForce.leaves(time)];
    const counts = staying === undefined || (end !== null && time < end);
    const price = counts ? lower(staying, leaving) : staying;
    if (price && !isSame(price, line.at(-1))) line.push({ ...price, at: new Date(time) });
  }
  return line;
}

/** When the prices of `leaves` cease to apply, which is after its last point. */
function endOf(leaves: PastSeries, stays: PastSeries, now: Date): number | null {
  const last = leaves.points.at(-1)?.at.getTime();
  if (last === undefined) return null;
  const next = stays.points.find(({ at }) => at.getTime() > last);
  const ends = [leaves.lastSeenAt, next?.at, stays.lastSeenAt, now];
  return ends.find((end) => end && end.getTime() > last)?.getTime() ?? null;
}

/** Returns a function that finds the point in force, for ascending times. */
function walk(points: readonly DatedPrice[]): (time: number) => DatedPrice | undefined {
  let next = 0;
  return (time) => {
    while (next < points.length && points[next]!.at.getTime() <= time) next += 1;
    return points[next - 1];
  };
}

/** The lower price; amounts in different currencies have no order. */
function lower(staying: DatedPrice | undefined, leaving: DatedPrice | undefined): DatedPrice | undefined {
  if (!staying || !leaving) return staying ?? leaving;
  if (leaving.priceMinor === null) return staying;
  if (staying.priceMinor === null) return leaving;
  return staying.currency === leaving.currency && leaving.priceMinor < staying.priceMinor ? leaving : staying;
}

/** Whether the prices are equal. */
function isSame(one: DatedPrice, other: DatedPrice | undefined): boolean {
  return (
    other !== undefined &&
    one.priceMinor === other.priceMinor &&
    one.regularMinor === other.regularMinor &&
    one.currency === other.currency
  );
}
