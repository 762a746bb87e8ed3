import { useQuery } from "@tanstack/react-query";
import ArrowDown from "lucide-static/icons/arrow-down.svg?react";
import ArrowUp from "lucide-static/icons/arrow-up.svg?react";
import GripVertical from "lucide-static/icons/grip-vertical.svg?react";
import { useMemo, useState } from "react";
import { useMoney } from "../../api/market.ts";
import { GameTitle, shownTitle } from "../../page/game-title.tsx";
import { Button } from "../../ui/button.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { classNames } from "../../ui/class-names.ts";
import { SortableList, useSortableRow } from "../../ui/sortable.tsx";
import { GameArt } from "../images/game-art.tsx";
import { useWishlistFailure } from "../wishlist/wishlist-failure.ts";
import { useWishlistText } from "./lists-text.ts";
import { ItemSkeletons } from "./pending.tsx";
import type { OwnItem, WholeListQuery } from "./queries.ts";

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
  const failureOf = useWishlistFailure();
  const { data: items, dataUpdatedAt, error, refetch } = useQuery(whole);
  if (items) return <EditableRanking key={dataUpdatedAt} items={items} onReorder={onReorder} />;
  if (!error) return <ItemSkeletons />;
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 py-6">
      {failureOf(error, failure)}
      <Button size="small" onClick={() => refetch()}>
        {text("status.retry")}
      </Button>
    </div>
  );
}

function EditableRanking({ items: loaded, onReorder }: { items: readonly OwnItem[]; onReorder: OnReorder }) {
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
          text("wishlist.moved", { title: shownTitle(items[movedPlace]!), place: movedPlace + 1, total: items.length })}
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

/** A row of the ranking. The mouse drags it anywhere, touch by its handle, so that the page can still scroll. */
function RankingRow({ item }: { item: OwnItem }) {
  const text = useWishlistText();
  const { id } = item;
  const title = shownTitle(item);
  const { rowProps, handleProps, isDragging, place, total, move } = useSortableRow<HTMLLIElement>(id, { mouse: "row" });
  return (
    <li
      {...rowProps}
      className={classNames(
        "flex cursor-grab items-center gap-1 rounded-lg border bg-raised py-1.5 pe-1.5 sm:gap-3",
        isDragging ? "border-accent-text opacity-60" : "border-border",
      )}
    >
      <span
        {...handleProps}
        aria-hidden
        title={text("wishlist.drag", { title })}
        onContextMenu={(event) => event.preventDefault()}
        className="grid h-12 w-10 shrink-0 touch-none place-items-center text-muted select-none"
      >
        <GripVertical className="size-5" />
      </span>
      <span className="figures min-w-7 shrink-0 text-sm text-muted">{place}</span>
      <span className="pointer-events-none w-18 shrink-0 max-[26rem]:hidden sm:w-24">
        <GameArt
          gameId={item.game_id}
          version={item.picture_version}
          alt={null}
          variant="landscape"
          sizes="96px"
          className="aspect-[460/215] rounded-sm"
        />
      </span>
      <span className="min-w-0 grow">
        <span data-title className="line-clamp-2 font-medium">
          <GameTitle game={item} />
        </span>
        <span className="figures block text-sm text-muted">{useMoney().formatOrFree(item.lowest_price)}</span>
      </span>
      {(["up", "down"] as const).map((by) => {
        const Icon = by === "up" ? ArrowUp : ArrowDown;
        const name = text(`wishlist.move_${by}`);
        return (
          <button
            key={by}
            type="button"
            data-move={by}
            aria-label={`${name}: ${title}`}
            title={name}
            disabled={by === "up" ? place === 1 : place === total}
            onClick={() => move(by)}
            className={buttonStyle("quiet", "icon", "max-sm:w-10")}
          >
            <Icon aria-hidden className="size-5" />
          </button>
        );
      })}
    </li>
  );
}
