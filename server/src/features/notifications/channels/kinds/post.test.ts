import { expect, test } from "vitest";
import { startReceiver } from "../../../../test/servers/receiver.ts";
import { startUpstream } from "../../../../test/servers/upstream-server.ts";
import { post } from "../commands-deliver.ts";

const receiver = await startReceiver();
const upstream = await startUpstream();
const { port } = new URL(receiver.origin);

const send = (url: string, { allowPrivate = true, goneStatuses = [] as number[] } = {}) =>
  post({ url, headers: { "x-test": "1" }, body: "{}" }, { allowPrivate, goneStatuses });

test("any 2xx counts as delivered", async () => {
  for (const status of [200, 201, 202, 204]) {
    receiver.respondWith(status);
    expect(await send(receiver.origin)).toEqual({ failure: null });
    expect(receiver.received()).toMatchObject([{ headers: { "x-test": "1" }, body: Buffer.from("{}") }]);
  }
});

test.each([400, 404, 410, 429, 500])("the status %i is a failure", async (status) => {
  receiver.respondWith(status);
  expect(await send(receiver.origin, { goneStatuses: [404, 410] })).toEqual({
    failure: { reason: "status", status },
    gone: status === 404 || status === 410,
  });
});

test.each([301, 302, 303, 307, 308])("a redirect (%i) is not followed", async (status) => {
  receiver.respondWith(200);
  upstream.respondWith((_, response) => void response.writeHead(status, { location: receiver.origin }).end());
  expect(await send(upstream.origin)).toEqual({ failure: { reason: "status", status }, gone: false });
  expect(receiver.received()).toEqual([]);
  expect(upstream.calls).toHaveLength(1);
});

const unreachable = { failure: { reason: "unreachable", status: null }, gone: false };

test.each([
  `http://127.0.0.1:${port}/`,
  `https://127.0.0.1:${port}/`,
  `https://localhost:${port}/`,
  `https://[::1]:${port}/`,
  `https://2130706433:${port}/`,
  "https://169.254.169.254/latest/meta-data/",
  "https://10.0.0.1/",
  "http://8.8.8.8/",
  "https://user:secret@8.8.8.8/",
  // names that do not exist, or nothing listens there: to members all of this is the same
  "https://no-such-name.invalid/",
  "https://localhost.:1/",
  "https://db.internal/",
])("never connects to %s", async (url) => {
  receiver.respondWith(200);
  expect(await send(url, { allowPrivate: false })).toEqual(unreachable);
  expect(receiver.received()).toEqual([]);
});

test("a refused connection is a failure", async () => {
  expect(await send("http://127.0.0.1:1/")).toEqual({ failure: { reason: "unreachable", status: null }, gone: false });
});

test("the body of an endless response is not read", { timeout: 20_000 }, async () => {
  let sent = 0;
  let closed = false;
  upstream.respondWith((_, response) => {
    response.writeHead(200);
    response.on("close", () => {
      closed = true;
    });
    const write = () => {
      while (!closed && response.write(Buffer.alloc(64 * 1024))) sent += 64 * 1024;
      if (!closed) response.once("drain", write);
    };
    write();
  });
  expect(await send(upstream.origin)).toEqual({ failure: null });
  await expect.poll(() => closed).toBe(true);
  expect(sent).toBeLessThan(16 * 1024 * 1024);
});

test("endless headers are cut off", async () => {
  upstream.respondWith((request) => {
    const { socket } = request;
    socket.write("HTTP/1.1 200 OK\r\n");
    const write = () => {
      while (!socket.destroyed && socket.write(`x-more: ${"x".repeat(1_000)}\r\n`));
      if (!socket.destroyed) socket.once("drain", write);
    };
    socket.on("error", () => {});
    write();
  });
  expect(await send(upstream.origin)).toEqual({ failure: { reason: "unreachable", status: null }, gone: false });
});

test("a response that does not start times out after 8 seconds", { timeout: 30_000 }, async () => {
  upstream.respondWith(() => {});
  const start = performance.now();
  expect(await send(upstream.origin)).toEqual({ failure: { reason: "timeout", status: null }, gone: false });
  expect(performance.now() - start).toBeLessThan(15_000);
});

test("a response whose headers trickle times out after 10 seconds in total (soak)", { timeout: 30_000 }, async () => {
  upstream.respondWith((request) => {
    const { socket } = request;
    socket.on("error", () => {});
    const timer = setInterval(() => socket.write("H"), 500);
    socket.on("close", () => clearInterval(timer));
    socket.write("HTTP/1.1 200 OK\r\nx-slow: ");
  });
  const start = performance.now();
  expect(await send(upstream.origin)).toEqual({ failure: { reason: "timeout", status: null }, gone: false });
  expect(performance.now() - start).toBeLessThan(15_000);
});
