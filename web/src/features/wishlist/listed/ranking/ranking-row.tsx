import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import GripVertical from "lucide-react/icons/grip-vertical";
import { useMoney } from "../../../../api/market.ts";
import { buttonStyle } from "../../../../ui/button-style.ts";
import { classNames } from "../../../../ui/class-names.ts";
import { useSortableRow } from "../../../../ui/sortable.tsx";
import { GameArt } from "../../../images/game-art.tsx";
import { useWishlistText } from "../../wishlist-text.ts";
import type { RankedGame } from "./ranked-games.ts";

/** A row of the ranking. The mouse drags it anywhere, touch by its handle, so that the page can still scroll. */
export function RankingRow({ item }: { item: RankedGame }) {
  const text = useWishlistText();
  const { id, title } = item;
  const { rowProps, handleProps, isDragging, place, total, move } = useSortableRow<HTMLLIElement>(id, { mouse: "row" });
  return (
    <li
      {...rowProps}
      className={classNames(
        "flex cursor-grab items-center gap-1 rounded-lg border bg-raised py-1.5 pr-1.5 sm:gap-3",
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
          {title}
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
