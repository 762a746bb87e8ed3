import type { Call } from "contract/core/call.ts";
import { afterEach, expect, test, vi } from "vitest";
import { checkGame } from "./queries.ts";

afterEach(() => vi.restoreAllMocks());

/** A server whose wishlist has the even ids; it records the requested ids. */
function serverOf(requests: number[][]): Call {
  return (async (_: string, { body: { gameIds } }: { body: { gameIds: number[] } }) => {
    requests.push(gameIds);
    return { items: Object.fromEntries(gameIds.filter((id) => id % 2 === 0).map((id) => [id, { game_id: id }])) };
  }) as unknown as Call;
}

test("the hearts of a page share one request without duplicates (spec/wishlist-and-alerts 4.2)", async () => {
  const requests: number[][] = [];
  const call = serverOf(requests);
  const responses = await Promise.all([1, 2, 3, 2].map((id) => checkGame(call, id)));
  expect(requests).toEqual([[1, 2, 3]]);
  expect(responses.map((item) => item?.game_id ?? null)).toEqual([null, 2, null, 2]);
});

test("a later check is a request of its own", async () => {
  const requests: number[][] = [];
  const call = serverOf(requests);
  await checkGame(call, 1);
  await checkGame(call, 1);
  expect(requests).toEqual([[1], [1]]);
});

test("more games than the limit are split into several requests", async () => {
  const requests: number[][] = [];
  const call = serverOf(requests);
  const responses = await Promise.all(Array.from({ length: 150 }, (_, index) => checkGame(call, index + 1)));
  expect(requests.map((ids) => ids.length)).toEqual([100, 50]);
  expect(responses.filter((item) => item !== null)).toHaveLength(75);
});

test("a failed check returns not wishlisted and is only logged (spec/wishlist-and-alerts 4.2)", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const failing: Call = () => Promise.reject(new Error("away"));
  expect(await Promise.all([checkGame(failing, 1), checkGame(failing, 2)])).toEqual([null, null]);
  expect(log).toHaveBeenCalledOnce();
});
