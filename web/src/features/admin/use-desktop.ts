import { useSyncExternalStore } from "react";

/** Up to this width the panel is not shown (spec/administration 1.1). */
const narrow = "(max-width: 768px)";

/** Whether the screen is large enough for the panel: neither a phone or tablet nor a narrow window. */
export function useDesktop(): boolean {
  return useSyncExternalStore(subscribe, isDesktop, () => true);
}

function isDesktop(): boolean {
  return !/Mobi|Android|iPhone|iPad|iPod/i.test(navigator.userAgent) && !window.matchMedia(narrow).matches;
}

function subscribe(listener: () => void): () => void {
  const width = window.matchMedia(narrow);
  width.addEventListener("change", listener);
  return () => width.removeEventListener("change", listener);
}
