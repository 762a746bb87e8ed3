import { useQuery } from "@tanstack/react-query";
import type { WishlistItem } from "contract/wishlist/schema.ts";
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useCall } from "../accounts/session.ts";
import { useText } from "../content-strings/texts.ts";
import { Button } from "../ui/button.tsx";
import { isSameOrder, movedBeside, movedBy } from "./order-moves.ts";
import { OrderRow } from "./order-row.tsx";
import { wholeWishlistQuery } from "./queries.ts";
import { useMouseDragging } from "./use-mouse-dragging.ts";
import { wishlistFailure } from "./wishlist-failure.ts";
import { ItemSkeletons } from "./wishlist-pending.tsx";
import { useWishlistText } from "./wishlist-text.ts";

/** Called with the ids of all items in their new order after each move. */
type OnReorder = (wishlistIds: readonly number[]) => void;

/** The whole wishlist in its owner's order, to be moved by mouse, by touch or by buttons. */
export default function OrderEditor({ onReorder }: { onReorder: OnReorder }) {
  const text = useWishlistText();
  const shared = useText();
  const { data: items, dataUpdatedAt, error, refetch } = useQuery(wholeWishlistQuery(useCall()));
  if (items) return <EditableOrder key={dataUpdatedAt} items={items} onReorder={onReorder} />;
  if (!error) return <ItemSkeletons />;
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 py-6">
      {wishlistFailure(error, text("wishlist.load_failed"))}
      <Button size="small" onClick={() => refetch()}>
        {shared("status.retry")}
      </Button>
    </div>
  );
}

/** An item on its way: where all of them would stand if it were dropped now. */
interface Drag {
  id: number;
  order: readonly number[];
}

function EditableOrder({ items: loaded, onReorder }: { items: readonly WishlistItem[]; onReorder: OnReorder }) {
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
    (id: number, order: readonly number[], by: "up" | "down" | "drag") => {
      const { items, ids } = latest.current;
      if (isSameOrder(order, ids)) return;
      const byId = new Map(items.map((item) => [item.wishlist_id, item]));
      setItems(order.map((one) => byId.get(one)!));
      setMoved({ id, by });
      onReorder(order);
    },
    [onReorder],
  );

  const dragging = useMemo(
    () => ({
      start: (id: number) => showDrag({ id, order: latest.current.ids }),
      over: (other: number, edge: "top" | "bottom") => {
        const { drag } = latest.current;
        if (!drag || other === drag.id) return;
        const order = movedBeside(drag.order, drag.id, other, edge);
        if (!isSameOrder(order, drag.order)) showDrag({ ...drag, order });
      },
      /** `dropped` is false when it was given up: then everything stands as before. */
      end: (dropped: boolean) => {
        const { drag } = latest.current;
        showDrag(null);
        if (drag && dropped) place(drag.id, drag.order, "drag");
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

  const places = useMemo(() => new Map((drag?.order ?? ids).map((id, index) => [id, index + 1])), [drag, ids]);
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
      {/* while something is dragged, rows change places by style alone: one that moved in the document would lose the finger */}
      <ol ref={list} className="grid gap-2">
        {items.map((item) => (
          <OrderRow
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
