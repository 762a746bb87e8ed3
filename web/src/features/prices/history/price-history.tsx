import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { defaultHistoryRange, historyRanges, priceTrend, wholeHistory } from "contract/prices/rules.ts";
import type { AttainableLow, PriceRecord } from "contract/prices/schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import TrendingDown from "lucide-static/icons/trending-down.svg?react";
import TrendingUp from "lucide-static/icons/trending-up.svg?react";
import { lazy, Suspense, useMemo, useState } from "react";
import { failedWith } from "../../../api/api-error.ts";
import { useCountry, useMoney } from "../../../api/market.ts";
import { useCall } from "../../../api/session.ts";
import { useStores } from "../../../api/stores.ts";
import { useLanguage } from "../../../api/texts.ts";
import { FilledText } from "../../../page/filled-text.tsx";
import { LoadFailed } from "../../../page/load-failed.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { Select } from "../../../ui/select.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { StoreName } from "../store-name.tsx";
import { LoginPrompt } from "./login-prompt.tsx";
import { PriceChart, useHistoryText } from "./price-chart.tsx";
import { type PriceHistoryData, priceHistoryQuery } from "./queries.ts";

/** The history of a game's prices: a range, one store or all, chart, trend and table. */
export default function PriceHistory({ game }: { game: { id: number; title: string } }) {
  const gameId = game.id;
  const text = useHistoryText();
  const [days, setDays] = useState<number>(defaultHistoryRange);
  const [stores, setStores] = useState<readonly StoreKey[]>([]);
  const query = useQuery({
    ...priceHistoryQuery(useCall(), gameId, {
      days,
      origin: stores.length === 1 ? stores[0] : undefined,
      country: useCountry(),
    }),
    placeholderData: keepPreviousData,
  });
  const data = useMemo(() => query.data && withStores(query.data, stores), [query.data, stores]);
  const history = data?.history;
  const stale = query.isPlaceholderData;
  const dimmed = classNames("transition-opacity", stale && "opacity-50");

  if (failedWith(query.error, "unauthenticated")) return <LoginPrompt game={game} />;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2.5">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields that are sent */}
        <div
          role="group"
          aria-label={text("history.range")}
          className="flex rounded-md border border-border p-0.5 max-sm:w-full"
        >
          {[...historyRanges, wholeHistory].map((range) => (
            <button
              key={range}
              type="button"
              aria-pressed={range === days}
              onClick={() => setDays(range)}
              className={classNames(
                "figures h-10 grow rounded-[0.375rem] px-1 text-sm font-medium sm:px-3",
                range === days ? "bg-sunken text-text" : "text-muted hover:text-text",
              )}
            >
              {range === wholeHistory ? text("history.all") : text("history.days", { days: range })}
            </button>
          ))}
        </div>
        <StoreSelect
          label={text("history.store")}
          options={{
            all: text("history.all_stores"),
            some: text("history.stores", { count: stores.length }),
            several: text("history.several_stores"),
          }}
          selected={stores}
          onSelect={setStores}
          limit={maxLines}
          className="w-36"
        />
        {history && <Trend history={history} className={dimmed} />}
      </div>
      {query.error && (!history || stale) ? (
        <LoadFailed level={3} error={query.error} message="history.load_failed" onRetry={() => query.refetch()} />
      ) : !data ? (
        <Skeleton className="h-72" />
      ) : (
        <div aria-busy={stale} className={dimmed}>
          {!stale && data.history.length > 0 && !hasChanges(data.history) && (
            <NothingChanged gameId={gameId} days={days} onShow={setDays} />
          )}
          <Chart data={data} />
        </div>
      )}
      {query.data?.attainable_low && <AttainableLowLine low={query.data.attainable_low} />}
    </>
  );
}

const dayMs = 24 * 60 * 60 * 1000;

/** The history of these stores; of all without any. */
function withStores(data: PriceHistoryData, stores: readonly StoreKey[]): ShownHistory {
  const history = stores.length === 0 ? data.history : data.history.filter(({ origin }) => stores.includes(origin));
  return { ...data, history, best: stores.length === 0 };
}

