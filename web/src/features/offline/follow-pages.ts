import type { AnyRouter } from "@tanstack/react-router";

/**
 * Registers the service worker once the page is at rest, and reports the pages that the visitor sees: the first one was
 * there before it, and later ones come without a request for the page itself. Returns how to stop.
 */
export function followPages(router: Pick<AnyRouter, "subscribe">): () => void {
  const worker = navigator.serviceWorker;
  if (!worker) return () => {};
  const announce = async () => {
    const { active } = await worker.ready;
    active?.postMessage({ type: "seen", urls: [location.pathname + location.search, ...loadedFiles()] });
  };
  const begin = () =>
    void worker.register("/service-worker.js", { updateViaCache: "none" }).then(announce, () => {
      // the site works without it
    });
  const onLoad = () => setTimeout(begin, 0);
  if (document.readyState === "complete") onLoad();
  else addEventListener("load", onLoad, { once: true });
  return router.subscribe("onResolved", ({ pathChanged, hrefChanged }) => {
    if (pathChanged || hrefChanged) void announce();
  });
}

function loadedFiles(): string[] {
  const names = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
  return [...new Set(names.filter((path) => path.startsWith("/assets/")))];
}
