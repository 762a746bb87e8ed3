import { discountBadge } from "contract/games/rules.ts";
import type { PartialGame } from "contract/games/schema.ts";
import { formatPrice, formatPriceOrFree } from "contract/money.ts";
import { Badge } from "../ui/badge.tsx";
import { classNames } from "../ui/class-names.ts";

type PricedGame = Pick<PartialGame, "best_price" | "best_store" | "steam_price" | "savings_percentage">;

interface PriceWords {
  /** The best price, or that there is none. */
  price: string;
  /** Steam's, when that is higher. */
  steamPrice: string | null;
  discount: string | null;
}

export function priceWords(game: PricedGame): PriceWords {
  const { best_price: best = null, steam_price: steam = null } = game;
  return {
    price: formatPriceOrFree(best),
    steamPrice: best !== null && steam !== null && steam > best ? formatPrice(steam) : null,
    discount: discountBadge(game.savings_percentage ?? null, game.best_store ?? null),
  };
}

/** The best price, beside it Steam's when that is higher, and what is saved. */
export function BestPrice({ game, size }: { game: PricedGame; size?: "large" }) {
  return <PriceLine words={priceWords(game)} known={game.best_price != null} large={size === "large"} />;
}

/** The same by its words. `known`: whether there is a price. */
export function PriceLine({
  words: { price, steamPrice, discount },
  known,
  large = false,
}: {
  words: PriceWords;
  known: boolean;
  large?: boolean;
}) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span
        className={classNames(
          "figures font-semibold",
          large ? "text-2xl" : "text-lg",
          !known && "font-medium text-muted",
        )}
      >
        {price}
      </span>
      {steamPrice !== null && (
        <s className={classNames("figures text-muted", large ? "text-md" : "text-sm")}>
          <span className="sr-only">Steam </span>
          {steamPrice}
        </s>
      )}
      {discount !== null && (
        <Badge tone="accent" className={classNames("ml-auto", large && "h-8 px-2")}>
          {discount}
        </Badge>
      )}
    </span>
  );
}
