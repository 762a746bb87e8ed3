import { useEffect, useRef, useState } from "react";

/** A search is applied when typing has stopped for so long, in milliseconds (spec/games 2.5). */
const typingPause = 500;

/**
 * The text of a search box whose applied search lives in the address: `apply` is called after a pause,
 * and the box follows when the address changes by itself.
 */
export function useTypedSearch(applied: string, apply: (search: string) => void) {
  const [typed, setTyped] = useState(applied);
  /** What this box applied last: when the address comes to say it, more may have been typed already. */
  const sent = useRef(applied);
  const latest = useRef(apply);
  latest.current = apply;

  const send = (search: string) => {
    sent.current = search;
    latest.current(search);
  };

  useEffect(() => {
    if (applied === sent.current) return;
    sent.current = applied;
    setTyped(applied);
  }, [applied]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `send` works on references only
  useEffect(() => {
    const search = typed.trim();
    if (search === applied) return;
    const timer = setTimeout(() => send(search), typingPause);
    return () => clearTimeout(timer);
  }, [typed, applied]);

  return { typed, setTyped, applyNow: () => typed.trim() !== applied && send(typed.trim()) };
}
