import { toMinor } from "contract/core/money.ts";
import { cheapestInStock, cutOf } from "contract/games/rules.ts";
import type { Game, GameDetail } from "contract/games/schema.ts";
import type { ComponentType } from "react";
import { useGameText } from "../../../api/game-text.ts";
import { useMoney } from "../../../api/market.ts";
import { useStores } from "../../../api/stores.ts";
import { useLanguage } from "../../../api/texts.ts";
import { FilledText } from "../../../page/filled-text.tsx";
import { shownTitle } from "../../../page/game-title.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { GameAlert } from "../../alerts/game-alert.tsx";
import { BestPrice } from "../../prices/best-price.tsx";
import { GiveawayNote } from "../../prices/giveaway-note.tsx";
import { useLowText } from "../../prices/low-badge.tsx";
import { StockBadge, StoreKind } from "../../prices/offer-badges.tsx";
import { type Offer, offersOf } from "../../prices/offers.ts";
import { SaleEnd } from "../../prices/sale-end.tsx";
import { StoreName } from "../../prices/store-name.tsx";
import { WishlistHeart } from "../../wishlist/wishlist-heart.tsx";
import { BuyButton, buyButtonId } from "./buy-button.tsx";
import { Verdict } from "./verdict.tsx";

/** Lists that the game can be added to. */
export type ListMenu = ComponentType<{ gameId: number; className: string }>;

/** The best price, its store, the savings, and the link to buy. */
export function BestPriceBox({ game, ListMenu }: { game: GameDetail; ListMenu: ListMenu }) {
  const language = useLanguage();
  const text = useGameText();
  const stores = useStores();
  const { format, formatOrFree } = useMoney();
  const offers = offersOf(game, stores);
  const best = offers.find((offer) => offer.store.key === game.best_store);
  const deliverable = cheapestInStock(offers);
  const lowText = useLowText()(game);
  const low = <span className="figures font-semibold text-text">{format(game.historical_low)}</span>;
  return (
    <section aria-labelledby="best-price" className="relative rounded-lg border border-border bg-raised p-4 sm:p-5">
      <div className="flex min-h-8 items-center gap-2 pe-20">
        <h2 id="best-price" className="text-sm font-medium text-muted">
          {text("game.best_price")}
        </h2>
        {lowText && <Badge tone="positive">{lowText}</Badge>}
      </div>
      <ListMenu gameId={game.id} className="absolute top-3 end-13" />
      <WishlistHeart gameId={game.id} className="absolute top-3 end-3 text-muted hover:bg-sunken hover:text-text" />
      <div className="mt-1">
        <BestPrice game={game} large />
      </div>
      {game.cut > 0 && game.lowest_30_days && (
        <p className="figures mt-1 text-sm text-muted" title={text("game.lowest_30_days_hint")}>
          {text("game.lowest_30_days", { price: format(game.lowest_30_days.price) })}
        </p>
      )}
      {best ? (
        <>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
            <StoreName store={best.store.key} className="font-medium text-text" />
            <StoreKind kind={best.store.kind} />
            <StockBadge inStock={best.inStock} />
            {best.stated.ends_at && <GiveawayNote offer={best.stated} />}
            {!best.stated.ends_at && game.sale_ends_at && <SaleEnd at={game.sale_ends_at} />}
          </p>
          {best.store.kind !== "official" && game.best_official_store && (
            <p className="figures mt-1 text-sm">
              {text("game.official_best", {
                store: stores.storeOf(game.best_official_store).name,
                price: formatOrFree(game.best_official_price),
              })}
            </p>
          )}
          {game.insight && <Verdict insight={game.insight} bestStore={game.best_store} className="mt-2 text-sm" />}
          {best.inStock === false && deliverable && <CanDeliver {...deliverable} />}
          {best.stated.link && (
            <BuyButton id={buyButtonId} game={game} offer={best} size="large" className="mt-4 w-full" />
          )}
          <YouSave game={game} />
        </>
      ) : (
        <p className="mt-1 text-muted">{text("game.no_price")}</p>
      )}
      <GameAlert
        game={{ id: game.id, title: shownTitle(game), price: deliverable?.price ?? null, low: game.historical_low }}
      />
      {game.historical_low !== null && (
        <dl className="mt-4 flex flex-wrap items-baseline justify-between gap-x-3 border-t border-border pt-4 text-sm">
          <dt className="text-muted">{text("game.historical_low")}</dt>
          <dd className="text-end text-muted">
            {game.historical_low_store && game.historical_low_at ? (
              <FilledText
                text={text("game.low_at_store", {
                  price: "{price}",
                  store: stores.storeOf(game.historical_low_store).name,
                  date: language.date(game.historical_low_at),
                })}
                nodes={{ price: low }}
              />
            ) : (
              low
            )}
          </dd>
        </dl>
      )}
    </section>
  );
}

/** The cheapest store with stock, when the best one has none. */
function CanDeliver({ store, price }: Pick<Offer, "store" | "price">) {
  const text = useGameText();
  return (
    <p className="mt-3 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">
      {text("game.can_deliver", { store: store.name, price: useMoney().formatOrFree(price) })}
    </p>
  );
}

/** The savings against Steam's price, if any. */
export function YouSave({
  game,
}: {
  game: Pick<Game, "best_price" | "steam_price" | "savings_percentage" | "currency">;
}) {
  const language = useLanguage();
  const text = useGameText();
  const { format } = useMoney();
  const { best_price: best, steam_price: steam } = game;
  if (game.savings_percentage === null || steam === null || best === null) return null;
  const inMinor = (amount: number) => toMinor(amount, game.currency);
  const percent = cutOf(inMinor(best), inMinor(steam));
  const amount = (
    <strong className="figures font-semibold">
      {format(steam - best)}
      {percent > 0 && ` (${language.percent(percent)})`}
    </strong>
  );
  return (
    <p className="mt-3 rounded-md bg-positive-soft px-3 py-2 text-sm text-positive">
      <FilledText text={text("game.you_save", { amount: "{amount}" })} nodes={{ amount }} />
    </p>
  );
}
