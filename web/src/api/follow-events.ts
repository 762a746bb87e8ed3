import type { Api } from "contract/api.ts";
import type { z } from "zod";
import { ApiError } from "./api-error.ts";
import { withBase } from "./base-path.ts";
import { errorOf } from "./call.ts";
import { endSession, storedToken } from "./session.ts";

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

/** Calls whose responses are server-sent events. */
type EventRoute = { [R in keyof Api]: Api[R]["format"] extends "events" ? R : never }[keyof Api];
type EventOf<R extends EventRoute> = z.output<NonNullable<Api[R]["response"]>>;

interface EventStreamOptions {
  signal: AbortSignal;
  /** Called for all received data, including heartbeats. */
  onAlive?: () => void;
}

/**
 * The events of a stream until it ends. The token is in a header, which `EventSource` cannot send. Rejects with
 * ApiError when the call is refused, and with other errors when the stream breaks off.
 */
export async function* readEvents<R extends EventRoute>(
  route: R,
  { signal, onAlive = () => {} }: EventStreamOptions,
): AsyncGenerator<EventOf<R>> {
  const url = route.split(" ")[1]!;
  const token = storedToken();
  const headers = { accept: "text/event-stream", ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(withBase(url), { headers, signal, cache: "no-store" });
  if (response.status === 401 && token) endSession(token);
  if (!response.ok || !response.body) throw await errorOf(response, url);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onAlive();
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = parseEvent(block);
      if (event) yield event as EventOf<R>;
    }
  }
}

/** The name and data of an event; `null` for a heartbeat. */
export function parseEvent(block: string): { event: string; data: unknown } | null {
  const fields = new Map(
    block.split("\n").map((line) => {
      const [, name = "", value = ""] = /^([^:]*): ?(.*)$/.exec(line) ?? [];
      return [name, value] as const;
    }),
  );
  const data = fields.get("data");
  return data ? { event: fields.get("event") ?? "message", data: JSON.parse(data) } : null;
}
