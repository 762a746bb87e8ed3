import type { GameDetail, Insight } from "contract/games/schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { ReactNode } from "react";
import { useGamePartText } from "../../../api/game-part-text.ts";
import { useMoney } from "../../../api/market.ts";
import { useStores } from "../../../api/stores.ts";
import { useLanguage } from "../../../api/texts.ts";
import { PathLink } from "../../../page/links.tsx";
import { textLinkStyle } from "../../../ui/button-style.ts";
import { classNames } from "../../../ui/class-names.ts";
import { useSaleEnd } from "../../prices/sale-end.tsx";
import { StoreName } from "../../prices/store-name.tsx";
import { useVerdict, wholePercent } from "./verdict.tsx";

/** Whether to buy now or wait: a short paragraph, and the price history in a few statistics (spec/games 6.6). */
export default function InsightSection({ game }: { game: InsightGame }) {
  const text = useGamePartText();
  const { insight } = game;
  if (!insight) return null;
  return (
    <section aria-labelledby="insight">
      <h2 id="insight" className="mb-3 text-lg">
        {text("game.insight")}
      </h2>
      <div className="rounded-lg border border-border bg-raised p-4 sm:p-5">
        <div className="text-md">
          <PastSentence insight={insight} bestStore={game.best_store} />
          <ConfidenceSentence insight={insight} />
          <OfficialSentence game={game} />
          {game.sale_ends_at && game.best_store && <SaleEndSentence at={game.sale_ends_at} store={game.best_store} />}
          {game.bundles[0] && <BundleSentence bundle={game.bundles[0]} />}
          {game.subscriptions.length > 0 && <PlansSentence plans={game.subscriptions} />}
          {game.next_sale && <NextSaleSentence nextSale={game.next_sale} />}
        </div>
        <Statistics insight={insight} />
      </div>
    </section>
  );
}

export type InsightGame = Pick<
  GameDetail,
  | "insight"
  | "next_sale"
  | "best_price"
  | "best_store"
  | "best_official_price"
  | "best_official_store"
  | "sale_ends_at"
  | "bundles"
  | "subscriptions"
>;

/** A sentence of the paragraph; a tap shows its reason. */
function Sentence({ reason, tone, children }: { reason: ReactNode; tone?: string; children: ReactNode }) {
  return (
    <>
      <details className="inline not-open:details-content:hidden">
        <summary
          className={classNames(
            "inline list-none underline decoration-dotted decoration-from-font underline-offset-4",
            "hover:decoration-solid [&::-webkit-details-marker]:hidden",
            tone,
          )}
        >
          {children}
        </summary>
        <div className="my-2 border-s-2 border-border-strong ps-3 text-sm text-muted">{reason}</div>
      </details>{" "}
    </>
  );
}

/** The price against its past. */
function PastSentence({ insight, bestStore }: { insight: Insight; bestStore: GameDetail["best_store"] }) {
  const text = useGamePartText();
  const { sentence, tone } = useVerdict({ insight, bestStore });
  const { days, kind } = insight;
  const basis = kind === "official" ? "game.insight.based_on" : "game.insight.based_on_keyshops";
  return (
    <Sentence reason={text(insight.verdict === null ? "game.insight.too_short" : basis, { days })} tone={tone}>
      {text("game.insight.sentence", { sentence })}
    </Sentence>
  );
}

/** How far the verdict can be trusted; without one, its own sentence says that the history is too short. */
function ConfidenceSentence({ insight: { verdict, confidence } }: { insight: Insight }) {
  const text = useGamePartText();
  if (verdict === null || confidence === "low") return null;
  return (
    <Sentence reason={text(`game.insight.confidence.${confidence}_reason`)}>
      {text(`game.insight.confidence.${confidence}`)}
    </Sentence>
  );
}

/** What official stores charge, when a key shop is cheaper. */
function OfficialSentence({ game }: { game: InsightGame }) {
  const text = useGamePartText();
  const { formatOrFree } = useMoney();
  const { storeOf } = useStores();
  const { best_store: best, best_official_store: official, best_official_price: price } = game;
  if (!best || !official || storeOf(best).kind === "official") return null;
  return (
    <Sentence reason={text("game.resellers_text")}>
      {text("game.insight.official", { price: formatOrFree(price), store: storeOf(official).name })}
    </Sentence>
  );
}

/** When the sale ends; nothing once it is over. */
function SaleEndSentence({ at, store }: { at: string; store: StoreKey }) {
  const text = useGamePartText();
  const { storeOf } = useStores();
  const end = useSaleEnd(at);
  if (end === null) return null;
  return (
    <Sentence reason={text("game.insight.sale_end", { store: storeOf(store).name })} tone="text-warning">
      <time dateTime={at}>{text("game.insight.sentence", { sentence: end })}</time>
    </Sentence>
  );
}

