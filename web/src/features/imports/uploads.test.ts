import type { Call } from "contract/core/call.ts";
import type { FileImport } from "contract/imports/schema.ts";
import { expect, test } from "vitest";
import { ApiError } from "../../api/api-error.ts";
import { uploadFile } from "./uploads.ts";

const mega = 1024 * 1024;

/** A server that has received this many bytes. `failures` are the results of its first PUTs; later ones succeed. */
function serverOf(size: number, { received = 0, failures = [] as (Error | "lost")[] } = {}) {
  const state = { received };
  const offsets: number[] = [];
  const current = (): FileImport =>
    ({ id: 7, received: state.received, state: state.received === size ? "uploaded" : "uploading" }) as FileImport;
  const call = (async () => ({ import: current() })) as unknown as Call;
  async function put(url: string, bytes: Blob): Promise<FileImport> {
    const offset = Number(new URL(url, "http://x").searchParams.get("offset"));
    offsets.push(offset);
    const failure = failures.shift();
    if (failure instanceof Error) throw failure;
    state.received = offset + (failure === "lost" ? Math.floor(bytes.size / 2) : bytes.size);
    if (failure === "lost") throw new ApiError("lost", { status: 0, code: "network" });
    return current();
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

test("a file is sent piece by piece, in order", async () => {
  const server = serverOf(3 * mega);
  expect((await send(3 * mega, server)).end.state).toBe("uploaded");
  expect(server.offsets[0]).toBe(0);
  expect(server.offsets).toEqual(server.offsets.toSorted((a, b) => a - b));
});

test("a partial upload is resumed", async () => {
  const server = serverOf(2 * mega, { received: mega });
  await send(2 * mega, server);
  expect(server.offsets[0]).toBe(mega);
});

test("after a lost connection, the upload retries without sending received bytes again", async () => {
  const server = serverOf(2 * mega, { failures: ["lost", "lost"] });
  const { end, waits, waiting } = await send(2 * mega, server);
  expect(end.state).toBe("uploaded");
  expect(server.offsets.slice(0, 2)).toEqual([0, mega / 2]);
  expect(waits).toEqual([1_000, 2_000]);
  expect(waiting).toEqual([true, true, false]);
});

test("it waits for an earlier request that is still writing", async () => {
  const stale = new ApiError("Another request is writing", { status: 409, code: "stale" });
  const { end } = await send(mega, serverOf(mega, { failures: [stale] }));
  expect(end.state).toBe("uploaded");
});

test.each([
  { status: 403, code: "forbidden" },
  { status: 413, code: "too_large" },
  { status: 409, code: "conflict" },
])("a $status ends the upload", async (failure) => {
  const server = serverOf(mega, { failures: [new ApiError("No", failure)] });
  await expect(send(mega, server)).rejects.toThrow("No");
});
