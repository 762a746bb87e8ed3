import type { GameDetail } from "contract/games/schema.ts";
import ExternalLink from "lucide-react/icons/external-link";
import { useGamePartText } from "../../api/game-part-text.ts";
import { useCountry } from "../../api/market.ts";
import type { Store } from "../../api/stores.ts";
import { Badge } from "../../ui/badge.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { classNames } from "../../ui/class-names.ts";
import { ActivationNote } from "./activation-note.tsx";
import { GiveawayNote } from "./giveaway-note.tsx";
import { LastSeen } from "./last-seen.tsx";
import { LaunchersNote } from "./launchers-note.tsx";
import { StockBadge, StoreKind } from "./offer-badges.tsx";
import { OfferPrice } from "./offer-price.tsx";
import { type Offer, outgoingAddress } from "./offers.ts";
import { ReportLink } from "./report-link.tsx";
import { SaleEnd } from "./sale-end.tsx";
import { StoreName } from "./store-name.tsx";

interface OfferRowProps {
  game: GameDetail;
  store: Store;
  /** `undefined` if the store never sold the game. */
  offer?: Offer | undefined;
}

/** A store in the comparison: its price, link and offer details. */
export function OfferRow({ game, store, offer }: OfferRowProps) {
  const text = useGamePartText();
  const country = useCountry();
  const { key, name, kind } = store;
  const stated = offer?.stated;
  const isSold = stated !== undefined && stated.price !== null;
  const best = key === game.best_store;
  return (
    <li
      className={classNames(
        "relative grid grid-cols-[1fr_auto_2.25rem] items-center gap-x-3 gap-y-1 px-4 py-3 " +
          "sm:grid-cols-[1fr_auto_2.75rem] sm:px-5",
        best && "before:absolute before:inset-y-0 before:left-0 before:w-1 before:bg-accent",
      )}
    >
      <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
        <StoreName store={key} className="font-medium" />
        <StoreKind kind={kind} />
        {best && <Badge tone="accent">{text("game.best_deal")}</Badge>}
        {isSold ? (
          <StockBadge inStock={stated.in_stock ?? null} />
        ) : (
          <span className="text-sm text-muted">{text(stated ? "game.no_longer_sold" : "game.not_sold")}</span>
        )}
      </div>
      <OfferPrice offer={offer} />
      {isSold && stated.link && (
        <a
          href={outgoingAddress(game.id, key, country)}
          target="_blank"
          rel="sponsored nofollow noopener"
          aria-label={text("game.go_to_store", { store: name })}
          title={text("game.go_to_store", { store: name })}
          // on phones the whole row is the link
          className={buttonStyle("secondary", "icon", "max-sm:size-9 max-sm:after:absolute max-sm:after:inset-0")}
        >
          <ExternalLink aria-hidden className="size-4.5" />
        </a>
      )}
      {stated?.last_seen_at && (
        <p className="col-span-full flex flex-wrap gap-x-3 gap-y-0.5 text-sm text-muted">
          {isSold && stated.activates_in && <ActivationNote places={stated.activates_in} />}
          {isSold && stated.activates_on?.[0] && <LaunchersNote launchers={stated.activates_on} />}
          <GiveawayNote offer={stated} />
          {isSold && stated.sale_ends_at && <SaleEnd at={stated.sale_ends_at} />}
          <LastSeen at={stated.last_seen_at} />
          <ReportLink game={game} offer={stated} />
        </p>
      )}
    </li>
  );
}
