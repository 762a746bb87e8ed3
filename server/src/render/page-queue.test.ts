import type { Call } from "contract/core/call.ts";
import { AppError } from "contract/core/errors.ts";
import { afterEach, expect, test, vi } from "vitest";
import { encodeSync } from "../platform/http/body.ts";
import { createTestWebsite } from "../test/website.ts";
import type { FinishedPage } from "./page-messages.ts";
import { openPageQueue, type PageQueue } from "./page-queue.ts";

const build = await createTestWebsite();
const log = { warn: vi.fn(), error: vi.fn() };
let pages: PageQueue;

function open(options: Partial<Parameters<typeof openPageQueue>[0]> = {}): void {
  pages = openPageQueue({ build: build.href, publicUrl: "https://shop.example", rememberMs: 0, log, ...options });
}

afterEach(async () => {
  await pages.close();
  vi.clearAllMocks();
});

const noCalls: Call = () => Promise.reject(new Error("not expected"));
const htmlOf = ({ body }: FinishedPage) => encodeSync(body, "identity").bytes.toString();
const client = "192.0.2.1";
const render = async (url: string, call = noCalls, from = client) =>
  htmlOf(await pages.render(url, "zstd", call, from));
const unavailable = expect.objectContaining({ code: "unavailable" });

test("pages and keys come from the thread, whose calls run in the main thread", async () => {
  open();
  pages.start();
  expect(await pages.keyOf("/a", client)).toBe("key of /a");
  const site = { name: "A shop" };
  const call = vi.fn(async () => site) as unknown as Call;
  expect(await Promise.all([render("/calls", call), render("/calls", call)])).toEqual(
    Array(2).fill(JSON.stringify(site)),
  );
  expect(await render("/calls", (async () => ({ name: "Another" })) as unknown as Call)).toBe('{"name":"Another"}');
  expect(await pages.render("/away", "zstd", noCalls, client)).toMatchObject({
    status: 307,
    location: "/",
    body: { length: 0 },
  });
});

test("the results of repeated calls are remembered until they are forgotten", async () => {
  open({ rememberMs: 60_000 });
  const shop = (name: string) => (async () => ({ name })) as unknown as Call;
  expect(await render("/calls", shop("A shop"))).toBe('{"name":"A shop"}');
  expect(await render("/calls", noCalls)).toBe('{"name":"A shop"}');
  pages.forgetCalls();
  expect(await render("/calls", shop("Another"))).toBe('{"name":"Another"}');
});

test("a result that was on its way when calls were forgotten is not remembered", async () => {
  open({ rememberMs: 60_000 });
  const asked = Promise.withResolvers<void>();
  const response = Promise.withResolvers<object>();
  const call = (async () => {
    asked.resolve();
    return response.promise;
  }) as unknown as Call;
  const page = render("/calls", call);
  await asked.promise;
  pages.forgetCalls();
  response.resolve({ name: "A shop" });
  expect(await page).toBe('{"name":"A shop"}');
  expect(await render("/calls", (async () => ({ name: "Another" })) as unknown as Call)).toBe('{"name":"Another"}');
});

test("a failed call is not remembered", async () => {
  open({ rememberMs: 60_000 });
  await expect(render("/calls", noCalls)).rejects.toThrow("Something went wrong");
  expect(await render("/calls", (async () => "well") as unknown as Call)).toBe('"well"');
});

test("a result that cannot be posted fails its page only, not those with results of the same moment", async () => {
  open();
  const moment = Promise.withResolvers<void>();
  let asked = 0;
  const respondWith = (response: unknown) => {
    const call = async () => {
      asked += 1;
      if (asked === 2) moment.resolve();
      await moment.promise;
      return response;
    };
    return call as unknown as Call;
  };
  const pages = [() => {}, { name: "A shop" }].map((response) => render("/calls", respondWith(response)));
  expect(await Promise.allSettled(pages)).toMatchObject([
    { status: "rejected" },
    { status: "fulfilled", value: '{"name":"A shop"}' },
  ]);
  expect(log.error).not.toHaveBeenCalled();
});

test("errors of pages and of calls are passed on", async () => {
  open();
  await expect(render("/throws")).rejects.toThrow("the cause");
  const refused = new AppError("rate_limited", "Later", { retryAfter: 9 });
  await expect(render("/fails", () => Promise.reject(refused))).rejects.toThrow("Later");
  expect(await render("/well")).toBe("/well");
});

