import { useRouter } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import { scrollToTop } from "../ui/scroll-to-top.ts";

/** Whether the click opens the link in another tab or window. */
export function opensElsewhere(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}

/** Scrolls to the top when a link leads to the current page, which the router would reload. */
export function useScrollToTopHere(): (event: MouseEvent<HTMLAnchorElement>) => void {
  const router = useRouter();
  return (event) => {
    const leadsHere = event.currentTarget.getAttribute("href") === router.state.location.publicHref;
    if (!leadsHere || opensElsewhere(event)) return;
    event.preventDefault();
    scrollToTop();
  };
}
