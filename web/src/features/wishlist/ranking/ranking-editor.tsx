import { useQuery } from "@tanstack/react-query";
import type { WishlistItem } from "contract/wishlist/schema.ts";
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useCall } from "../../../api/session.ts";
import { Button } from "../../../ui/button.tsx";
import { wholeWishlistQuery } from "../queries.ts";
import { wishlistFailure } from "../wishlist-failure.ts";
import { ItemSkeletons } from "../wishlist-pending.tsx";
import { useWishlistText } from "../wishlist-text.ts";
import { isSameRanking, movedBeside, movedBy } from "./ranking-moves.ts";
import { RankingRow } from "./ranking-row.tsx";
import { useMouseDragging } from "./use-mouse-dragging.ts";

/** Called after each move with the ids of all items in their new order. */
type OnReorder = (wishlistIds: readonly number[]) => void;

/** The whole wishlist in its custom order, moved by mouse, touch or buttons. */
export default function RankingEditor({ onReorder }: { onReorder: OnReorder }) {
  const text = useWishlistText();
  const { data: items, dataUpdatedAt, error, refetch } = useQuery(wholeWishlistQuery(useCall()));
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

/** A dragged item, and the ranking if it were dropped now. */
interface Drag {
  id: number;
  ranking: readonly number[];
}

function EditableRanking({ items: loaded, onReorder }: { items: readonly WishlistItem[]; onReorder: OnReorder }) {
  const text = useWishlistText();
  const [items, setItems] = useState(loaded);
  const ids = useMemo(() => items.map((item) => item.wishlist_id), [items]);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [moved, setMoved] = useState<{ id: number; by: "up" | "down" | "drag" }>();
  const list = useRef<HTMLOListElement>(null);

  // what happens between two renderings, as while dragging, must know of what happened before
  const latest = useRef({ items, ids, drag });
  latest.current = { items, ids, drag };
  const showDrag = useCallback((next: Drag | null) => {
    latest.current.drag = next;
    setDrag(next);
  }, []);

  const place = useCallback(
    (id: number, ranking: readonly number[], by: "up" | "down" | "drag") => {
      const { items, ids } = latest.current;
      if (isSameRanking(ranking, ids)) return;
      const byId = new Map(items.map((item) => [item.wishlist_id, item]));
      setItems(ranking.map((one) => byId.get(one)!));
      setMoved({ id, by });
      onReorder(ranking);
    },
    [onReorder],
  );

  const dragging = useMemo(
    () => ({
      start: (id: number) => showDrag({ id, ranking: latest.current.ids }),
      over: (other: number, edge: "top" | "bottom") => {
        const { drag } = latest.current;
        if (!drag || other === drag.id) return;
        const ranking = movedBeside(drag.ranking, drag.id, other, edge);
        if (!isSameRanking(ranking, drag.ranking)) showDrag({ ...drag, ranking });
      },
      /** `dropped` is false when the drag was cancelled. */
      end: (dropped: boolean) => {
        const { drag } = latest.current;
        showDrag(null);
        if (drag && dropped) place(drag.id, drag.ranking, "drag");
      },
    }),
    [showDrag, place],
  );
  useMouseDragging(dragging);

  const onMove = useCallback(
    (id: number, by: "up" | "down") => place(id, movedBy(latest.current.ids, id, by === "up" ? -1 : 1), by),
    [place],
  );
  // a row that changes places in the document loses the focus of its button
  useLayoutEffect(() => {
    if (!moved || moved.by === "drag") return;
    const row = list.current?.querySelector(`[data-item="${moved.id}"]`);
    const buttons = [...(row?.querySelectorAll<HTMLButtonElement>("button:not(:disabled)") ?? [])];
    (buttons.find((button) => button.dataset.move === moved.by) ?? buttons[0])?.focus();
  }, [moved]);

  const places = useMemo(() => new Map((drag?.ranking ?? ids).map((id, index) => [id, index + 1])), [drag, ids]);
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
      <ol ref={list} className="grid gap-2">
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