test("a thread that dies is replaced: its pages are refused, queued ones are rendered", async () => {
  open();
  const never = new Promise<never>(() => {});
  expect(await render("/well")).toBe("/well");
  const all = ["/waits", "/waits", "/waits", "/dies", "/next"].map((url) => render(url, () => never));
  const refused = { status: "rejected", reason: unavailable };
  expect(await Promise.allSettled(all)).toEqual([...Array(4).fill(refused), { status: "fulfilled", value: "/next" }]);
  expect(log.error).toHaveBeenCalledOnce();
});

test("a page with pending calls is refused when the thread dies", async () => {
  open();
  expect(await render("/well")).toBe("/well");
  const { promise: response, resolve } = Promise.withResolvers<never>();
  const waits = render("/waits", () => response).catch((error) => error);
  await expect(render("/dies")).rejects.toEqual(unavailable);
  resolve({} as never);
  expect(await waits).toEqual(unavailable);
});

test("a thread that hangs is terminated, and calls continue meanwhile", async () => {
  // long enough for the turns below while other tests keep the processors busy
  open({ timeoutMs: 1_000 });
  expect(await render("/well")).toBe("/well");
  let turns = 0;
  const turning = setInterval(() => turns++, 1);
  await expect(render("/hangs?token=secret")).rejects.toEqual(unavailable);
  clearInterval(turning);
  // it would have been none in this thread
  expect(turns).toBeGreaterThan(20);
  // an address can hold a token
  await expect.poll(() => log.error.mock.calls[0]?.[0].err.message).toBe("Rendering /hangs never ended");
  await expect.poll(() => render("/well").catch(() => null)).toBe("/well");
});

test("a page that waits too long for a call is abandoned, and the thread stays", async () => {
  open({ timeoutMs: 500 });
  await expect(render("/waits", () => new Promise<never>(() => {}))).rejects.toEqual(unavailable);
  expect(await render("/well")).toBe("/well");
  expect(log.error).not.toHaveBeenCalled();
});

test("too many pages are refused immediately, with one line in the log, while keys are still computed", async () => {
  open({ maxWaiting: 3 });
  const { promise: response, resolve } = Promise.withResolvers<never>();
  const taken = Array.from({ length: 4 + 3 }, () => render("/waits", () => response));
  await expect(render("/more")).rejects.toEqual(unavailable);
  await expect(render("/more")).rejects.toEqual(unavailable);
  expect(log.warn).toHaveBeenCalledOnce();
  expect(await pages.keyOf("/a", client)).toBe("key of /a");
  resolve({} as never);
  expect(await Promise.all(taken)).toEqual(Array(7).fill("/waits"));
  expect(await render("/more")).toBe("/more");
});

test("one client's pages fill its own part of the queue, and another's page waits for few of them", async () => {
  open({ maxPerClient: 20 });
  const done: string[] = [];
  const renderFor = (from: string) => render("/well", noCalls, from).then(() => done.push(from));
  const busy = Array.from({ length: 20 }, () => renderFor("busy"));
  await expect(renderFor("busy")).rejects.toEqual(unavailable);
  await Promise.all([...busy, renderFor("other")]);
  // four were being made already
  expect(done.indexOf("other")).toBeLessThan(6);
  expect(log.warn).not.toHaveBeenCalled();
});

test("closing refuses what is under way and whatever comes later", async () => {
  open();
  const waits = render("/waits", () => new Promise<never>(() => {})).catch((error) => error);
  await pages.keyOf("/a", client);
  await pages.close();
  expect(await waits).toEqual(unavailable);
  await expect(render("/well")).rejects.toEqual(unavailable);
  expect(log.error).not.toHaveBeenCalled();
});

test("without a build every page is refused, and the log says why, once in a while", async () => {
  open({ build: new URL("nothing/", build).href });
  await expect(render("/well")).rejects.toEqual(unavailable);
  await expect(render("/well")).rejects.toEqual(unavailable);
  expect(log.error).toHaveBeenCalledOnce();
  expect(log.error.mock.calls[0]?.[0].err.message).toContain("entry-server.js");
});
