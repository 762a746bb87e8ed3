import { expect, test, vi } from "vitest";
import { ApiError } from "../../api/api-error.ts";
import { createStatusQueue } from "./message-dialog.tsx";

const message = (version: number) => ({ id: 1, version });
const stale = (version: number) =>
  new ApiError("Changed", { status: 409, code: "stale", serverMessage: "Changed", current: message(version) });

/** A call that the test settles. */
function pending() {
  const { promise, resolve, reject } = Promise.withResolvers<{ id: number; version: number }>();
  return { send: vi.fn(() => promise), resolve, reject };
}

test("a change waits for the previous one and is based on its result", async () => {
  const queue = createStatusQueue();
  const read = pending();
  const progress = pending();
  const first = queue.move(message(1), read.send);
  const second = queue.move(message(1), progress.send);
  await Promise.resolve();
  expect(progress.send).not.toHaveBeenCalled();
  read.resolve(message(2));
  await first;
  progress.resolve(message(3));
  await second;
  expect(progress.send).toHaveBeenCalledWith(message(2));
});

test("an old version from an outdated list does not conflict", async () => {
  const queue = createStatusQueue();
  await queue.move(message(1), async () => message(2));
  const repeated = vi.fn(async () => message(3));
  await queue.move(message(1), repeated);
  expect(repeated).toHaveBeenCalledWith(message(2));
});

test("a version newer than the results of own changes is the base", async () => {
  const queue = createStatusQueue();
  await queue.move(message(1), async () => message(2));
  const next = vi.fn(async () => message(6));
  await queue.move(message(5), next);
  expect(next).toHaveBeenCalledWith(message(5));
});

test("after a failure other than a conflict, the next change is still sent", async () => {
  const queue = createStatusQueue();
  const read = queue.move(message(1), () => Promise.reject(new ApiError("Away", { status: 0, code: "network" })));
  const next = vi.fn(async () => message(2));
  const moved = queue.move(message(1), next);
  await expect(read).rejects.toThrow("Away");
  expect(await moved).toEqual(message(2));
  expect(next).toHaveBeenCalledWith(message(1));
});

test("another administrator's change rejects all waiting changes; one based on it is sent", async () => {
  const queue = createStatusQueue();
  const read = queue.move(message(1), () => Promise.reject(stale(4)));
  const waiting = vi.fn(async () => message(5));
  const waited = queue.move(message(1), waiting);
  await expect(read).rejects.toMatchObject({ code: "stale" });
  await expect(waited).rejects.toMatchObject({ code: "stale" });
  expect(waiting).not.toHaveBeenCalled();
  expect(await queue.move(message(4), waiting)).toEqual(message(5));
  expect(waiting).toHaveBeenCalledWith(message(4));
});
