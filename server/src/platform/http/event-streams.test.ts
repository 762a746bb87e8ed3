import { once } from "node:events";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { createEventStreams, type EventStreamLimits, type StreamedEvent } from "./event-streams.ts";

const fast: Partial<EventStreamLimits> = { heartbeatMs: 10, stalledMs: 100 };
const always = async () => true;

/** Events that are there at once, `count` of them; notes how many were taken and whether it was told to end. */
function counting(count: number, data: unknown = "x") {
  const state = { taken: 0, ended: false };
  async function* read(signal: AbortSignal): AsyncGenerator<StreamedEvent> {
    try {
      for (; state.taken < count && !signal.aborted; state.taken += 1) yield { event: "tick", data };
      if (!signal.aborted) await once(signal, "abort");
    } finally {
      state.ended = true;
    }
  }
  return { state, read };
}

async function textOf(stream: Readable, enough: (text: string) => boolean): Promise<string> {
  let text = "";
  for await (const chunk of stream) {
    text += chunk;
    if (enough(text)) break;
  }
  return text;
}

test("events have names and data; heartbeats come between them", async () => {
  const streams = createEventStreams(fast);
  const { read, state } = counting(2, { key: "steam", text: "a\nb" });
  const stream = streams.open({ userId: 1, isAllowed: always, read });
  const text = await textOf(stream, (sofar) => sofar.split(":\n\n").length > 4);
  const event = 'event: tick\ndata: {"key":"steam","text":"a\\nb"}\n\n';
  expect(text.replaceAll(":\n\n", "")).toBe(event + event);
  // leaving the loop closes the stream
  await expect.poll(() => state.ended).toBe(true);
});

test("a stream ends when its caller may no longer read it", async () => {
  let isAllowed = true;
  const { read, state } = counting(1);
  const stream = createEventStreams(fast).open({ userId: 1, isAllowed: async () => isAllowed, read });
  stream.resume();
  await delay(50);
  expect(stream.readableEnded).toBe(false);
  isAllowed = false;
  await once(stream, "end");
  await expect.poll(() => state.ended).toBe(true);
});

test("a stream stays open while its permissions cannot be checked", async () => {
  const { read } = counting(1);
  const isAllowed = () => Promise.reject(new Error("no database"));
  const stream = createEventStreams(fast).open({ userId: 1, isAllowed, read });
  stream.resume();
  await delay(100);
  expect(stream.readableEnded).toBe(false);
  stream.destroy();
});

test("who reads nothing gets few events into memory, and is cut off", async () => {
  const { read, state } = counting(1_000_000, "x".repeat(500));
  const stream = createEventStreams(fast).open({ userId: 1, isAllowed: always, read });
  const closed = once(stream, "close");
  await delay(50);
  expect(state.taken).toBeLessThan(20);
  expect(stream.readableLength).toBeLessThan(10_000);
  await closed;
  await expect.poll(() => state.ended).toBe(true);
  expect(state.taken).toBeLessThan(20);
});

test("streams are limited per user and per process; closing one frees its place", async () => {
  const streams = createEventStreams({ ...fast, perUser: 2, perProcess: 3 });
  const open = (userId: number) => streams.open({ userId, isAllowed: always, read: counting(0).read });
  const first = open(1);
  open(1);
  expect(() => open(1)).toThrow(expect.objectContaining({ code: "rate_limited" }));
  open(2);
  expect(() => open(3)).toThrow(expect.objectContaining({ code: "unavailable" }));
  first.destroy();
  await once(first, "close");
  open(3);
  streams.close();
});

test("a failing source of events breaks the stream off", async () => {
  async function* read(): AsyncGenerator<StreamedEvent> {
    yield { event: "tick", data: 1 };
    throw new Error("broken");
  }
  const stream = createEventStreams(fast).open({ userId: 1, isAllowed: always, read });
  await expect(textOf(stream, () => false)).rejects.toThrow("broken");
});
