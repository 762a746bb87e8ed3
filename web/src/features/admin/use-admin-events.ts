import type { AdminEvent } from "contract/events/api.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { readEvents } from "../../api/event-stream.ts";

/** Until the stream is opened again, at first; twice as long after each further failure. */
const firstPauseMs = 1_000;
const maxPauseMs = 60_000;
/** The server sends a heartbeat every 5 seconds. */
const silenceMs = 20_000;

/** Follows what happens on the site; whether the stream is open, so that callers can poll while it is not. */
export function useAdminEvents(onEvent: (event: AdminEvent) => void): boolean {
  const [isLive, setIsLive] = useState(false);
  const handle = useEffectEvent(onEvent);
  useEffect(() => {
    const leaving = new AbortController();
    void follow(leaving.signal, handle, setIsLive);
    return () => leaving.abort();
  }, []);
  return isLive;
}

async function follow(
  leaving: AbortSignal,
  onEvent: (event: AdminEvent) => void,
  onLive: (isLive: boolean) => void,
): Promise<void> {
  let pauseMs = firstPauseMs;
  while (!leaving.aborted) {
    const silent = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onAlive = () => {
      clearTimeout(timer);
      timer = setTimeout(() => silent.abort(), silenceMs);
      onLive(true);
      pauseMs = firstPauseMs;
    };
    try {
      const signal = AbortSignal.any([leaving, silent.signal]);
      for await (const event of readEvents("GET /api/admin/events", { signal, onAlive })) onEvent(event);
    } catch (error) {
      // a refusal stays one for a while
      if (error instanceof ApiError && error.status < 500) pauseMs = maxPauseMs;
    }
    clearTimeout(timer);
    if (leaving.aborted) return;
    onLive(false);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    pauseMs = Math.min(pauseMs * 2, maxPauseMs);
  }
}
