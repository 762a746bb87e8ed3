import type { ForecastScores } from "contract/prices/forecast-api.ts";
import { type ForecastDays, forecastDays } from "contract/prices/rules.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { sql } from "../../../platform/db/drizzle.ts";
import { averageChances, type SaleCalendar } from "./forecast.ts";
import { saleCalendars, saleForecasts } from "./table.ts";

/** Calendars are learned once a week. */
const cachedMs = 3_600_000;

/** The calendars of all stores that have one, cached for an hour. `now` in ms since 1970. */
export function prepareListCalendars(db: Db, now = Date.now): () => Promise<Map<StoreKey, SaleCalendar>> {
  const statement = db
    .select({ store: saleCalendars.store, lifts: saleCalendars.lifts })
    .from(saleCalendars)
    .prepare("list_sale_calendars");
  let cached: { at: number; calendars: Promise<Map<StoreKey, SaleCalendar>> } | null = null;

  async function read(): Promise<Map<StoreKey, SaleCalendar>> {
    const rows = await statement.execute();
    return new Map(
      rows.map(({ store, lifts }) => {
        const weeks = Array.from({ length: lifts.length / 3 }, (_, n) => lifts.slice(n * 3, n * 3 + 3));
        return [store, weeks as unknown as SaleCalendar];
      }),
    );
  }

  return () => {
    if (cached && now() - cached.at < cachedMs) return cached.calendars;
    const reading = { at: now(), calendars: read() };
    cached = reading;
    reading.calendars.catch(() => {
      if (cached === reading) cached = null;
    });
    return reading.calendars;
  };
}

/** Forecasts of a month at a store that stated about the same, whose outcome is known. */
export interface ScoredRow {
  /** YYYY-MM */
  month: string;
  store: StoreKey;
  /** From 0 to 9. */
  bin: number;
  cases: number;
  /** How many of them were followed by a sale in time. */
  came: number;
  /** Sums over the cases: of the stated chances, and of their squared errors. */
  said: number;
  squares: number;
}

/** How the forecasts for a horizon fared, in the market where they were made. */
export async function scoreForecasts(db: Db, days: ForecastDays): Promise<ForecastScores> {
  const within = { 30: saleForecasts.within30, 60: saleForecasts.within60, 90: saleForecasts.within90 }[days];
  const end = sql`${saleForecasts.madeAt} + make_interval(days => ${days})`;
  const { rows } = await db.execute<ScoredRow & Record<string, unknown>>(sql`
    with known as (
      select to_char(${saleForecasts.month}, 'YYYY-MM') as month, ${saleForecasts.store} as store,
        ${within} / 100.0::float8 as said, coalesce((${saleForecasts.saleAt} <= ${end})::int, 0) as came
      from ${saleForecasts}
      where ${saleForecasts.knownUntil} >= ${end}
    )
    select month, store, least(floor(said * 10), 9)::int as bin, count(*)::int as cases, sum(came)::int as came,
      sum(said)::float8 as said, sum((said - came) ^ 2)::float8 as squares
    from known group by month, store, bin order by month, store, bin`);
  return toScores(rows, days);
}

/**
 * The constant guess of a month is the share of all earlier forecasts that were followed by a sale in time; that of the
 * first one is the share from which the chances were learned.
 */
export function toScores(rows: readonly ScoredRow[], days: ForecastDays): ForecastScores {
  const guesses = new Map<string, number>();
  const earlier = { cases: 0, came: 0 };
  for (const [month, own] of Map.groupBy(rows, (row) => row.month)) {
    guesses.set(
      month,
      earlier.cases === 0 ? averageChances[forecastDays.indexOf(days) as 0] : earlier.came / earlier.cases,
    );
    earlier.cases += sum(own, "cases");
    earlier.came += sum(own, "came");
  }
  /** A guess g is off by 1 - g for each case that came, and by g for each other. */
  const constantSquares = ({ month, cases, came }: ScoredRow) => {
    const guess = guesses.get(month)!;
    return came * (1 - guess) ** 2 + (cases - came) * guess ** 2;
  };
  const score = (own: readonly ScoredRow[]) => {
    const cases = sum(own, "cases");
    return {
      cases,
      brier: round(sum(own, "squares") / cases),
      constant_brier: round(own.reduce((total, row) => total + constantSquares(row), 0) / cases),
    };
  };
  const binsOf = (own: readonly ScoredRow[]) =>
    [...Map.groupBy(own, (row) => row.bin)]
      .sort(([a], [b]) => a - b)
      .map(([, bin]) => {
        const cases = sum(bin, "cases");
        return { said: round(sum(bin, "said") / cases), came: round(sum(bin, "came") / cases), cases };
      });
  return {
    within_days: days,
    months: [...Map.groupBy(rows, (row) => row.month)]
      .map(([month, own]) => ({ month, ...score(own), bins: binsOf(own) }))
      .reverse(),
    bins: binsOf(rows),
    stores: [...Map.groupBy(rows, (row) => row.store)]
      .map(([store, own]) => ({ store, ...score(own) }))
      .sort((a, b) => b.cases - a.cases),
    total: rows.length === 0 ? null : score(rows),
  };
}

function sum(rows: readonly ScoredRow[], name: "cases" | "came" | "said" | "squares"): number {
  return rows.reduce((total, row) => total + row[name], 0);
}

const round = (value: number) => Math.round(value * 10_000) / 10_000;
