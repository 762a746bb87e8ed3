import { historyTexts } from "contract/content-strings/defaults/history.ts";
import { unitsPerDollarIn } from "contract/core/currencies.ts";
import { formatPrice, isolated, type MoneyFormat, moneyFormat } from "contract/core/money.ts";
import type { Language } from "contract/languages/language.ts";
import type { PriceRecord } from "contract/prices/schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import { scaleLinear, scaleUtc } from "d3-scale";
import { curveStepAfter, line } from "d3-shape";
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useMarket, useMoney } from "../../../api/market.ts";
import { type Store, useStores } from "../../../api/stores.ts";
import { useLanguage, useTextOf } from "../../../api/texts.ts";
import { StoreName } from "../store-name.tsx";
import {
  cheapestSteps,
  isKnownAt,
  nextStop,
  onlyPrice,
  priceAt,
  type Step,
  type StoreSteps,
  stopsOf,
  toStoreSteps,
} from "./chart-steps.ts";

const height = 280;
const margin = { top: 12, right: 12, bottom: 28, left: 48 };

interface PriceChartProps {
  /** Ascending by time. */
  history: readonly PriceRecord[];
  /** Whether only the best official price and that of the best key shop are drawn. */
  best: boolean;
  /** A description for screen readers. */
  label: string;
  /** Start of the time axis in milliseconds since 1970; earlier records extend it. */
  opening: number;
  /** The last prices extend to here, in milliseconds since 1970. */
  now: number;
}