/** The bundle that ends first. */
function BundleSentence({ bundle }: { bundle: GameDetail["bundles"][number] }) {
  const language = useLanguage();
  const text = useGamePartText();
  const { format } = useMoney();
  const { storeOf } = useStores();
  const { id, title, from_price: price, currency, ends_at: ends } = bundle;
  const store = storeOf(bundle.store).name;
  return (
    <Sentence
      reason={
        <>
          {ends
            ? text("game.insight.bundle_ends", { store, date: language.date(ends) })
            : text("game.insight.bundle_reason", { store })}{" "}
          <PathLink path={`/bundles/${id}`} className={textLinkStyle}>
            {title}
          </PathLink>
        </>
      }
    >
      {price !== null && currency !== null
        ? text("game.insight.bundle_from", { title, price: format(price, currency) })
        : text("game.insight.bundle", { title })}
    </Sentence>
  );
}

/** The subscriptions that have the game. */
function PlansSentence({ plans }: { plans: GameDetail["subscriptions"] }) {
  const language = useLanguage();
  const text = useGamePartText();
  const leaving = plans.find((plan) => plan.leaving_on !== null);
  return (
    <Sentence
      reason={
        <>
          {text("game.insight.plans_reason")}
          {leaving?.leaving_on &&
            ` ${text("game.insight.plans_leaving", { plan: leaving.name, date: language.date(leaving.leaving_on) })}`}
        </>
      }
    >
      {text("game.insight.plans", { plans: language.list(plans.map(({ name }) => name)) })}
    </Sentence>
  );
}

/** From this chance on, a time is short enough to be stated. */
const likely = 0.7;
const nearlySure = 0.95;

/** When the next sale is likely, and how deep. */
function NextSaleSentence({ nextSale }: { nextSale: NonNullable<GameDetail["next_sale"]> }) {
  const language = useLanguage();
  const text = useGamePartText();
  const { storeOf } = useStores();
  const chances = [nextSale.within_30_days, nextSale.within_60_days, nextSale.within_90_days];
  const soonest = chances.findIndex((chance) => chance >= likely);
  const count = soonest < 0 ? 3 : soonest + 1;
  const chance = chances[count - 1]!;
  return (
    <Sentence
      reason={
        <>
          {text("game.next_sale.reason", { count: nextSale.based_on })}{" "}
          <PathLink path="/forecast" className={textLinkStyle}>
            {text("game.next_sale.scores")}
          </PathLink>
        </>
      }
    >
      {text("game.next_sale.usual", {
        cut: language.discount(nextSale.usual_cut),
        store: storeOf(nextSale.store).name,
      })}{" "}
      {chance >= nearlySure
        ? text("game.next_sale.sure", { count })
        : text("game.next_sale.often", { count, tenths: Math.round(chance * 10) })}
    </Sentence>
  );
}

/** How often and how long the game is on sale, if enough of its past is known, and the lowest prices. */
function Statistics({ insight }: { insight: Insight }) {
  const language = useLanguage();
  const text = useGamePartText();
  const { formatOrFree } = useMoney();
  const frequency = useFrequency(insight.sales_per_year);
  const { verdict, on_sale_share: onSale, usual_sale_days: days, usual_cut: cut, lows } = insight;
  return (
    <>
      {verdict !== null && (
        <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-4 min-[30rem]:grid-cols-4">
          <Statistic name={text("game.insight.on_sale")}>
            {text("game.insight.on_sale_share", { percent: wholePercent(onSale ?? 0) })}
          </Statistic>
          {frequency && <Statistic name={text("game.insight.sales")}>{frequency}</Statistic>}
          {days !== null && (
            <Statistic name={text("game.insight.length")}>{text("game.insight.days", { days })}</Statistic>
          )}
          {cut !== null && cut > 0 && (
            <Statistic name={text("game.insight.usual_cut")}>{language.discount(cut)}</Statistic>
          )}
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
                  {text("game.insight.low", { price: formatOrFree(price), date: language.date(at) })}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** How often the game is on sale, in words. */
function useFrequency(perYear: number | null): string | null {
  const text = useGamePartText();
  if (!perYear) return null;
  const weeks = Math.max(1, Math.round(52 / perYear));
  if (weeks <= 3) return text("game.insight.every_weeks", { count: weeks });
  return text("game.insight.every_months", { count: Math.max(1, Math.round(12 / perYear)) });
}

function Statistic({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="figures font-semibold">{children}</dd>
    </div>
  );
}
