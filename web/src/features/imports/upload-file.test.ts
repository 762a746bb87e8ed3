import type { Call } from "contract/core/call.ts";
import type { FileImport } from "contract/imports/schema.ts";
import { expect, test } from "vitest";
import { ApiError } from "../../api/api-error.ts";
import { uploadFile } from "./upload-file.ts";

const mega = 1024 * 1024;

/** A server that has received so much, and answers each PUT by what `answers` says: bytes kept, or why it fails. */
function serverOf(size: number, { received = 0, answers: outcomes = [] as (Error | "lost")[] } = {}) {
  const state = { received };
  const offsets: number[] = [];
  const now = (): FileImport =>
    ({ id: 7, received: state.received, state: state.received === size ? "uploaded" : "uploading" }) as FileImport;
  const call = (async () => ({ import: now() })) as unknown as Call;
  async function put(url: string, bytes: Blob): Promise<FileImport> {
    const offset = Number(new URL(url, "http://x").searchParams.get("offset"));
    offsets.push(offset);
    const outcome = outcomes.shift();
    if (outcome instanceof Error) throw outcome;
    state.received = offset + (outcome === "lost" ? Math.floor(bytes.size / 2) : bytes.size);
    if (outcome === "lost") throw new ApiError("lost", { status: 0, code: "network" });
    return now();
  }
  return { call, put, offsets };
}

const fileOf = (size: number) => new File([new Uint8Array(size)], "games.jsonl", { lastModified: 0 });

async function send(size: number, server: ReturnType<typeof serverOf>) {
  const waits: number[] = [];
  const waiting: boolean[] = [];
  const controller = new AbortController();
  const sent = uploadFile(
    "games",
    fileOf(size),
    { call: server.call, signal: controller.signal, onProgress() {}, onWaiting: (is) => void waiting.push(is) },
    { put: server.put, wait: async (ms) => void waits.push(ms) },
  );
  return { end: await sent, waits, waiting };
}

test("a file goes out piece by piece, each behind the one before", async () => {
  const server = serverOf(3 * mega);
  expect((await send(3 * mega, server)).end.state).toBe("uploaded");
  expect(server.offsets[0]).toBe(0);
  expect(server.offsets).toEqual(server.offsets.toSorted((a, b) => a - b));
});

test("a file that is partly there goes on", async () => {
  const server = serverOf(2 * mega, { received: mega });
  await send(2 * mega, server);
  expect(server.offsets[0]).toBe(mega);
});

test("a lost connection is waited for, and what had arrived is not sent again", async () => {
  const server = serverOf(2 * mega, { answers: ["lost", "lost"] });
  const { end, waits, waiting } = await send(2 * mega, server);
  expect(end.state).toBe("uploaded");
  expect(server.offsets.slice(0, 2)).toEqual([0, mega / 2]);
  expect(waits).toEqual([1_000, 2_000]);
  expect(waiting).toEqual([true, true, false]);
});

test("an earlier request that still writes is waited for", async () => {
  const stale = new ApiError("Another request is writing", { status: 409, code: "stale" });
  const { end } = await send(mega, serverOf(mega, { answers: [stale] }));
  expect(end.state).toBe("uploaded");
});

test.each([
  { status: 403, code: "forbidden" },
  { status: 413, code: "too_large" },
  { status: 409, code: "conflict" },
])("$status ends it", async (failure) => {
  const server = serverOf(mega, { answers: [new ApiError("No", failure)] });
  await expect(send(mega, server)).rejects.toThrow("No");
});
