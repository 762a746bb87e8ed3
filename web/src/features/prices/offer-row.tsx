import { formatPrice, formatPriceOrFree } from "contract/core/money.ts";
import type { GameDetail } from "contract/games/schema.ts";
import ExternalLink from "lucide-react/icons/external-link";
import { useGameText } from "../../api/game-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { classNames } from "../../ui/class-names.ts";
import { StockBadge, StoreKind } from "./offer-badges.tsx";
import { GiveawayNote, LastSeen } from "./offer-times.tsx";
import type { Offer } from "./offers.ts";
import { ReportLink } from "./report-link.tsx";
import { StoreName } from "./store-name.tsx";

interface OfferRowProps {
  game: GameDetail;
  offer: Offer;
  /** Against Steam's price, in percent. */
  savings: number | null;
}

/** A store in the comparison: its price, link and offer details. */
export function OfferRow({ game, offer, savings }: OfferRowProps) {
  const text = useGameText();
  const { store, price, link } = offer;
  const best = store.key === game.best_store;
  const known = game.offers.find((other) => other.store === store.key);
  return (
    <li
      className={classNames(
        "relative grid grid-cols-[1fr_auto_2.25rem] items-center gap-x-3 gap-y-1 px-4 py-3 " +
          "sm:grid-cols-[1fr_auto_2.75rem] sm:px-5",
        best && "before:absolute before:inset-y-0 before:left-0 before:w-1 before:bg-accent",
      )}
    >
      <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
        <StoreName store={store.key} className="font-medium" />
        <StoreKind kind={store.kind} />
        {best && <Badge tone="accent">{text("game.best_deal")}</Badge>}
        {price === null ? (
          <span className="text-sm text-muted">{text(known ? "game.no_longer_sold" : "game.not_sold")}</span>
        ) : (
          <StockBadge inStock={offer.inStock} />
        )}
      </div>
      {price === null ? (
        <span className="text-right text-muted">{formatPrice(price)}</span>
      ) : (
        <span className="figures flex flex-wrap items-center justify-end gap-x-3">
          {savings !== null && <span className="text-sm text-positive">-{Math.round(savings)}%</span>}
          {savings === null && known?.regular_price != null && known.regular_price > price && (
            <s className="text-sm text-muted" title={text("game.regular_price")}>
              {formatPrice(known.regular_price)}
            </s>
          )}
          <span className="text-lg font-semibold">{formatPriceOrFree(price)}</span>
        </span>
      )}
      {price !== null && link && (
        <a
          href={link}
          target="_blank"
          rel="noopener sponsored"
          aria-label={text("game.go_to_store", { store: store.name })}
          title={text("game.go_to_store", { store: store.name })}
          // on phones the whole row leads there
          className={buttonStyle("secondary", "icon", "max-sm:size-9 max-sm:after:absolute max-sm:after:inset-0")}
        >
          <ExternalLink aria-hidden className="size-4.5" />
        </a>
      )}
      {known && (
        <p className="col-span-full flex flex-wrap gap-x-3 gap-y-0.5 text-sm text-muted">
          <GiveawayNote offer={known} />
          <LastSeen at={known.last_seen_at} />
          <ReportLink game={game} offer={known} />
        </p>
      )}
    </li>
  );
}
