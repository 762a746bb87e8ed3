import { formatPrice, formatPriceOrFree } from "contract/core/money.ts";
import { discountBadge } from "contract/games/rules.ts";
import type { PartialGame } from "contract/games/schema.ts";
import { Badge } from "../../ui/badge.tsx";
import { classNames } from "../../ui/class-names.ts";

interface BestPriceProps {
  game: Pick<PartialGame, "best_price" | "best_store" | "steam_price" | "savings_percentage">;
  large?: boolean;
}

/** The best price, Steam's price when that is higher, and the discount. */
export function BestPrice({ game, large = false }: BestPriceProps) {
  const { best_price: best = null, steam_price: steam = null } = game;
  const discount = discountBadge(game.savings_percentage ?? null, game.best_store ?? null);
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span
        className={classNames(
          "figures font-semibold",
          large ? "text-2xl" : "text-lg",
          best === null && "font-medium text-muted",
        )}
      >
        {formatPriceOrFree(best)}
      </span>
      {best !== null && steam !== null && steam > best && (
        <s className={classNames("figures text-muted", large ? "text-md" : "text-sm")}>
          <span className="sr-only">Steam </span>
          {formatPrice(steam)}
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
