import { once } from "node:events";
import type { Readable } from "node:stream";
import type { AppError } from "contract/core/errors.ts";
import { describe, expect, onTestFinished, test } from "vitest";
import { createEventStreams, type EventStreamLimits, type StreamedEvent } from "./event-streams.ts";

const fast: Partial<EventStreamLimits> = { heartbeatMs: 10, stalledMs: 100 };
const always = async () => true;
const ann = { userId: 1, isAdmin: false, address: "192.0.2.1" };

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
  const stream = streams.open({ ...ann, isAllowed: always, read });
  const text = await textOf(stream, (sofar) => sofar.split(":\n\n").length > 4);
  const event = 'event: tick\ndata: {"key":"steam","text":"a\\nb"}\n\n';
  expect(text.replaceAll(":\n\n", "")).toBe(event + event);
  // leaving the loop closes the stream
  await expect.poll(() => state.ended).toBe(true);
});

test("a stream ends when its caller may no longer read it", async () => {
  let isAllowed = true;
  let checks = 0;
  const { read, state } = counting(1);
  const check = async () => {
    checks += 1;
    return isAllowed;
  };
  const stream = createEventStreams(fast).open({ ...ann, isAllowed: check, read });
  stream.resume();
  await expect.poll(() => checks).toBeGreaterThan(2);
  expect(stream.readableEnded).toBe(false);
  isAllowed = false;
  await once(stream, "end");
  await expect.poll(() => state.ended).toBe(true);
});

test("a stream stays open while its permissions cannot be checked", async () => {
  const { read } = counting(1);
  let checks = 0;
  const isAllowed = async () => {
    checks += 1;
    throw new Error("no database");
  };
  const stream = createEventStreams(fast).open({ ...ann, isAllowed, read });
  stream.resume();
  await expect.poll(() => checks).toBeGreaterThan(2);
  expect(stream.readableEnded).toBe(false);
  stream.destroy();
});

test("who reads nothing gets few events into memory, and is cut off", async () => {
  const { read, state } = counting(1_000_000, "x".repeat(500));
  const stream = createEventStreams(fast).open({ ...ann, isAllowed: always, read });
  const closed = once(stream, "close");
  await expect.poll(() => state.taken).toBeGreaterThan(0);
  expect(state.taken).toBeLessThan(20);
  expect(stream.readableLength).toBeLessThan(10_000);
  await closed;
  await expect.poll(() => state.ended).toBe(true);
  expect(state.taken).toBeLessThan(20);
});

describe("limits", () => {
  type Owner = Partial<typeof ann>;

  function openStreams(limits: Partial<EventStreamLimits>) {
    const streams = createEventStreams({
      perUser: 2,
      perAddress: 100,
      perProcess: 3,
      forAdmins: 0,
      ...fast,
      ...limits,
    });
    onTestFinished(() => streams.close());
    const open = (owner: Owner) => streams.open({ ...ann, ...owner, isAllowed: always, read: counting(0).read });
    const refusal = (owner: Owner): string => {
      try {
        open(owner);
        return "none";
      } catch (error) {
        return (error as AppError).code;
      }
    };
    return { open, refusal };
  }

  test("streams are limited per user and per process; closing one frees its place", async () => {
    const { open, refusal } = openStreams({});
    const first = open({ userId: 1 });
    open({ userId: 1 });
    expect(refusal({ userId: 1 })).toBe("rate_limited");
    open({ userId: 2 });
    expect(refusal({ userId: 3 })).toBe("unavailable");
    first.destroy();
    await once(first, "close");
    open({ userId: 3 });
  });

  test("however many accounts open streams, administrators get theirs", () => {
    const { open, refusal } = openStreams({ perProcess: 10, forAdmins: 4 });
    const members = Array.from({ length: 34 }, (_, n) => ({ userId: n, address: `192.0.2.${n}` }));
    expect(members.map(refusal).filter((code) => code === "none")).toHaveLength(6);
    expect(refusal(members[20]!)).toBe("unavailable");
    for (let userId = 101; userId <= 104; userId++) open({ userId, isAdmin: true });
    expect(refusal({ userId: 105, isAdmin: true })).toBe("unavailable");
  });

  test("administrators' streams take no places of members before the process is full", () => {
    const { open, refusal } = openStreams({ perProcess: 10, forAdmins: 4 });
    for (let userId = 101; userId <= 104; userId++) open({ userId, isAdmin: true });
    for (let userId = 1; userId <= 6; userId++) expect(refusal({ userId })).toBe("none");
    expect(refusal({ userId: 7 })).toBe("unavailable");
  });

  test("the accounts of one address share a number of streams, which administrators do not count to", async () => {
    const { open, refusal } = openStreams({ perAddress: 3, perProcess: 100 });
    const first = open({ userId: 1 });
    for (const userId of [2, 3]) open({ userId });
    expect(refusal({ userId: 4 })).toBe("rate_limited");
    expect(refusal({ userId: 4, address: "192.0.2.2" })).toBe("none");
    expect(refusal({ userId: 5, isAdmin: true })).toBe("none");
    first.destroy();
    await once(first, "close");
    expect([refusal({ userId: 4 }), refusal({ userId: 6 })]).toEqual(["none", "rate_limited"]);
  });
});

test("a failing source of events breaks the stream off", async () => {
  async function* read(): AsyncGenerator<StreamedEvent> {
    yield { event: "tick", data: 1 };
    throw new Error("broken");
  }
  const stream = createEventStreams(fast).open({ ...ann, isAllowed: always, read });
  await expect(textOf(stream, () => false)).rejects.toThrow("broken");
});
