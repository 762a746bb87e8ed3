import { formatDate } from "contract/core/dates.ts";
import type { Insight } from "contract/games/schema.ts";
import type { ReactNode } from "react";
import { useGamePartText } from "../../../api/game-part-text.ts";
import { useMoney } from "../../../api/market.ts";
import { StoreName } from "../../prices/store-name.tsx";
import { usePeriod, Verdict, wholePercent } from "./verdict.tsx";

/** Whether to buy now or wait: the price history in a few statistics (spec/games 6.6). */
export default function InsightSection({ insight }: { insight: Insight }) {
  const text = useGamePartText();
  const { formatOrFree } = useMoney();
  const period = usePeriod(insight.days);
  const { on_sale_share: onSale, sales_per_year: sales, usual_sale_days: days, usual_cut: cut, lows } = insight;
  return (
    <section aria-labelledby="insight">
      <h2 id="insight" className="mb-3 text-lg">
        {text("game.insight")}
      </h2>
      <div className="rounded-lg border border-border bg-raised p-4 sm:p-5">
        <Verdict insight={insight} className="text-md" />
        <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-4 min-[30rem]:grid-cols-4">
          <Statistic name={text("game.insight.on_sale")}>
            {onSale > 0
              ? text("game.insight.on_sale_share", { percent: wholePercent(onSale) })
              : text("game.insight.never_on_sale", { period })}
          </Statistic>
          {onSale > 0 && sales > 0 && (
            <Statistic name={text("game.insight.sales")}>
              {text("game.insight.sales_count", { count: sales })}
            </Statistic>
          )}
          {days !== null && (
            <Statistic name={text("game.insight.length")}>{text("game.insight.days", { days })}</Statistic>
          )}
          {cut !== null && cut > 0 && <Statistic name={text("game.insight.usual_cut")}>{`${cut}%`}</Statistic>}
        </dl>
        {lows.length > 0 && (
          <>
            <h3 className="mt-5 text-sm font-medium text-muted">{text("game.insight.lows")}</h3>
            <ul className="mt-1 divide-y divide-border">
              {lows.map(({ store, price, at }) => (
                <li key={store} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5">
                  <StoreName store={store} />
                  <span className="figures">
                    {text("game.insight.low", { price: formatOrFree(price), date: formatDate(at) })}
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
        <p className="mt-4 text-sm text-muted">
          {text(`game.insight.confidence.${insight.confidence}`, { days: insight.days })}
        </p>
      </div>
    </section>
  );
}

function Statistic({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="figures font-semibold">{children}</dd>
    </div>
  );
}
