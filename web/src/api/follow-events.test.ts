import { afterEach, expect, test, vi } from "vitest";
import { parseEvent, readEvents } from "./follow-events.ts";

afterEach(() => vi.unstubAllGlobals());

/** A response that arrives in these pieces. */
function respondWith(pieces: readonly string[], status = 200): void {
  const bytes = pieces.map((piece) => new TextEncoder().encode(piece));
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of bytes) controller.enqueue(piece);
      controller.close();
    },
  });
  vi.stubGlobal("fetch", async () => new Response(body, { status }));
}

async function read(onAlive?: () => void): Promise<object[]> {
  const events: object[] = [];
  const options = { signal: new AbortController().signal, ...(onAlive && { onAlive }) };
  for await (const event of readEvents("GET /api/admin/events", options)) events.push(event);
  return events;
}

test("events are parsed however the stream is split; heartbeats only signal that it is alive", async () => {
  const text = ':\n\nevent: source\ndata: {"key":"gog","seen":1}\n\n:\n\nevent: source\ndata: {"key":"é"}\n\n';
  for (const size of [1, 7, 1_000]) {
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, n) =>
      text.slice(n * size, (n + 1) * size),
    );
    respondWith(pieces);
    const onAlive = vi.fn();
    expect(await read(onAlive)).toEqual([
      { event: "source", data: { key: "gog", seen: 1 } },
      { event: "source", data: { key: "é" } },
    ]);
    expect(onAlive).toHaveBeenCalledTimes(pieces.length);
  }
});

test("a refused stream fails with the server's error", async () => {
  respondWith(['{"error":"You have too many streams open","code":"rate_limited"}'], 429);
  await expect(read()).rejects.toMatchObject({ status: 429, code: "rate_limited" });
});

test.each([
  ["event: source\ndata: {}", { event: "source", data: {} }],
  ["data: 1", { event: "message", data: 1 }],
  [":", null],
  ["event: source", null],
])("%j is parsed", (block, event) => {
  expect(parseEvent(block)).toEqual(event);
});