/** Whether any store's price changed. */
export function hasChanges(history: readonly PriceRecord[]): boolean {
  return storesIn(history).length < history.length;
}

/** The shortest range in which a price changed; `null` = there was never a change. `history` is the whole one. */
export function shortestRange(history: readonly PriceRecord[], now: number): number | null {
  const known = new Set<StoreKey>();
  const changes = history.filter(({ origin }) => known.size === known.add(origin).size);
  const last = changes.at(-1);
  if (!last) return null;
  const age = now - Date.parse(last.recorded_at);
  return historyRanges.find((days) => age < days * dayMs) ?? wholeHistory;
}

/** Says that no price changed, with a button for the shortest range in which one did. */
function NothingChanged({ gameId, days, onShow }: { gameId: number; days: number; onShow: (days: number) => void }) {
  const text = useHistoryText();
  const query = priceHistoryQuery(useCall(), gameId, { days: wholeHistory, country: useCountry() });
  const { data } = useQuery(query);
  const range = data ? shortestRange(data.history, data.loadedAt) : null;
  return (
    <p role="status" className="mb-3 flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      {days === wholeHistory ? text("history.never_changed") : text("history.unchanged", { days })}
      {range !== null && range > days && (
        <Button size="small" onClick={() => onShow(range)}>
          {range === wholeHistory ? text("history.show_all") : text("history.show_days", { days: range })}
        </Button>
      )}
    </p>
  );
}

interface ShownHistory extends PriceHistoryData {
  /** Whether the visitor has chosen no stores. */
  best: boolean;
}

/** The prices of a range as chart and table, or a note that none changed. */
function Chart({ data: { history, days, loadedAt, best } }: { data: ShownHistory }) {
  const text = useHistoryText();
  if (history.length === 0)
    return <p className="grid min-h-72 place-items-center text-muted">{text("history.empty")}</p>;
  return (
    <>
      <PriceChart
        history={history}
        best={best}
        label={days === wholeHistory ? text("history.chart_all") : text("history.chart", { days })}
        opening={days === wholeHistory ? Date.parse(history[0]!.recorded_at) : loadedAt - days * dayMs}
        now={loadedAt}
      />
      <HistoryTable history={history} />
    </>
  );
}

/** The price trend with its store. */
function Trend({ history, className }: { history: readonly PriceRecord[]; className: string }) {
  const language = useLanguage();
  const text = useHistoryText();
  const trend = priceTrend(history);
  if (!trend) return null;
  const up = trend.direction === "up";
  const store = history.findLast((record) => record.price !== null)?.origin;
  const Icon = up ? TrendingUp : TrendingDown;
  return (
    <p className={classNames("ms-auto flex items-center gap-2.5 text-sm", className)}>
      {store && <StoreName store={store} />}
      <Badge tone={up ? "danger" : "positive"}>
        <Icon aria-hidden className="size-3.5" />
        {text(up ? "history.trend_up" : "history.trend_down", { percentage: language.decimal(trend.percentage) })}
      </Badge>
    </p>
  );
}

/** A low that is likely to return, and how often it has occurred (spec/prices 5.3). */
function AttainableLowLine({ low }: { low: AttainableLow }) {
  const language = useLanguage();
  const text = useHistoryText();
  const { storeOf } = useStores();
  const where = { store: storeOf(low.store).name, date: language.date(low.since) };
  return (
    <dl
      title={text("history.attainable_hint")}
      className="mt-4 flex flex-wrap items-baseline justify-between gap-x-3 border-t border-border pt-4 text-sm"
    >
      <dt className="text-muted">{text("history.attainable")}</dt>
      <dd className="text-muted">
        <FilledText
          text={text("history.attainable_times", { ...where, price: "{price}", times: low.times })}
          nodes={{ price: <span className="figures font-semibold text-text">{useMoney().format(low.price)}</span> }}
        />
      </dd>
    </dl>
  );
}

