import SlidersHorizontal from "lucide-static/icons/sliders-horizontal.svg?react";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { countFilters } from "../list-filters.ts";
import { useListText } from "../list-text.ts";
import { SortTools } from "./finder-parts.ts";
import { useFinder } from "./use-finder.ts";

const FilterSheet = lazy(() => import("./filter-sheet.tsx"));

// constant, so that it can hydrate later
const sortTools = (
  <Suspense>
    <SortTools />
  </Suspense>
);

/** The other sorts, the view and the address of the search; on phones also the filters, in a bar that stays in view. */
export function ListTools() {
  const text = useListText();
  const { state } = useFinder();
  const [isOpen, setOpen] = useState(false);
  const count = countFilters(state);
  return (
    <div
      className={
        "flex min-w-0 grow items-center gap-1.5 max-lg:sticky max-lg:top-15 max-lg:z-10 max-lg:-mx-4 max-lg:mt-1 " +
        "max-lg:bg-surface max-lg:px-4 max-lg:py-2 md:max-lg:top-16 md:max-lg:-mx-6 md:max-lg:px-6 lg:gap-2"
      }
    >
      <Button aria-haspopup="dialog" className="needs-script px-3 lg:hidden" onClick={() => setOpen(true)}>
        <SlidersHorizontal aria-hidden className="size-4 max-[24rem]:hidden" />
        {count === 0 ? text("browse.filters") : text("browse.filters_set", { count })}
      </Button>
      {sortTools}
      {isOpen && (
        <Suspense>
          <FilterSheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
