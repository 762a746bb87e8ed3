import { useRouter } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import { scrollToTop } from "../ui/scroll-to-top.ts";

/** Whether the press opens the link in another tab or window. */
export function opensElsewhere(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}

/**
 * For links that may lead to the current page: they scroll to its top. Without this the router would load the page again and
 * restore the scroll position.
 */
export function useScrollToTopHere(): (event: MouseEvent<HTMLAnchorElement>) => void {
  const router = useRouter();
  return (event) => {
    const leadsHere = event.currentTarget.getAttribute("href") === router.state.location.href;
    if (!leadsHere || opensElsewhere(event)) return;
    event.preventDefault();
    scrollToTop();
  };
}
