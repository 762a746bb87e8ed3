import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { useRanking } from "../../../../ui/ranking/use-ranking.ts";
import { wishlistFailure } from "../../wishlist-failure.ts";
import { useWishlistText } from "../../wishlist-text.ts";
import { ItemSkeletons } from "../item-skeletons.tsx";
import type { RankedGame, WholeListQuery } from "./ranked-games.ts";
import { RankingRow } from "./ranking-row.tsx";

/** Called after each move with the ids of all items in their new order. */
type OnReorder = (ids: readonly number[]) => void;

interface RankingEditorProps {
  whole: WholeListQuery;
  onReorder: OnReorder;
  /** Shown when the list cannot be loaded, unless the server gives a reason. */
  failure: string;
}

/** A whole list in its custom order, moved by mouse, touch or buttons. */
export default function RankingEditor({ whole, onReorder, failure }: RankingEditorProps) {
  const text = useWishlistText();
  const { data: items, dataUpdatedAt, error, refetch } = useQuery(whole);
  if (items) return <EditableRanking key={dataUpdatedAt} items={items} onReorder={onReorder} />;
  if (!error) return <ItemSkeletons />;
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 py-6">
      {wishlistFailure(error, failure)}
      <Button size="small" onClick={() => refetch()}>
        {text("status.retry")}
      </Button>
    </div>
  );
}

function EditableRanking({ items: loaded, onReorder }: { items: readonly RankedGame[]; onReorder: OnReorder }) {
  const text = useWishlistText();
  const [items, setItems] = useState(loaded);
  const ids = useMemo(() => items.map((item) => item.id), [items]);
  const list = useRef<HTMLOListElement>(null);
  const { drag, dragging, places, moved, onMove } = useRanking(list, ids, (ranking) => {
    const byId = new Map(items.map((item) => [item.id, item]));
    setItems(ranking.map((id) => byId.get(id)!));
    onReorder(ranking);
  });
  const movedItem = moved && items.find((item) => item.id === moved.id);
  return (
    <>
      <p className="mb-3 text-sm text-muted">{text("wishlist.order_hint")}</p>
      <p aria-live="assertive" className="sr-only">
        {movedItem &&
          text("wishlist.moved", {
            title: movedItem.title,
            place: places.get(movedItem.id) ?? 0,
            total: items.length,
          })}
      </p>
      {/* a drag reorders rows by style alone: moving a row in the document would end the touch */}
      <ol ref={list} data-ranking className="grid gap-2">
        {items.map((item) => (
          <RankingRow
            key={item.id}
            item={item}
            place={places.get(item.id) ?? 0}
            total={items.length}
            dragged={drag?.id === item.id}
            dragging={dragging}
            onMove={onMove}
          />
        ))}
      </ol>
    </>
  );
}
