import { discountBadge } from "contract/games/rules.ts";
import type { PartialGame } from "contract/games/schema.ts";
import { formatPrice, formatPriceOrFree } from "contract/money.ts";
import { Badge } from "../ui/badge.tsx";
import { classNames } from "../ui/class-names.ts";

type PricedGame = Pick<PartialGame, "best_price" | "best_store" | "steam_price" | "savings_percentage">;

/** The best price, beside it Steam's when that is higher, and what is saved. */
export function BestPrice({ game, size = "medium" }: { game: PricedGame; size?: "medium" | "large" }) {
  const { best_price: best = null, steam_price: steam = null } = game;
  const discount = discountBadge(game.savings_percentage ?? null, game.best_store ?? null);
  const large = size === "large";
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
      {discount && (
        <Badge tone="accent" className={classNames("ml-auto", large && "h-8 px-2")}>
          {discount}
        </Badge>
      )}
    </span>
  );
}
