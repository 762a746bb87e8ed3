import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { SortableList } from "../../../../ui/sortable.tsx";
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
  const [movedId, setMovedId] = useState<number>();
  const movedPlace = items.findIndex(({ id }) => id === movedId);
  const onMove = (order: readonly number[], moved: number) => {
    const byId = new Map(items.map((item) => [item.id, item]));
    setItems(order.map((id) => byId.get(id)!));
    setMovedId(moved);
    onReorder(order);
  };
  return (
    <>
      <p className="mb-3 text-sm text-muted">{text("wishlist.order_hint")}</p>
      <p aria-live="assertive" className="sr-only">
        {movedPlace >= 0 &&
          text("wishlist.moved", { title: items[movedPlace]!.title, place: movedPlace + 1, total: items.length })}
      </p>
      <SortableList ids={ids} onMove={onMove}>
        <ol className="grid gap-2">
          {items.map((item) => (
            <RankingRow key={item.id} item={item} />
          ))}
        </ol>
      </SortableList>
    </>
  );
}
