import type { Facets } from "contract/games/schema.ts";
import { useMoney } from "../../../../../api/market.ts";
import { RangeSlider } from "../../../../../ui/range-slider.tsx";
import { useFinderText } from "../finder-text.ts";
import { useFinder } from "../use-finder.ts";
import { FilterSection } from "./filter-section.tsx";
import { FlagFilter } from "./flag-filter.tsx";
import { AmountFilter } from "./typed-fields.tsx";

/** The price range, as a slider and as amounts, below a histogram of the number of games by price. */
export function PriceSection({ prices: all }: { prices: Facets["price"] | undefined }) {
  const text = useFinderText();
  const { state, place } = useFinder();
  const { max_price: limit = Number.POSITIVE_INFINITY } = place.about ?? {};
  const prices = all?.filter(({ value }) => Number(value) < limit);
  const count = [state.min_price, state.max_price, state.free].filter((value) => value !== undefined).length;
  return (
    <FilterSection title={text("finder.section.price")} count={count} isOpen>
      {prices && (
        <div className="grid gap-1">
          <PriceBars prices={prices} min={state.min_price} max={state.max_price} />
          {prices.length > 1 && <PriceSlider prices={prices} min={state.min_price} max={state.max_price} />}
        </div>
      )}
      <div className="grid grid-cols-2 gap-2">
        <AmountFilter name="min_price" label={text("finder.min_price")} />
        <AmountFilter name="max_price" label={text("finder.max_price")} />
      </div>
      <FlagFilter name="free" />
    </FilterSection>
  );
}

interface PriceBarsProps {
  prices: Facets["price"];
  min: number | undefined;
  max: number | undefined;
}

/** A bar for each step of prices, muted outside of the range. */
function PriceBars({ prices, min = 0, max = Number.POSITIVE_INFINITY }: PriceBarsProps) {
  const maxCount = Math.max(1, ...prices.map(({ count }) => count));
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${prices.length} 100`}
      preserveAspectRatio="none"
      className="h-10 w-full rtl:-scale-x-100"
    >
      {prices.map(({ value, count }, index) => {
        const next = Number(prices[index + 1]?.value ?? Number.POSITIVE_INFINITY);
        const isInside = Number(value) <= max && next > min;
        const height = Math.max(3, (100 * count) / maxCount);
        return (
          <rect
            key={value}
            x={index + 0.05}
            y={100 - height}
            width={0.9}
            height={height}
            className={isInside ? "fill-accent-text/60" : "fill-border"}
          />
        );
      })}
    </svg>
  );
}

/** Two thumbs on the edges of the bars; at the ends there is no limit. */
function PriceSlider({ prices, min, max }: PriceBarsProps) {
  const text = useFinderText();
  const { format } = useMoney();
  const { show } = useFinder();
  const edges = prices.map(({ value }) => Number(value));
  const steps = edges.length;
  const below = min === undefined ? 0 : edges.findLastIndex((edge) => edge <= min);
  const above = max === undefined ? -1 : edges.findIndex((edge) => edge >= max);
  const low = Math.min(Math.max(0, below), steps - 1);
  const value = [low, above === -1 ? steps : Math.max(low + 1, above)] as const;
  const amount = (place: number) => (place <= 0 || place >= steps ? undefined : edges[place]);
  return (
    <RangeSlider
      steps={steps}
      value={value}
      labels={[text("finder.price_from"), text("finder.price_to")]}
      textOf={(place) => {
        const at = amount(place);
        return at === undefined ? text("finder.any") : format(at);
      }}
      onChange={([from, to]) => void show({ min_price: amount(from), max_price: amount(to) })}
    />
  );
}
