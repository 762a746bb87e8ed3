import X from "lucide-static/icons/x.svg?react";
import { useId, useLayoutEffect, useRef } from "react";
import { Button } from "../../../../ui/button.tsx";
import { buttonStyle } from "../../../../ui/button-style.ts";
import { useModal } from "../../../../ui/dialog.tsx";
import { countFilters, readFilters } from "../list-filters.ts";
import { useFinderText } from "./finder-text.ts";
import { FilterFields } from "./sections/filter-fields.tsx";
import { InSheet, useFinder } from "./use-finder.ts";
import { useFoundList } from "./use-found-games.ts";

/** How far the sheet was scrolled when it was closed last, in pixels. */
let lastScroll = 0;

/** The filters on a whole screen; they apply at once, to the list behind it. */
export default function FilterSheet({ onClose }: { onClose: () => void }) {
  const text = useFinderText();
  const { state, show } = useFinder();
  const { latest } = useFoundList();
  const titleId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const modal = useModal(onClose);
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = lastScroll;
  }, []);
  const total = latest?.totalGames;
  const found = total === 0 ? text("finder.show_none") : text("finder.show", { total: total ?? "…" });
  return (
    <dialog
      {...modal}
      aria-labelledby={titleId}
      className="m-0 h-dvh max-h-none w-full max-w-none flex-col bg-surface text-text open:flex"
    >
      <div className="flex min-h-15 items-center gap-2 border-b border-border pe-2 ps-4">
        <h2 id={titleId} className="grow text-lg">
          {text("finder.title")}
        </h2>
        {countFilters(state) > 0 && (
          <Button kind="quiet" onClick={() => void show(readFilters({}))}>
            {text("finder.clear_all")}
          </Button>
        )}
        <button
          type="button"
          aria-label={text("finder.close")}
          onClick={onClose}
          className={buttonStyle("quiet", "icon")}
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>
      <div
        ref={scroller}
        onScroll={({ currentTarget }) => {
          lastScroll = currentTarget.scrollTop;
        }}
        className="grow overflow-y-auto overscroll-contain px-4"
      >
        <InSheet value={true}>
          <FilterFields />
        </InSheet>
      </div>
      <div className="border-t border-border p-3">
        <Button kind="primary" onClick={onClose} className="figures w-full">
          {found}
        </Button>
        <span role="status" className="sr-only">
          {found}
        </span>
      </div>
    </dialog>
  );
}
