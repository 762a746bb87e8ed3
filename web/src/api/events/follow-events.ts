import { ApiError } from "../api-error.ts";
import { type EventOf, type EventRoute, readEvents } from "./event-stream.ts";

/** Until the stream is opened again, at first; twice as long after each further failure. */
const firstPauseMs = 1_000;
const maxPauseMs = 60_000;
/** The server sends a heartbeat every 5 seconds. */
const silenceMs = 20_000;

interface Following<R extends EventRoute> {
  leaving: AbortSignal;
  onEvent: (event: EventOf<R>) => void;
  /** Whether the stream is open. */
  onLive?: (isLive: boolean) => void;
}

/** Follows a stream until the signal is aborted; one that breaks off or falls silent is opened again. */
export async function followEvents<R extends EventRoute>(
  route: R,
  { leaving, onEvent, onLive = () => {} }: Following<R>,
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
      for await (const event of readEvents(route, { signal, onAlive })) onEvent(event);
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
