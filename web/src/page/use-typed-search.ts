import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";

/** The pause in typing that applies a search, in milliseconds (spec/games 2.5). */
const typingPause = 500;

/**
 * The text of a search box whose applied search is in the address: `apply` is called after a pause, and the box follows
 * changes of the address.
 */
export function useTypedSearch(applied: string, apply: (search: string) => void) {
  const router = useRouter();
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: `send` works on references only, the router stays the same
  useEffect(() => {
    const search = typed.trim();
    if (search === applied) return;
    const here = router.latestLocation.pathname;
    const timer = setTimeout(() => {
      // a chosen suggestion may be loading: applying the search would navigate back
      if (router.latestLocation.pathname === here) send(search);
    }, typingPause);
    return () => clearTimeout(timer);
  }, [typed, applied]);

  return { typed, setTyped, applyNow: () => typed.trim() !== applied && send(typed.trim()) };
}
