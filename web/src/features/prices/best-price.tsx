import { cutBadge, discountBadge } from "contract/games/rules.ts";
import type { PartialGame } from "contract/games/schema.ts";
import { type HintedGame, lateHooks } from "../../api/late-hooks.ts";
import { useMoney } from "../../api/market.ts";
import { useText } from "../../api/texts.ts";
import { Badge } from "../../ui/badge.tsx";
import { classNames } from "../../ui/class-names.ts";

type PricedGame = Pick<
  PartialGame,
  "best_price" | "best_store" | "regular_price" | "cut" | "steam_price" | "savings_percentage"
> &
  HintedGame;

/** The price that the best one is compared with: the offer's regular price, otherwise a higher price on Steam. */
export function comparedWith(
  game: PricedGame,
): { price: number; at: "regular" | "steam"; badge: string | null } | null {
  const { best_price: best = null, regular_price: regular = null, steam_price: steam = null } = game;
  const cut = cutBadge(game.cut);
  if (cut !== null && regular !== null) return { price: regular, at: "regular", badge: cut };
  if (best === null || steam === null || steam <= best) return null;
  return { price: steam, at: "steam", badge: discountBadge(game.savings_percentage ?? null, game.best_store ?? null) };
}

/** The best price, what it is compared with struck through, and the discount. */
export function BestPrice({ game, large = false }: { game: PricedGame; large?: boolean }) {
  const text = useText();
  const { format, formatOrFree } = useMoney();
  const { best_price: best = null } = game;
  const { Hint } = lateHooks;
  const compared = comparedWith(game);
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span
        className={classNames(
          "figures font-bold",
          large ? "text-2xl" : "text-lg",
          best === null && "font-medium text-muted",
        )}
      >
        {formatOrFree(best)}
      </span>
      {compared && (
        <s className={classNames("figures text-muted", large ? "text-md" : "text-sm")}>
          <span className="sr-only">{`${compared.at === "steam" ? "Steam" : text("game.regular_price")} `}</span>
          {format(compared.price)}
        </s>
      )}
      {compared?.badge && (
        <Badge tone="accent" className={classNames("ml-auto", large && "h-8 px-2 text-base")}>
          {compared.badge}
        </Badge>
      )}
      {Hint && <Hint game={game} />}
    </span>
  );
}