/** Prices over time as steps. A cursor, moved by pointer or arrow keys, shows the prices of a day. */
export function PriceChart({ history, best, label, opening, now }: PriceChartProps) {
  const language = useLanguage();
  const text = useHistoryText();
  const { formatOrFree } = useMoney();
  const [cursor, setCursor] = useState<number | null>(null);
  const [box, width] = useWidth();
  const { stores, storeOf } = useStores();
  const market = useMarket();
  const lines = useMemo(() => toStoreSteps(history, now, keysOf(history, stores)), [history, now, stores]);
  const styles = useMemo(() => lineStyles(lines.map(({ store }) => storeOf(store).color)), [lines, storeOf]);
  const drawn = useMemo((): DrawnLine[] => {
    if (!best) {
      return lines.map(({ store, steps }, index) => ({
        key: store,
        name: storeOf(store).name,
        steps,
        style: styles[index]!,
      }));
    }
    const isOfficial = ({ store }: StoreSteps) => storeOf(store).kind === "official";
    const [official, keyshops] = [lines.filter(isOfficial), lines.filter((line) => !isOfficial(line))];
    return [
      { key: "official", name: text("history.best_official"), steps: cheapestSteps(official), style: bestStyles[0] },
      { key: "keyshop", name: text("history.best_keyshop"), steps: cheapestSteps(keyshops), style: bestStyles[1] },
    ].filter(({ steps }) => steps.some(({ price }) => price !== null));
  }, [best, lines, styles, storeOf, text]);
  const stops = useMemo(() => stopsOf(lines), [lines]);
  const first = stops[0]!;
  const last = stops.at(-1)!;

  const highest = Math.max(unitsPerDollarIn(market.currency), ...history.map((record) => record.price ?? 0));
  const start = Math.min(opening, first);
  const x = scaleUtc([start, Math.max(last, start + 1)], [margin.left, width - margin.right]);
  const known = drawn.flatMap(({ steps }) => steps.flatMap(({ price }) => price ?? []));
  const lowest = known.length === 0 ? 0 : Math.min(...known);
  const today = drawn.flatMap(({ steps }) => steps.at(-1)?.price ?? []);
  const current = today.length === 0 ? null : Math.min(...today);
  const y = scaleLinear([lowest * 0.85, highest], [height - margin.bottom, margin.top]).nice(4);

  const onPointerMove = (event: PointerEvent) => {
    const at = x.invert(event.clientX - event.currentTarget.getBoundingClientRect().left).getTime();
    setCursor(Math.min(last, Math.max(first, at)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = keyTarget(event.key, stops, cursor);
    if (target === undefined) return;
    event.preventDefault();
    setCursor(target);
  };

  return (
    // time runs from left to right in every language
    <div ref={box} dir="ltr" className="relative">
      {/* biome-ignore lint/a11y/useSemanticElements: there is no element for a chart that is read with arrow keys */}
      <div
        role="group"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the cursor
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerDown={onPointerMove}
        onPointerLeave={() => setCursor(null)}
        onBlur={() => setCursor(null)}
        className="[touch-action:pan-y] rounded-sm"
      >
        <svg aria-hidden width={width} height={height} className="block overflow-visible">
          {y.ticks(4).map((price) => (
            <g key={price} transform={`translate(0 ${y(price)})`}>
              <line x1={margin.left} x2={width - margin.right} className="stroke-border" />
              <text x={margin.left - 8} dy="0.32em" textAnchor="end" className="figures fill-muted text-xs">
                {axisPrice(price, moneyFormat(market, language.tag))}
              </text>
            </g>
          ))}
          {x.ticks(Math.max(2, Math.floor(width / 130))).map((date) => (
            <text
              key={date.getTime()}
              x={x(date)}
              y={height - 8}
              textAnchor="middle"
              className="figures fill-muted text-xs"
            >
              {tickLabel(date, last - start, language)}
            </text>
          ))}
          {cursor !== null && (
            <line
              x1={x(cursor)}
              x2={x(cursor)}
              y1={margin.top}
              y2={height - margin.bottom}
              className="stroke-border-strong"
            />
          )}
          {drawn.map(({ key, ...shown }) => (
            <StoreLine key={key} {...shown} x={x} y={y} cursor={cursor} />
          ))}
          {known.length > 0 && (
            <g>
              <line
                x1={margin.left}
                x2={width - margin.right}
                y1={y(lowest)}
                y2={y(lowest)}
                strokeDasharray="1 5"
                strokeLinecap="round"
                strokeWidth={2}
                className="stroke-positive"
              />
              <text
                x={margin.left + 4}
                // below its line, unless the dates are there
                y={y(lowest) + (y(lowest) + 15 > height - margin.bottom ? -5 : 15)}
                className="figures fill-positive text-xs font-semibold [unicode-bidi:plaintext]"
              >
                {text("history.low_label", { price: formatOrFree(lowest) })}
              </text>
            </g>
          )}
          {current !== null && (
            <text
              x={width - margin.right}
              y={y(current) - 8}
              textAnchor="end"
              className="figures fill-text text-xs font-semibold [unicode-bidi:plaintext]"
            >
              {text("history.today_label", { price: formatOrFree(current) })}
            </text>
          )}
        </svg>
      </div>
      <Tooltip lines={lines} time={cursor} left={cursor === null ? 0 : x(cursor)} width={width} />
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {drawn.map(({ key, name, style }) => (
          <li key={key} className="flex items-center gap-2">
            <LineSample style={style} />
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface DrawnLine {
  key: string;
  name: string;
  steps: readonly Step[];
  style: LineStyle;
}

/** Of the best official price and of that of the best key shop. */
const bestStyles = [
  { stroke: "stroke-accent-text", fill: "fill-accent-text", dash: undefined },
  { stroke: "stroke-store-teal", fill: "fill-store-teal", dash: "6 4" },
] as const satisfies LineStyle[];

function StoreLine({
  steps,
  style,
  x,
  y,
  cursor,
}: {
  steps: readonly Step[];
  style: LineStyle;
  x: (time: number) => number;
  y: (price: number) => number;
  cursor: number | null;
}) {
  const draw = line<Step>()
    .curve(curveStepAfter)
    .defined((step) => step.price !== null)
    .x((step) => x(step.time))
    .y((step) => y(step.price ?? 0));
  const marked = cursor === null ? null : priceAt(steps, cursor);
  const dot = onlyPrice(steps);
  return (
    <g>
      <path
        d={draw(closeGaps(steps)) ?? ""}
        fill="none"
        strokeWidth={2}
        strokeLinejoin="round"
        strokeDasharray={style.dash}
        className={style.stroke}
      />
      {dot && <circle cx={x(dot.time)} cy={y(dot.price ?? 0)} r={4} className={style.fill} />}
      {cursor !== null && marked !== null && <circle cx={x(cursor)} cy={y(marked)} r={4} className={style.fill} />}
    </g>
  );
}

/** How a line is drawn, for the legend. */
function LineSample({ style }: { style: LineStyle }) {
  return (
    <svg aria-hidden width={22} height={4}>
      <line x2={22} y1={2} y2={2} strokeWidth={3} strokeDasharray={style.dash} className={style.stroke} />
    </svg>
  );
}

/** The stores of a history in display order; unlisted ones come last. */
function keysOf(history: readonly PriceRecord[], stores: readonly Store[]): StoreKey[] {
  const recorded = new Set(history.map(({ origin }) => origin));
  const listed = stores.map(({ key }) => key).filter((key) => recorded.delete(key));
  return [...listed, ...recorded];
}

/** Extends each price to the moment at which the store stops selling. */
function closeGaps(steps: readonly Step[]): Step[] {
  return steps.flatMap((step, index) => {
    const before = steps[index - 1];
    return step.price === null && before && before.price !== null
      ? [{ time: step.time, price: before.price }, step]
      : [step];
  });
}

/** The most prices beside the cursor. */
const maxReadings = 10;

/** The prices at the cursor, announced when it moves. */
function Tooltip({
  lines,
  time,
  left,
  width,
}: {
  lines: readonly StoreSteps[];
  time: number | null;
  left: number;
  width: number;
}) {
  const language = useLanguage();
  const text = useHistoryText();
  const rightHalf = left > width / 2;
  const visible = time === null ? [] : lines.filter(({ steps }) => isKnownAt(steps, time)).slice(0, maxReadings);
  return (
    <div
      aria-live="polite"
      style={rightHalf ? { right: width - left + 12 } : { left: left + 12 }}
      className="pointer-events-none absolute top-3 z-10"
    >
      {time !== null && (
        <div className="rounded-md border border-border bg-surface px-3 py-2 text-sm shadow-float">
          <p className="mb-1 text-muted">{language.date(new Date(time).toISOString())}</p>
          {visible.map(({ store, steps }) => (
            <Reading key={store} store={store} price={priceAt(steps, time)} notSold={text("history.not_sold")} />
          ))}
        </div>
      )}
    </div>
  );
}

function Reading({ store, price, notSold }: { store: StoreKey; price: number | null; notSold: string }) {
  const { formatOrFree } = useMoney();
  return (
    <p className="flex justify-between gap-4 whitespace-nowrap">
      <StoreName store={store} />{" "}
      <span className="figures font-semibold">{price === null ? notSold : formatOrFree(price)}</span>
    </p>
  );
}

const half = 182 * 24 * 60 * 60 * 1000;

/** Days on short axes, months on those of half a year and more. */
function tickLabel(date: Date, span: number, language: Language): string {
  return span < half ? language.day(date.getTime()) : language.month(date.getTime());
}

/** The cursor after a key press; `null` hides it, `undefined` is an unhandled key. */
function keyTarget(key: string, stops: readonly number[], cursor: number | null): number | null | undefined {
  switch (key) {
    case "ArrowLeft":
      return nextStop(stops, cursor ?? Infinity, -1);
    case "ArrowRight":
      return nextStop(stops, cursor ?? -Infinity, 1);
    case "Home":
      return stops[0];
    case "End":
      return stops.at(-1);
    case "Escape":
      return null;
    default:
      return undefined;
  }
}

/** The width of an element in pixels, as it changes. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(320);
  useLayoutEffect(() => {
    const element = box.current!;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    setWidth(element.clientWidth);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, width] as const;
}

/** A price as short as it can be: `$20`, `$0.80`, `¥12.5K`. */
export function axisPrice(price: number, { currency, locale }: MoneyFormat): string {
  try {
    const format = new Intl.NumberFormat(locale, {
      style: "currency",
      currency,
      currencyDisplay: "narrowSymbol",
      ...(price < 1_000
        ? { trailingZeroDisplay: "stripIfInteger" }
        : { notation: "compact", maximumSignificantDigits: 4 }),
    });
    return isolated(format.format(price));
  } catch {
    return formatPrice(price, { currency, locale });
  }
}

const strokes: Record<string, string> = {
  blue: "stroke-store-blue",
  green: "stroke-store-green",
  purple: "stroke-store-purple",
  gray: "stroke-store-gray",
  red: "stroke-store-red",
  orange: "stroke-store-orange",
  amber: "stroke-store-amber",
  lime: "stroke-store-lime",
  teal: "stroke-store-teal",
  cyan: "stroke-store-cyan",
  indigo: "stroke-store-indigo",
  pink: "stroke-store-pink",
};
const fills: Record<string, string> = {
  blue: "fill-store-blue",
  green: "fill-store-green",
  purple: "fill-store-purple",
  gray: "fill-store-gray",
  red: "fill-store-red",
  orange: "fill-store-orange",
  amber: "fill-store-amber",
  lime: "fill-store-lime",
  teal: "fill-store-teal",
  cyan: "fill-store-cyan",
  indigo: "fill-store-indigo",
  pink: "fill-store-pink",
};

/** Dashes of lines that share a colour, in the order of the lines; the first is solid. */
const dashes = [undefined, "6 4", "2 3", "10 4 2 4"] as const;

interface LineStyle {
  stroke: string | undefined;
  fill: string | undefined;
  dash: string | undefined;
}

/** The styles of lines of these colours: lines of the same colour differ in their dashes. */
export function lineStyles(colors: readonly string[]): LineStyle[] {
  return colors.map((color, index) => {
    const word = color in strokes ? color : "gray";
    const before = colors.slice(0, index).filter((other) => (other in strokes ? other : "gray") === word).length;
    return { stroke: strokes[word], fill: fills[word], dash: dashes[before % dashes.length] };
  });
}

/** Reads the texts of the price history and those of all pages. */
export const useHistoryText = () => useTextOf(historyTexts);
