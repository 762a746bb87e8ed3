import X from "lucide-react/icons/x";
import { useEffect, useRef } from "react";
import { ActionLink } from "../../../../page/action-link.tsx";
import { readFilters } from "../list-filters.ts";
import { summaryId } from "../list-form.ts";
import type { BrowseState } from "../list-search.ts";
import { without } from "./chosen-items.ts";
import { useFinderText } from "./finder-text.ts";
import { useChangeAddress } from "./use-change-address.ts";
import { useFilterLabels } from "./use-filter-labels.ts";
import { useFinder } from "./use-finder.ts";

/** The filters that are set, each removable. When one is removed, the focus moves to the next one, or to the summary. */
export function FilterChips() {
  const text = useFinderText();
  const { state, show } = useFinder();
  const addressOf = useChangeAddress();
  const labels = useFilterLabels()(state);
  const list = useRef<HTMLUListElement>(null);
  const removed = useRef<number>(undefined);
  const labelsKey = labels.map(({ label }) => label).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the chips have changed
  useEffect(() => {
    if (removed.current === undefined) return;
    const chips = list.current?.querySelectorAll("a") ?? [];
    const next = chips[Math.min(removed.current, chips.length - 2)] ?? document.getElementById(summaryId);
    removed.current = undefined;
    next?.focus();
  }, [labelsKey]);
  // the list unmounts with its last chips
  useEffect(
    () => () => {
      if (removed.current !== undefined) document.getElementById(summaryId)?.focus();
    },
    [],
  );
  if (labels.length === 0) return null;

  const chip = (change: Partial<BrowseState>, onActivate: () => void) => ({
    path: addressOf(change),
    rel: "nofollow",
    onActivate: () => {
      onActivate();
      void show(change);
    },
  });
  return (
    <ul ref={list} aria-label={text("finder.chips")} className="flex flex-wrap items-center gap-2">
      {labels.map((label, index) => (
        <li key={`${label.name} ${label.item}`} className="min-w-0">
          <ActionLink
            {...chip(without(label, state), () => {
              removed.current = index;
            })}
            className={
              "flex min-h-8 items-center gap-1.5 rounded-full border border-border-strong/60 bg-raised py-1 pr-2 pl-3 " +
              "text-sm hover:border-border-strong hover:bg-sunken"
            }
          >
            <span className="sr-only">{`${text("finder.remove")} `}</span>
            <span className="min-w-0">{label.label}</span>
            <X aria-hidden className="size-3.5 shrink-0 text-muted" />
          </ActionLink>
        </li>
      ))}
      <li>
        <ActionLink
          {...chip(readFilters({}), () => {
            removed.current = 0;
          })}
          className="flex min-h-8 items-center px-2 text-sm font-medium text-accent-text hover:underline"
        >
          {text("finder.clear_all")}
        </ActionLink>
      </li>
    </ul>
  );
}
