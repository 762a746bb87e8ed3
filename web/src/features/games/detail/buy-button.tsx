import type { Game } from "contract/games/schema.ts";
import ExternalLink from "lucide-static/icons/external-link.svg?react";
import { useGameText } from "../../../api/game-text.ts";
import { useCountry, useMoney } from "../../../api/market.ts";
import { buttonStyle } from "../../../ui/button-style.ts";
import { useIsOwned } from "../../library/use-is-owned.ts";
import { type Offer, outgoingAddress } from "../../prices/offers.ts";

/** The id of the page's main button. */
export const buyButtonId = "buy";

interface BuyButtonProps {
  id?: string;
  game: Pick<Game, "id">;
  offer: Offer;
  size: "medium" | "large";
  className: string;
}

/** Leads to the store of an offer; quiet for a game that the visitor owns. */
export function BuyButton({ id, game, offer: { store, stated }, size, className }: BuyButtonProps) {
  const text = useGameText();
  const { format } = useMoney();
  return (
    <a
      id={id}
      href={outgoingAddress(game.id, store.key, useCountry())}
      target="_blank"
      rel="sponsored nofollow noopener"
      className={buttonStyle(useIsOwned(game.id) ? "secondary" : "primary", size, className)}
    >
      {stated.price === 0 ? text("game.get_free") : text("game.buy", { price: format(stated.price, stated.currency) })}
      <ExternalLink aria-hidden className="size-4.5" />
    </a>
  );
}
