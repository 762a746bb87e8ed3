import { type RefObject, useLayoutEffect, useRef } from "react";

/** Scrolls a row sideways, at once, until its part with `aria-current` is in view; again when `selected` changes. */
export function useSelectedInView<Row extends HTMLElement>(selected: string): RefObject<Row | null> {
  const row = useRef<Row>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another part is the current one
  useLayoutEffect(() => {
    const part = row.current?.querySelector("[aria-current]");
    if (!row.current || !part) return;
    const view = row.current.getBoundingClientRect();
    const { left, right } = part.getBoundingClientRect();
    row.current.scrollLeft += Math.min(0, left - view.left) + Math.max(0, right - view.right);
  }, [selected]);
  return row;
}
