import { Link } from "@tanstack/react-router";
import { formatDate } from "contract/core/dates.ts";
import type { ListedGame } from "contract/wishlist/schema.ts";
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import { type ReactNode, useState } from "react";
import { useCountry, useMoney } from "../../../api/market.ts";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import AlertButton from "../../alerts/alert-button.tsx";
import { GameArt } from "../../images/game-art.tsx";
import { BestPrice } from "../../prices/best-price.tsx";
import { flatKeys, flatPrice } from "../../prices/offers.ts";
import { StoreName } from "../../prices/store-name.tsx";
import { useWishlistText } from "../wishlist-text.ts";

interface ListedGameCardProps {
  item: ListedGame;
  /** The lowest price in stock, as used by alerts and the basket. The best price may be out of stock. */
  deliverable: number | undefined;
  /** Beside the date. */
  badge?: ReactNode;
  /** Resolves when it is removed; on failure with false. */
  onRemove: () => Promise<boolean>;
  /** The dialog that edits the item. */
  renderDialog: (onClose: () => void) => ReactNode;
}

/** A game on a list: prices, notes and actions. */
export function ListedGameCard({ item, deliverable, badge, onRemove, renderDialog }: ListedGameCardProps) {
  const text = useWishlistText();
  // only the canonical address of a game names a country
  const country = useCountry();
  const [removing, setRemoving] = useState(false);
  const [editing, setEditing] = useState(false);

  const remove = async () => {
    setRemoving(true);
    if (!(await onRemove())) setRemoving(false);
  };
  return (
    <article
      className={classNames(
        "grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 gap-y-3 rounded-lg border border-border " +
          "bg-raised p-3 transition-opacity",
        "sm:grid-cols-[11rem_minmax(0,1fr)_11rem] sm:gap-x-4 sm:p-4",
        removing && "opacity-50",
      )}
    >
      <GameArt
        gameId={item.game_id}
        version={item.picture_version}
        alt={null}
        variant="landscape"
        sizes="(max-width: 39.99rem) 104px, 176px"
        className="aspect-[460/215] w-full self-start rounded-sm"
      />
      <div className="min-w-0">
        <h2 className="text-base sm:text-md">
          <Link
            to={country === undefined ? "/game/$id" : "/games/$id"}
            params={{ id: String(item.game_id) }}
            className="hover:underline"
          >
            {item.title}
          </Link>
        </h2>
        <p className="mt-0.5 text-sm text-muted">{[item.genre, item.developer].filter(Boolean).join(" · ")}</p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-muted">
          {text("wishlist.added", { date: formatDate(item.added_at) })}
          {badge}
        </p>
      </div>
      <div className="max-sm:col-span-full max-sm:flex max-sm:items-center max-sm:justify-between max-sm:gap-3">
        <BestPrice
          game={{
            best_price: item.lowest_price,
            best_store: item.lowest_price_store,
            reference_price: item.reference_price,
            reference_store: item.reference_store,
            cut: item.cut,
            everywhere_best_price: item.everywhere_lowest_price,
            everywhere_best_store: item.everywhere_lowest_price_store,
          }}
        />
        {item.lowest_price_store && (
          <StoreName store={item.lowest_price_store} className="text-sm text-muted sm:mt-1" />
        )}
      </div>
      <StorePrices item={item} />
      {item.notes && <p className="col-span-full max-w-prose text-sm whitespace-pre-line">{item.notes}</p>}
      <div className="col-span-full flex flex-wrap gap-2">
        <AlertButton named size="small" game={{ id: item.game_id, title: item.title, price: deliverable ?? null }} />
        <Button
          kind="quiet"
          size="small"
          aria-label={`${text("wishlist.edit_item")}: ${item.title}`}
          aria-haspopup="dialog"
          onClick={() => setEditing(true)}
        >
          <Pencil aria-hidden className="size-4" />
          <span className="max-sm:hidden">{text("wishlist.edit_item")}</span>
        </Button>
        <Button
          kind="quiet"
          size="small"
          aria-label={`${text("wishlist.remove_item")}: ${item.title}`}
          disabled={removing}
          onClick={remove}
          className="ml-auto"
        >
          <Trash2 aria-hidden className="size-4" />
          <span className="max-sm:hidden">{text("wishlist.remove_item")}</span>
        </Button>
      </div>
      {editing && renderDialog(() => setEditing(false))}
    </article>
  );
}

/** The price at each store. */
function StorePrices({ item }: { item: ListedGame }) {
  const { formatOrFree } = useMoney();
  return (
    <dl className="col-span-full grid grid-cols-2 gap-x-6 gap-y-1 border-y border-border py-2.5 text-sm sm:grid-cols-4">
      {flatKeys.map((key) => (
        <div key={key} className="flex items-baseline justify-between gap-2">
          <dt>
            <StoreName store={key} className="text-muted" />
          </dt>
          <dd className={classNames("figures", flatPrice(item, key) === null && "text-muted")}>
            {formatOrFree(flatPrice(item, key))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
