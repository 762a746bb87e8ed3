import { addDays, periodProblems } from "contract/subscriptions/rules.ts";

/** A product of a plan, as a file or a source states it. A field that is left out is not stated. */
export interface PlanProduct {
  /** For messages: `line 12`, or the product's id. */
  what: string;
  gameId?: number | undefined;
  steamAppid?: number | undefined;
  productId?: string | undefined;
  title?: string | undefined;
  releaseYear?: number | undefined;
  country?: string | null | undefined;
  /** Days; without its first day, the product is in the plan today. */
  since?: string | undefined;
  /** `null` = it is still in. */
  until?: string | null | undefined;
  leavingOn?: string | undefined;
}

/** A period of a game in a plan; one that is stored has an id. */
export interface Period {
  id?: number;
  gameId: number;
  country: string | null;
  since: string | null;
  until: string | null;
  leavingOn: string | null;
  source: string;
  productId: string | null;
}

/** Periods of one shelf must not overlap. */
export const shelfOf = ({ gameId, country }: Pick<Period, "gameId" | "country">) => `${gameId} ${country ?? ""}`;

/** The first day without the game, be it announced or not; `null` = none is known. */
const endOf = ({ until, leavingOn }: Period) => until ?? leavingOn;

export const hasEnded = (period: Period, today: string) => (endOf(period) ?? "9999") <= today;

/** A period that ended on its announced day is open again if the list still has it this many days later. */
const graceDays = 2;

/** The period that a product is about; undefined = a new one. A product without days is about today. */
export function findPeriod(own: readonly Period[], product: PlanProduct, today: string): Period | undefined {
  const { since } = product;
  if (since !== undefined) {
    const same = own.find((period) => period.since === since);
    return same ?? own.find((period) => period.since === null && (period.until === null || period.until > since));
  }
  const open = own.filter((period) => !hasEnded(period, today));
  const openOn = (day: string) => open.find((period) => (period.since ?? "") <= day);
  if (isOver(product, today)) {
    return own.find((period) => endOf(period) === statedEnd(product)) ?? openOn(statedEnd(product)!);
  }
  return openOn(today) ?? open[0] ?? own.find((period) => isAgain(period, today));
}

const statedEnd = ({ until, leavingOn }: PlanProduct) => until ?? leavingOn;
const isOver = (product: PlanProduct, today: string) => (statedEnd(product) ?? "9999") <= today;

/** Whether an ended period goes on if the game is there today: its end was announced recently, or is today. */
function isAgain(period: Period, today: string): boolean {
  const end = endOf(period)!;
  return end === today || (end === period.leavingOn && addDays(end, graceDays) >= today);
}

/** Why a period cannot be as it would be after the reading, or `null`. `found`: how it was. */
export function problemOf(next: Period, own: readonly Period[], found: Period | undefined): string | null {
  const [problem] = periodProblems({ ...next, leaving_on: next.leavingOn });
  if (problem) return problem.msg;
  if (found && found.since === next.since && found.until === next.until) return null;
  const other = own.find((period) => period !== found && overlap(period, next));
  if (!other) return null;
  return other.since === null ? "It overlaps another period" : `It overlaps the period that began on ${other.since}`;
}

/** Whether two periods have a day in common, or begin on the same day. */
function overlap(one: Period, other: Period): boolean {
  if (one.since === other.since) return true;
  const ends = [one, other].map(({ until }) => until ?? "9999").sort();
  const begins = [one, other].map(({ since }) => since ?? "").sort();
  return begins[1]! < ends[0]!;
}

export function toPeriod(
  product: PlanProduct & { gameId: number },
  { source, isFirst, today }: { source: string; isFirst: boolean; today: string },
): Period {
  return endedIfOver(
    {
      gameId: product.gameId,
      country: product.country ?? null,
      since: product.since ?? (isFirst || isOver(product, today) ? null : today),
      until: product.until ?? null,
      leavingOn: product.leavingOn ?? null,
      source,
      productId: product.productId ?? null,
    },
    today,
  );
}

/** A period with what a product states. */
export function withStated(period: Period, product: PlanProduct, source: string, today: string): Period {
  const next = { ...period };
  const isThere = product.since === undefined && !isOver(product, today);
  if (product.since !== undefined) next.since = product.since;
  // it came sooner than announced
  else if (isThere && period.since !== null && period.since > today) next.since = today;
  if (isThere && hasEnded(period, today)) Object.assign(next, { until: null, leavingOn: null });
  if (product.until !== undefined) next.until = product.until;
  if (product.leavingOn !== undefined) next.leavingOn = product.leavingOn;
  if (product.productId !== undefined && product.since === undefined) {
    next.productId = product.productId;
    next.source = source;
  }
  return endedIfOver(next, today);
}

const endedIfOver = (period: Period, today: string): Period => ({
  ...period,
  until: hasEnded(period, today) ? endOf(period) : period.until,
});
