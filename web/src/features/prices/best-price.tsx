import { cutBadge, isSteamReference } from "contract/games/rules.ts";
import type { PartialGame } from "contract/games/schema.ts";
import type { ReactNode } from "react";
import { type HintedGame, lateHooks } from "../../api/late-hooks.ts";
import { useMoney } from "../../api/market.ts";
import { useText } from "../../api/texts.ts";
import { Badge } from "../../ui/badge.tsx";
import { classNames } from "../../ui/class-names.ts";

type PricedGame = Pick<PartialGame, "best_price" | "best_store" | "reference_price" | "reference_store" | "cut"> &
  HintedGame;

/** The higher price that the best one is compared with, whose it is, and the discount. */
export function comparedWith(
  game: PricedGame,
): { price: number; at: "regular" | "steam"; badge: string | null } | null {
  const { best_price: best = null, reference_price: reference = null } = game;
  if (best === null || reference === null || reference <= best) return null;
  return { price: reference, at: isSteamReference(game) ? "steam" : "regular", badge: cutBadge(game.cut) };
}

/** The best price, what it is compared with struck through, and the discount. */
export function BestPrice({ game, large = false }: { game: PricedGame; large?: boolean }) {
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
        <ReferencePrice at={compared.at} className={large ? "text-md" : "text-sm"}>
          {format(compared.price)}
        </ReferencePrice>
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

/** A struck price, which says whose it is. */
export function ReferencePrice({
  at,
  className,
  children,
}: {
  at: "regular" | "steam";
  className?: string;
  children: ReactNode;
}) {
  const whose = useText()(at === "steam" ? "game.steam_reference" : "game.regular_price");
  return (
    <s title={whose} className={classNames("figures text-muted", className)}>
      <span className="sr-only">{`${whose} `}</span>
      {children}
    </s>
  );
}
