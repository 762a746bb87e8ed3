import type { Facets } from "contract/games/schema.ts";
import { useFinderText } from "../finder-text.ts";
import { useFinder } from "../use-finder.ts";
import { FilterSection } from "./filter-section.tsx";
import { FlagFilter } from "./flag-filter.tsx";
import { AmountFilter } from "./typed-fields.tsx";

/** The price range, below a histogram of the number of games by price. */
export function PriceSection({ prices }: { prices: Facets["price"] | undefined }) {
  const text = useFinderText();
  const { state } = useFinder();
  const count = [state.min_price, state.max_price, state.free].filter((value) => value !== undefined).length;
  return (
    <FilterSection title={text("finder.section.price")} count={count} isOpen>
      {prices && <PriceBars prices={prices} min={state.min_price} max={state.max_price} />}
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
    <svg aria-hidden="true" viewBox={`0 0 ${prices.length} 100`} preserveAspectRatio="none" className="h-10 w-full">
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
