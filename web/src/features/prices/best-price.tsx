import { myStoresTexts } from "contract/content-strings/defaults/personal/my-stores.ts";
import { cutBadge, isSteamReference } from "contract/games/rules.ts";
import type { PartialGame } from "contract/games/schema.ts";
import type { ReactNode } from "react";
import { useMoney } from "../../api/market.ts";
import type { PricedElsewhere } from "../../api/my-stores.ts";
import { useStores } from "../../api/stores.ts";
import { useLanguage, useText, useTextOf } from "../../api/texts.ts";
import { Badge } from "../../ui/badge.tsx";
import { classNames } from "../../ui/class-names.ts";

type PricedGame = Pick<PartialGame, "best_price" | "best_store" | "reference_price" | "reference_store" | "cut"> &
  PricedElsewhere;

/** The higher price that the best one is compared with, whose it is, and the discount. */
export function comparedWith(
  game: PricedGame,
): { price: number; at: "regular" | "steam"; cut: number | undefined } | null {
  const { best_price: best = null, reference_price: reference = null } = game;
  if (best === null || reference === null || reference <= best) return null;
  return { price: reference, at: isSteamReference(game) ? "steam" : "regular", cut: game.cut };
}

/** The best price, what it is compared with struck through, and the discount. */
export function BestPrice({ game, large = false }: { game: PricedGame; large?: boolean }) {
  const language = useLanguage();
  const { format, formatOrFree } = useMoney();
  const { best_price: best = null } = game;
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
      {compared?.cut ? (
        <Badge tone="accent" className={classNames(large && "h-8 px-2 text-base")}>
          {cutBadge(compared.cut, language)}
        </Badge>
      ) : null}
      <LessElsewhere game={game} />
    </span>
  );
}

/** The best price of official stores, where a key shop or a marketplace is cheaper. */
export function OfficialPrice({ game }: { game: Pick<PartialGame, "best_store" | "best_official_price"> }) {
  const text = useText();
  const { storeOf } = useStores();
  const { formatOrFree } = useMoney();
  const { best_store: store, best_official_price: official = null } = game;
  if (!store || official === null || storeOf(store).kind === "official") return null;
  return <span className="figures">{text("game.official_from", { price: formatOrFree(official) })}</span>;
}

/** A lower price at a store that the visitor has not chosen, if there is one. */
export function LessElsewhere({ game }: { game: PricedGame }) {
  const text = useTextOf(myStoresTexts);
  const { storeOf } = useStores();
  const { format, formatOrFree } = useMoney();
  const { best_price: price = null, everywhere_best_price: everywhere = null, everywhere_best_store: key } = game;
  if (everywhere === null || !key || (price !== null && price <= everywhere)) return null;
  const store = storeOf(key).name;
  return (
    <span className="figures basis-full text-sm font-normal text-muted">
      {price === null
        ? text("my_stores.only_elsewhere", { price: formatOrFree(everywhere), store })
        : text("my_stores.less", { amount: format(price - everywhere), store })}
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
