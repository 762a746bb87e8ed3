import { type RefObject, useEffect } from "react";

/** The click that opens a menu must not close it (spec/storefront 3.3). */
const listenerDelay = 100;

/** Calls `close` on a click or touch outside `area` while `open`. */
export function useOutsideClick(area: RefObject<HTMLElement | null>, open: boolean, close: () => void): void {
  useEffect(() => {
    if (!open) return;
    const onPress = (event: Event) => {
      if (!area.current?.contains(event.target as Node)) close();
    };
    const timer = setTimeout(() => {
      document.addEventListener("mousedown", onPress);
      document.addEventListener("touchstart", onPress, { passive: true });
    }, listenerDelay);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("mousedown", onPress);
      document.removeEventListener("touchstart", onPress);
    };
  }, [area, open, close]);
}
