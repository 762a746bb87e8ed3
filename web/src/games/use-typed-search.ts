import { useEffect, useRef, useState } from "react";

/** A search is applied when typing has stopped for so long, in milliseconds (storefront.md section 4). */
const typingPause = 500;

/**
 * The text of a search box whose applied search lives in the address: `apply` is called after a pause,
 * and the box follows when the address changes by itself.
 */
export function useTypedSearch(applied: string, apply: (search: string) => void) {
  const [typed, setTyped] = useState(applied);
  const latest = useRef(apply);
  latest.current = apply;

  // what was typed and applied may come back trimmed: then the box stays as it is
  useEffect(() => setTyped((text) => (text.trim() === applied ? text : applied)), [applied]);

  useEffect(() => {
    const search = typed.trim();
    if (search === applied) return;
    const timer = setTimeout(() => latest.current(search), typingPause);
    return () => clearTimeout(timer);
  }, [typed, applied]);

  return { typed, setTyped, applyNow: () => typed.trim() !== applied && apply(typed.trim()) };
}
