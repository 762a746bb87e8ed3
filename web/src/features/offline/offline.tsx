import { type AnyRouter, useRouter } from "@tanstack/react-router";
import { offlineTexts } from "contract/content-strings/defaults/offline.ts";
import { type Language, sourceLanguage } from "contract/languages/language.ts";
import { useEffect, useState } from "react";
import { withBase } from "../../api/base-path.ts";
import { useLanguage, useTextOf } from "../../api/texts.ts";

/** Registers the service worker, and shows how old a cached page is (spec/app 2). */
export default function Offline() {
  const text = useTextOf(offlineTexts);
  const language = useLanguage();
  const router = useRouter();
  const asOf = useAsOf();
  useEffect(() => followPages(router), [router]);
  if (asOf === null) return null;
  return (
    <p
      role="status"
      className={
        "sticky bottom-[calc(var(--bottom-bar)+1rem)] z-40 mx-auto my-4 w-max rounded-full border border-border bg-raised px-4 py-2 text-sm " +
        "shadow-float"
      }
    >
      {text("offline.as_of", { time: asOfText(asOf, new Date(), language) })}
    </p>
  );
}

/** When the oldest data on the page was cached, in milliseconds; `null` while all of it is current. */
function useAsOf(): number | null {
  const [asOf, setAsOf] = useState(() => Number(document.documentElement.dataset.asOf) || null);
  useEffect(() => {
    const worker = navigator.serviceWorker;
    if (!worker) return;
    const onMessage = ({ data }: MessageEvent) => {
      const { type, asOf: reported } = Object(data) as { type?: unknown; asOf?: unknown };
      if (type !== "as-of") return;
      setAsOf((oldest) => (typeof reported === "number" ? Math.min(reported, oldest ?? reported) : null));
    };
    const onOnline = () => setAsOf(null);
    worker.addEventListener("message", onMessage);
    addEventListener("online", onOnline);
    return () => {
      worker.removeEventListener("message", onMessage);
      removeEventListener("online", onOnline);
    };
  }, []);
  return asOf;
}

/** A time as shown in the offline note, with the day if it is not today. */
export function asOfText(asOf: number, now: Date, { tag }: Pick<Language, "tag">): string {
  const moment = new Date(asOf);
  const isToday = moment.toDateString() === now.toDateString();
  return new Intl.DateTimeFormat(tag === sourceLanguage ? "en-GB" : tag, {
    hour: "2-digit",
    minute: "2-digit",
    ...(!isToday && { day: "numeric", month: "short" }),
  }).format(moment);
}

/**
 * Registers the service worker once the page has loaded, and notifies it of every page that the visitor opens: the
 * first one was loaded before it, and later ones cause no request for the page itself. Returns a function that stops.
 */
function followPages(router: Pick<AnyRouter, "subscribe">): () => void {
  const worker = navigator.serviceWorker;
  if (!worker) return () => {};
  const notify = async () => {
    const { active } = await worker.ready;
    active?.postMessage({ type: "seen", urls: [location.pathname + location.search, ...loadedFiles()] });
  };
  const begin = () =>
    void worker.register(withBase("/service-worker.js"), { updateViaCache: "none" }).then(notify, () => {
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
  return [...new Set(names.filter((path) => path.startsWith(withBase("/assets/"))))];
}
