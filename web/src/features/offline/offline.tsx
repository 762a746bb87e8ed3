import { useRouter } from "@tanstack/react-router";
import { offlineTexts } from "contract/content-strings/defaults/offline.ts";
import { useEffect, useState } from "react";
import { useTextOf } from "../../api/texts.ts";
import { asOfText } from "./as-of-text.ts";
import { followPages } from "./follow-pages.ts";

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
