import { cutBadge } from "contract/games/rules.ts";
import { useGamePartText } from "../../api/game-part-text.ts";
import { useMarket, useMoney } from "../../api/market.ts";
import type { Offer } from "./offers.ts";

/** A store's price, its regular price and discount, and the converted price in the market's currency. */
export function OfferPrice({ offer }: { offer: Offer | undefined }) {
  const text = useGamePartText();
  const market = useMarket();
  const { format, formatOrFree } = useMoney();
  if (!offer || offer.stated.price === null) return <span className="text-right text-muted">{format(null)}</span>;
  const { store, price, stated } = offer;
  const { currency } = stated;
  const cut = cutBadge(stated.cut);
  const isOwn = stated.reference_store === stated.store;
  const compared = text(isOwn ? "game.regular_price" : "game.you_save_against");
  return (
    <span className="figures flex flex-wrap items-center justify-end gap-x-3 max-sm:max-w-28">
      {cut && (
        <span className="text-sm text-positive" title={compared}>
          {cut}
          {!isOwn && <span className="sr-only">{` ${compared}`}</span>}
        </span>
      )}
      {stated.regular_price != null && cut && isOwn && (
        <s className="text-sm text-muted" title={text("game.regular_price")}>
          {format(stated.regular_price, currency)}
        </s>
      )}
      <span className="text-lg font-semibold">{formatOrFree(stated.price, currency)}</span>
      {currency !== market.currency && price !== null && price > 0 && (
        <span
          title={text("game.converted_hint", { store: store.name, currency })}
          className="w-full text-right text-sm text-muted"
        >
          {text("game.converted", { price: format(price) })}
        </span>
      )}
    </span>
  );
}
