import { useEffect, useRef, useState } from "react";

/** The pause in typing that applies a search, in milliseconds (spec/games 2.5). */
const typingPause = 500;

/**
 * The text of a search box whose applied search is in the address: `apply` is called after a pause, and the box follows
 * changes of the address.
 */
export function useTypedSearch(applied: string, apply: (search: string) => void) {
  const [typed, setTyped] = useState(applied);
  /** The last applied search: when it reaches the address, more may already be typed. */
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
