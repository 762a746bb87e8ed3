import { type AnyRouter, useRouter } from "@tanstack/react-router";
import { offlineTexts } from "contract/content-strings/defaults/offline.ts";
import { useEffect, useState } from "react";
import { useTextOf } from "../../api/texts.ts";

/** Registers the service worker, and shows how old a cached page is (spec/app 2). */
export default function Offline() {
  const text = useTextOf(offlineTexts);
  const router = useRouter();
  const asOf = useAsOf();
  useEffect(() => followPages(router), [router]);
  if (asOf === null) return null;
  return (
    <p
      role="status"
      className={
        "sticky bottom-4 z-40 mx-auto my-4 w-max rounded-full border border-border bg-raised px-4 py-2 text-sm " +
        "shadow-float"
      }
    >
      {text("offline.as_of", { time: asOfText(asOf, new Date()) })}
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

const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const dayAndTime = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});

/** A time as shown in the offline note, with the day if it is not today. */
export function asOfText(asOf: number, now: Date): string {
  const moment = new Date(asOf);
  return (moment.toDateString() === now.toDateString() ? time : dayAndTime).format(moment);
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
