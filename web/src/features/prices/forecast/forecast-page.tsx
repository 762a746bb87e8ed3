import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { forecastTexts } from "contract/content-strings/defaults/forecast.ts";
import type { ForecastScores } from "contract/prices/forecast-api.ts";
import { type ForecastDays, forecastDays } from "contract/prices/rules.ts";
import type { ReactNode } from "react";
import { useCall } from "../../../api/session.ts";
import { useLanguage, useTextOf } from "../../../api/texts.ts";
import { buttonStyle } from "../../../ui/button-style.ts";
import { StoreName } from "../store-name.tsx";
import { forecastQuery } from "./forecast-query.ts";

/** How often forecasts of sales were right (spec/prices 10.2). */
export function ForecastPage({ days = 30 }: { days?: ForecastDays | undefined }) {
  const text = useTextOf(forecastTexts);
  const { data: scores } = useSuspenseQuery(forecastQuery(useCall(), days));
  return (
    <div className="page-width py-6 sm:py-10">
      <div className="mx-auto max-w-prose">
        <h1 className="text-xl sm:text-2xl">{text("forecast.title")}</h1>
        <p className="mt-3 text-md text-muted">{text("forecast.description")}</p>
        <p className="mt-2 text-sm text-muted">{text("forecast.how")}</p>
        <nav aria-label={text("forecast.title")} className="mt-5 flex flex-wrap gap-2">
          {forecastDays.map((count) => (
            <Link
              key={count}
              to="/forecast"
              search={{ days: count === 30 ? undefined : count }}
              aria-current={count === days ? "page" : undefined}
              className={buttonStyle(count === days ? "primary" : "secondary", "small")}
            >
              {text("forecast.within", { count })}
            </Link>
          ))}
        </nav>
        {scores.total ? (
          <Scores scores={scores} total={scores.total} />
        ) : (
          <p className="mt-8 text-md">{text("forecast.none")}</p>
        )}
      </div>
    </div>
  );
}

type Score = NonNullable<ForecastScores["total"]>;

function Scores({ scores, total }: { scores: ForecastScores; total: Score }) {
  const language = useLanguage();
  const text = useTextOf(forecastTexts);
  const gain = Math.round((1 - total.brier / total.constant_brier) * 100);
  const error = useError();
  return (
    <>
      <p className="mt-8 text-lg font-semibold">
        {gain > 0 ? text("forecast.better", { percent: language.percent(gain) }) : text("forecast.not_better")}
      </p>
      <p className="mt-1 text-sm text-muted">
        {text("forecast.brier", { error: error(total.brier), guess: error(total.constant_brier) })}
      </p>
      <Calibration bins={scores.bins} />
      <ScoreTable
        title={text("forecast.by_store")}
        what={text("forecast.store")}
        rows={scores.stores.map((row) => [<StoreName key={row.store} store={row.store} />, row.store, row])}
      />
      <ScoreTable
        title={text("forecast.by_month")}
        what={text("forecast.month")}
        rows={scores.months.map((row) => [language.month(Date.parse(row.month)), row.month, row])}
      />
    </>
  );
}

/** Each stated chance as a mark on the bar of what came true. */
function Calibration({ bins }: { bins: ForecastScores["bins"] }) {
  const language = useLanguage();
  const text = useTextOf(forecastTexts);
  const percent = (share: number) => language.percent(Math.round(share * 100));
  return (
    <section aria-labelledby="calibration" className="mt-10">
      <h2 id="calibration" className="text-lg">
        {text("forecast.calibration")}
      </h2>
      <p className="mt-1 text-sm text-muted">{text("forecast.calibration_text")}</p>
      <table className="figures mt-3 w-full text-sm">
        <thead>
          <tr className="border-b border-border text-muted">
            <Head>{text("forecast.said")}</Head>
            <Head colSpan={2}>{text("forecast.came")}</Head>
            <Head end>{text("forecast.cases")}</Head>
          </tr>
        </thead>
        <tbody>
          {bins.map(({ said, came, cases }) => (
            <tr key={said} className="border-b border-border last:border-0">
              <td className="w-1/4 py-2">{percent(said)}</td>
              <td className="w-12 py-2">{percent(came)}</td>
              <td aria-hidden className="py-2 ps-2">
                <svg
                  aria-hidden
                  viewBox="0 0 100 10"
                  preserveAspectRatio="none"
                  className="h-4 w-full rtl:-scale-x-100"
                >
                  <rect y="2" width="100" height="6" className="fill-sunken" />
                  <rect y="2" width={came * 100} height="6" className="fill-accent" />
                  {/* with an edge in the colour of the page: a light mark would vanish on the bar */}
                  <rect x={said * 100 - 0.75} width="1.5" height="10" className="fill-surface" />
                  <rect x={said * 100 - 0.25} width="0.5" height="10" className="fill-text" />
                </svg>
              </td>
              <td className="w-1/5 py-2 text-end">{language.count(cases)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ScoreTable({ title, what, rows }: ScoreTableProps) {
  const language = useLanguage();
  const text = useTextOf(forecastTexts);
  const error = useError();
  return (
    <section aria-label={title} className="mt-10">
      <h2 className="text-lg">{title}</h2>
      <table className="figures mt-2 w-full text-sm">
        <thead>
          <tr className="border-b border-border text-muted">
            <Head>{what}</Head>
            <Head end>{text("forecast.cases")}</Head>
            <Head end>{text("forecast.error")}</Head>
            <Head end>{text("forecast.guess")}</Head>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, key, { cases, brier, constant_brier }]) => (
            <tr key={key} className="border-b border-border last:border-0">
              <td className="py-2">{name}</td>
              <td className="py-2 text-end">{language.count(cases)}</td>
              <td className="py-2 text-end">{error(brier)}</td>
              <td className="py-2 text-end">{error(constant_brier)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface ScoreTableProps {
  title: string;
  /** The heading of the names. */
  what: string;
  rows: [name: ReactNode, key: string, Score][];
}

function Head({ children, end, colSpan }: { children: ReactNode; end?: boolean; colSpan?: number }) {
  return (
    <th scope="col" colSpan={colSpan} className={`py-2 font-medium ${end ? "ps-3 text-end" : "pe-3 text-start"}`}>
      {children}
    </th>
  );
}

/** Writes an error from 0 to 100. */
function useError(): (value: number) => string {
  const language = useLanguage();
  return (value) => language.decimal(value * 100);
}