/** The chart as a table, newest first, and the low of each store below. */
function HistoryTable({ history }: { history: readonly PriceRecord[] }) {
  const language = useLanguage();
  const text = useHistoryText();
  const { storeOf } = useStores();
  const { formatOrFree } = useMoney();
  const row = ({ recorded_at, origin, price }: PriceRecord) => (
    <tr key={recorded_at + origin} className="border-b border-border last:border-0">
      <td className="py-2">{language.date(recorded_at)}</td>
      <td className="py-2">{storeOf(origin).name}</td>
      <td className="figures py-2 text-end">{price === null ? text("history.not_sold") : formatOrFree(price)}</td>
    </tr>
  );
  return (
    <details className="mt-4 text-sm">
      <summary className="py-2 text-muted hover:text-text">{text("history.table")}</summary>
      <table className="mt-1 w-full">
        <caption className="sr-only">{text("history.table_caption")}</caption>
        <thead>
          <tr className="border-b border-border text-start text-muted">
            <th className="py-2 font-medium">{text("history.date")}</th>
            <th className="py-2 font-medium">{text("history.store")}</th>
            <th className="py-2 text-end font-medium">{text("history.price")}</th>
          </tr>
        </thead>
        <tbody>{history.toReversed().map(row)}</tbody>
        <tfoot>
          <tr className="border-y border-border text-start text-muted">
            <th colSpan={3} scope="rowgroup" className="pt-5 pb-2 font-medium">
              {text("history.lows")}
            </th>
          </tr>
          {lowsOf(history).map(({ store, ...low }) => row({ origin: store, ...low }))}
        </tfoot>
      </table>
    </details>
  );
}

/** The most lines with which a chart is readable. */
const maxLines = 8;

/** The stores of a history, in the order of their first records. */
export function storesIn(history: readonly PriceRecord[]): StoreKey[] {
  return [...new Set(history.map(({ origin }) => origin))];
}

interface StoreLow {
  store: StoreKey;
  price: number;
  recorded_at: string;
}

/** The lowest price of each store and when it first had it, cheapest first. */
export function lowsOf(history: readonly PriceRecord[]): StoreLow[] {
  return [...Map.groupBy(history, ({ origin }) => origin)]
    .flatMap(([store, records]) => {
      const low = lowestOf(records);
      return low ? [{ store, ...low }] : [];
    })
    .sort((a, b) => a.price - b.price);
}

function lowestOf(records: readonly PriceRecord[]): { price: number; recorded_at: string } | null {
  let lowest: { price: number; recorded_at: string } | null = null;
  for (const { price, recorded_at } of records) {
    if (price !== null && (lowest === null || price < lowest.price)) lowest = { price, recorded_at };
  }
  return lowest;
}

const StoresDialog = lazy(() => import("../stores-dialog.tsx"));

/** Not a store key: ignored when sent without scripts. */
const several = "*";

interface StoreSelectProps {
  label: string;
  /** The options besides the stores. */
  options: { all: string; some: string; several: string };
  /** Keys; all stores where there are none. */
  selected: readonly string[];
  onSelect: (keys: string[]) => void;
  /** The most stores that can be chosen. */
  limit?: number;
  name?: string;
  className?: string;
}

/** Chooses one store, all of them, or several from a dialog. */
function StoreSelect({ label, options, selected, onSelect, limit, ...rest }: StoreSelectProps) {
  const { stores, storeOf } = useStores();
  const [open, setOpen] = useState(false);
  const value = selected.join(",");
  const unlisted = selected.length === 1 && !stores.some(({ key }) => key === value);
  return (
    <>
      <Select
        label={label}
        value={value}
        onChoose={(choice) => {
          if (choice === several) setOpen(true);
          else onSelect(choice === "" ? [] : choice.split(","));
        }}
        {...rest}
      >
        <option value="">{options.all}</option>
        {selected.length > 1 && <option value={value}>{options.some}</option>}
        {(unlisted ? [...stores, storeOf(value)] : stores).map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
        <option value={several}>{options.several}</option>
      </Select>
      {open && (
        <Suspense>
          <StoresDialog
            selected={selected}
            limit={limit}
            onClose={() => setOpen(false)}
            onChoose={(keys) => {
              setOpen(false);
              onSelect(keys);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
