import { ApiError } from "../api-error.ts";
import { type EventOf, type EventRoute, readEvents } from "./event-stream.ts";

/** The first reconnection delay; it doubles after each further failure. */
const minDelayMs = 1_000;
const maxDelayMs = 60_000;
/** The server sends a heartbeat every 5 seconds. */
const timeoutMs = 20_000;

interface EventSubscription<R extends EventRoute> {
  signal: AbortSignal;
  onEvent: (event: EventOf<R>) => void;
  /** Whether the stream is open. */
  onLive?: (isLive: boolean) => void;
}

/** Follows a stream until the signal is aborted; reconnects when it breaks off or times out. */
export async function followEvents<R extends EventRoute>(
  route: R,
  { signal, onEvent, onLive = () => {} }: EventSubscription<R>,
): Promise<void> {
  let delayMs = minDelayMs;
  while (!signal.aborted) {
    const silence = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onAlive = () => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), timeoutMs);
      onLive(true);
      delayMs = minDelayMs;
    };
    try {
      for await (const event of readEvents(route, { signal: AbortSignal.any([signal, silence.signal]), onAlive }))
        onEvent(event);
    } catch (error) {
      // a refusal is unlikely to change soon
      if (error instanceof ApiError && error.status < 500) delayMs = maxDelayMs;
    }
    clearTimeout(timer);
    if (signal.aborted) return;
    onLive(false);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    delayMs = Math.min(delayMs * 2, maxDelayMs);
  }
}
