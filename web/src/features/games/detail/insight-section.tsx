import { formatDate } from "contract/core/dates.ts";
import type { Insight } from "contract/games/schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { ReactNode } from "react";
import { useGamePartText } from "../../../api/game-part-text.ts";
import { useMoney } from "../../../api/market.ts";
import { StoreName } from "../../prices/store-name.tsx";
import { Verdict, wholePercent } from "./verdict.tsx";

/** Whether to buy now or wait: the price history in a few statistics (spec/games 6.6). */
export default function InsightSection({ insight, bestStore }: { insight: Insight; bestStore: StoreKey | null }) {
  const text = useGamePartText();
  const { formatOrFree } = useMoney();
  const frequency = useFrequency(insight.sales_per_year);
  const { verdict, on_sale_share: onSale, usual_sale_days: days, usual_cut: cut, lows } = insight;
  return (
    <section aria-labelledby="insight">
      <h2 id="insight" className="mb-3 text-lg">
        {text("game.insight")}
      </h2>
      <div className="rounded-lg border border-border bg-raised p-4 sm:p-5">
        <Verdict insight={insight} bestStore={bestStore} className="text-md" />
        {verdict === null ? (
          <p className="mt-2 text-sm text-muted">{text("game.insight.too_short", { days: insight.days })}</p>
        ) : (
          <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-4 min-[30rem]:grid-cols-4">
            <Statistic name={text("game.insight.on_sale")}>
              {text("game.insight.on_sale_share", { percent: wholePercent(onSale ?? 0) })}
            </Statistic>
            {frequency && <Statistic name={text("game.insight.sales")}>{frequency}</Statistic>}
            {days !== null && (
              <Statistic name={text("game.insight.length")}>
                {days === 1 ? text("game.insight.one_day") : text("game.insight.days", { days })}
              </Statistic>
            )}
            {cut !== null && cut > 0 && <Statistic name={text("game.insight.usual_cut")}>{`−${cut}%`}</Statistic>}
          </dl>
        )}
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
        {verdict !== null && (
          <p className="mt-4 text-sm text-muted">
            {text(insight.kind === "official" ? "game.insight.based_on" : "game.insight.based_on_keyshops", {
              days: insight.days,
            })}
          </p>
        )}
      </div>
    </section>
  );
}

/** How often the game is on sale, in words. */
function useFrequency(perYear: number | null): string | null {
  const text = useGamePartText();
  if (!perYear) return null;
  const months = Math.round(12 / perYear);
  if (months > 1) return text("game.insight.every_months", { count: months });
  const weeks = Math.max(1, Math.round(52 / perYear));
  if (weeks > 3) return text("game.insight.every_month");
  return weeks === 1 ? text("game.insight.every_week") : text("game.insight.every_weeks", { count: weeks });
}

function Statistic({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="figures font-semibold">{children}</dd>
    </div>
  );
}
