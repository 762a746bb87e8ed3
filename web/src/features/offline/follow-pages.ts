import type { AnyRouter } from "@tanstack/react-router";

/**
 * Registers the service worker once the page has loaded, and notifies it of every page that the visitor opens: the
 * first one was loaded before it, and later ones cause no request for the page itself. Returns a function that stops.
 */
export function followPages(router: Pick<AnyRouter, "subscribe">): () => void {
  const worker = navigator.serviceWorker;
  if (!worker) return () => {};
  const notify = async () => {
    const { active } = await worker.ready;
    active?.postMessage({ type: "seen", urls: [location.pathname + location.search, ...loadedFiles()] });
  };
  const begin = () =>
    void worker.register("/service-worker.js", { updateViaCache: "none" }).then(notify, () => {
      // the site works without it
    });
  const onLoad = () => setTimeout(begin, 0);
  if (document.readyState === "complete") onLoad();
  else addEventListener("load", onLoad, { once: true });
  return router.subscribe("onResolved", ({ pathChanged, hrefChanged }) => {
    if (pathChanged || hrefChanged) void notify();
  });
}

function loadedFiles(): string[] {
  const names = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
  return [...new Set(names.filter((path) => path.startsWith("/assets/")))];
}
