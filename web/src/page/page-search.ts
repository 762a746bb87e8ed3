import { type RefObject, useEffect } from "react";

/** Pages with a search field of their own at the top. */
const pages = new Set(["/", "/games", "/free"]);

/** Whether the page has a search field of its own: that of the header appears once this one is out of view. */
export function hasOwnSearch(pathname: string): boolean {
  return pages.has(pathname);
}

/** Marks the document while the page's own search field is out of view. */
export function usePageSearch(field: RefObject<HTMLElement | null>, isOwn = true): void {
  useEffect(() => {
    if (!field.current || !isOwn) return;
    const { dataset } = document.documentElement;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry!.isIntersecting) delete dataset.pageSearchGone;
        else dataset.pageSearchGone = "";
      },
      // the header covers this part of the screen
      { rootMargin: "-64px 0px 0px 0px" },
    );
    observer.observe(field.current);
    return () => {
      observer.disconnect();
      delete dataset.pageSearchGone;
    };
  }, [field, isOwn]);
}
