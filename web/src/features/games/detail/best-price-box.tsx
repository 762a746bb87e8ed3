import { formatDate } from "contract/core/dates.ts";
import { formatPrice, formatPriceOrFree } from "contract/core/money.ts";
import { cheapestInStock } from "contract/games/rules.ts";
import type { Game, GameDetail } from "contract/games/schema.ts";
import { type StoreKey, storeOf } from "contract/stores.ts";
import ExternalLink from "lucide-react/icons/external-link";
import { useGameText } from "../../../api/game-text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { buttonStyle } from "../../../ui/button-style.ts";
import { GameAlert } from "../../alerts/game-alert.tsx";
import { BestPrice } from "../../prices/best-price.tsx";
import { StockBadge, StoreKind } from "../../prices/offer-badges.tsx";
import { GiveawayNote } from "../../prices/offer-times.tsx";
import { offersOf, storePrices } from "../../prices/offers.ts";
import { StoreName } from "../../prices/store-name.tsx";
import { WishlistHeart } from "../../wishlist/wishlist-heart.tsx";

/** The best price, its store, the savings, and the link to buy. */
export function BestPriceBox({ game }: { game: GameDetail }) {
  const text = useGameText();
  const best = offersOf(game).find((offer) => offer.store.key === game.best_store);
  const known = game.offers.find((offer) => offer.store === game.best_store);
  const deliverable = cheapestInStock(storePrices(game), game.cdkeys_stock);
  return (
    <section aria-labelledby="best-price" className="relative rounded-lg border border-border bg-raised p-4 sm:p-5">
      <div className="flex min-h-8 items-center gap-2 pr-10">
        <h2 id="best-price" className="text-sm font-medium text-muted">
          {text("game.best_price")}
        </h2>
        {game.lowest_ever && <Badge tone="positive">{text("game.lowest_ever")}</Badge>}
      </div>
      <WishlistHeart gameId={game.id} className="absolute top-3 right-3 text-muted hover:bg-sunken hover:text-text" />
      {best ? (
        <>
          <div className="mt-1">
            <BestPrice game={game} large />
          </div>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
            <StoreName store={best.store.key} className="font-medium text-text" />
            <StoreKind kind={best.store.kind} />
            <StockBadge inStock={best.inStock} />
            {known?.ends_at && <GiveawayNote offer={known} />}
          </p>
          {best.inStock === false && deliverable && <CanDeliver {...deliverable} />}
          {best.link && (
            <a
              href={best.link}
              target="_blank"
              rel="noopener sponsored"
              className={buttonStyle("primary", "large", "mt-4 w-full")}
            >
              {text("game.buy", { price: formatPriceOrFree(best.price) })}
              <ExternalLink aria-hidden className="size-4.5" />
            </a>
          )}
          <YouSave game={game} />
        </>
      ) : (
        <>
          <div className="mt-1">
            <BestPrice game={game} large />
          </div>
          <p className="mt-1 text-muted">{text("game.no_price")}</p>
        </>
      )}
      <GameAlert game={{ id: game.id, title: game.title, price: deliverable?.price ?? null }} />
      {game.historical_low !== null && (
        <dl className="mt-4 flex flex-wrap items-baseline justify-between gap-x-3 border-t border-border pt-4 text-sm">
          <dt className="text-muted">{text("game.historical_low")}</dt>
          <dd className="text-right">
            <span className="figures font-semibold">{formatPrice(game.historical_low)}</span>{" "}
            {game.historical_low_store && game.historical_low_at && (
              <span className="text-muted">
                {text("game.low_at_store", {
                  store: storeOf(game.historical_low_store).name,
                  date: formatDate(game.historical_low_at),
                })}
              </span>
            )}
          </dd>
        </dl>
      )}
    </section>
  );
}

/** The cheapest store with stock, when the best one has none. */
function CanDeliver({ store, price }: { store: StoreKey; price: number }) {
  const text = useGameText();
  return (
    <p className="mt-3 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">
      {text("game.can_deliver", { store: storeOf(store).name, price: formatPriceOrFree(price) })}
    </p>
  );
}

/** The savings against Steam's price, if any. */
function YouSave({ game }: { game: Game }) {
  const text = useGameText();
  if (game.savings_percentage === null || game.steam_price === null || game.best_price === null) return null;
  return (
    <p
      className={
        "mt-3 flex flex-wrap items-baseline gap-x-1.5 rounded-md bg-positive-soft px-3 py-2 text-sm " + "text-positive"
      }
    >
      <span>{text("game.you_save")}</span>
      <strong className="figures font-semibold">
        {formatPrice(game.steam_price - game.best_price)} ({Math.round(game.savings_percentage)}%)
      </strong>
      <span>{text("game.you_save_against")}</span>
    </p>
  );
}
