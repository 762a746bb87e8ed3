import { useQuery } from "@tanstack/react-query";
import type { WishlistItem } from "contract/wishlist/schema.ts";
import { useMemo, useRef, useState } from "react";
import { useCountry } from "../../../api/market.ts";
import { useCall } from "../../../api/session.ts";
import { Button } from "../../../ui/button.tsx";
import { useRanking } from "../../../ui/ranking/use-ranking.ts";
import { wholeWishlistQuery } from "../queries.ts";
import { wishlistFailure } from "../wishlist-failure.ts";
import { ItemSkeletons } from "../wishlist-pending.tsx";
import { useWishlistText } from "../wishlist-text.ts";
import { RankingRow } from "./ranking-row.tsx";

/** Called after each move with the ids of all items in their new order. */
type OnReorder = (wishlistIds: readonly number[]) => void;

/** The whole wishlist in its custom order, moved by mouse, touch or buttons. */
export default function RankingEditor({ onReorder }: { onReorder: OnReorder }) {
  const text = useWishlistText();
  const { data: items, dataUpdatedAt, error, refetch } = useQuery(wholeWishlistQuery(useCall(), useCountry()));
  if (items) return <EditableRanking key={dataUpdatedAt} items={items} onReorder={onReorder} />;
  if (!error) return <ItemSkeletons />;
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 py-6">
      {wishlistFailure(error, text("wishlist.load_failed"))}
      <Button size="small" onClick={() => refetch()}>
        {text("status.retry")}
      </Button>
    </div>
  );
}

function EditableRanking({ items: loaded, onReorder }: { items: readonly WishlistItem[]; onReorder: OnReorder }) {
  const text = useWishlistText();
  const [items, setItems] = useState(loaded);
  const ids = useMemo(() => items.map((item) => item.wishlist_id), [items]);
  const list = useRef<HTMLOListElement>(null);
  const { drag, dragging, places, moved, onMove } = useRanking(list, ids, (ranking) => {
    const byId = new Map(items.map((item) => [item.wishlist_id, item]));
    setItems(ranking.map((id) => byId.get(id)!));
    onReorder(ranking);
  });
  const movedItem = moved && items.find((item) => item.wishlist_id === moved.id);
  return (
    <>
      <p className="mb-3 text-sm text-muted">{text("wishlist.order_hint")}</p>
      <p aria-live="assertive" className="sr-only">
        {movedItem &&
          text("wishlist.moved", {
            title: movedItem.title,
            place: places.get(movedItem.wishlist_id) ?? 0,
            total: items.length,
          })}
      </p>
      {/* a drag reorders rows by style alone: a row that moves in the document loses the touch */}
      <ol ref={list} data-ranking className="grid gap-2">
        {items.map((item) => (
          <RankingRow
            key={item.wishlist_id}
            item={item}
            place={places.get(item.wishlist_id) ?? 0}
            total={items.length}
            dragged={drag?.id === item.wishlist_id}
            dragging={dragging}
            onMove={onMove}
          />
        ))}
      </ol>
    </>
  );
}
