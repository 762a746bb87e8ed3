import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ApiError, failedWith } from "./api-error.ts";
import { browserCall } from "./call.ts";

type Response = (response: ServerResponse) => void;

/** The server's responses, in order; the last one repeats. */
let responses: Response[] = [];
let requests: IncomingMessage[] = [];
let waits: number[] = [];
let origin = "";

const server = createServer((request, response) => {
  requests.push(request);
  const result = responses.length > 1 ? responses.shift() : responses[0];
  result?.(response);
});

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  (response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
const failure = (status: number, headers?: Record<string, string>) =>
  json(status, { error: "No", code: "slug" }, headers);
const hangUp: Response = (response) => response.destroy();
const good = json(200, { games: [] });

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  requests = [];
  waits = [];
});

const call = (token: string | null = null) =>
  browserCall({
    fetch: (input, init) => fetch(`${origin}${input}`, init),
    wait: async (milliseconds) => void waits.push(milliseconds),
    token: () => token,
  });

const homepage = () => call()("GET /api/games/homepage", {});

async function failureOf(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error("The call did not fail with an ApiError", { cause: error });
  return error;
}

test.each([
  ["a success", [good], []],
  ["a transient server error", [failure(500), good], [1000]],
  ["a broken connection", [hangUp, hangUp, good], [1000, 2000]],
  ["a database that is back at the last attempt", [failure(503), failure(503), failure(503), good], [1000, 2000, 4000]],
  ["a rate limit with Retry-After", [failure(429, { "retry-after": "7" }), good], [7000]],
  ["a rate limit without Retry-After", [failure(429), failure(429), good], [1000, 2000]],
])("%s: succeeds after the expected delays", async (_, given, expected) => {
  responses = [...given];
  expect(await homepage()).toEqual({ games: [] });
  expect(waits).toEqual(expected);
});

test("gives up after three retries", async () => {
  responses = [failure(502)];
  const error = await failureOf(homepage());
  expect(error).toMatchObject({ message: "HTTP error! status: 502", status: 502, code: "slug", serverMessage: "No" });
  expect(requests).toHaveLength(4);
});

test("gives up when the network stays unreachable", async () => {
  responses = [hangUp];
  expect(await failureOf(homepage())).toMatchObject({ status: 0, code: "network" });
  expect(requests).toHaveLength(4);
});

test("rate limiting that outlasts the retries has its own message", async () => {
  responses = [failure(429, { "retry-after": "2" })];
  const error = await failureOf(homepage());
  expect(error).toMatchObject({ message: "Rate limited. Please try again later.", status: 429, retryAfter: 2 });
  expect(waits).toEqual([2000, 2000, 2000]);
});

test("a Retry-After of an hour fails at once", async () => {
  responses = [failure(429, { "retry-after": "3600" })];
  expect(await failureOf(homepage())).toMatchObject({ message: "Rate limited. Please try again later." });
  expect(requests).toHaveLength(1);
});

test.each([400, 401, 403, 404, 409])("a %s is not retried", async (status) => {
  responses = [failure(status)];
  await failureOf(homepage());
  expect(requests).toHaveLength(1);
});

test("only GETs are retried", async () => {
  responses = [failure(503)];
  await failureOf(call()("POST /api/games/batch", { body: { gameIds: [1] } }));
  expect(requests).toHaveLength(1);
});

test("an error that is not JSON still has its status", async () => {
  responses = [(response) => response.writeHead(404).end("<h1>Not here</h1>")];
  const error = await failureOf(call()("GET /api/site", {}));
  expect(error).toMatchObject({ message: "HTTP error! status: 404", code: "unknown", details: [] });
});

test("outside the game service the server's error is the message", async () => {
  responses = [json(404, { error: "No such thing", code: "not_found", details: [{ path: "id", msg: "unknown" }] })];
  const error = await failureOf(call()("GET /api/site", {}));
  expect(error).toMatchObject({ message: "No such thing", details: [{ path: "id", msg: "unknown" }] });
  expect(failedWith(error, "not_found")).toBe(true);
});

test("sends parameters, and the token when there is one", async () => {
  responses = [good];
  await call("secret")("GET /api/games", { query: { search: "a&b", page: 2 } });
  await call()("GET /api/games/{id}", { params: { id: 7 } });
  expect(requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ["/api/games?search=a%26b&page=2", "Bearer secret"],
    ["/api/games/7", undefined],
  ]);
});

test("a 401 reports the rejected token", async () => {
  responses = [failure(401)];
  const rejected: string[] = [];
  const signedIn = browserCall({
    fetch: (input, init) => fetch(`${origin}${input}`, init),
    token: () => "secret",
    onRejected: (token) => void rejected.push(token),
  });
  await failureOf(signedIn("GET /api/wishlist/stats", {}));
  expect(rejected).toEqual(["secret"]);
});

test("signing in sends no token, and a wrong password rejects none", async () => {
  responses = [failure(401)];
  const rejected: string[] = [];
  const signedIn = browserCall({
    fetch: (input, init) => fetch(`${origin}${input}`, init),
    token: () => "secret",
    onRejected: (token) => void rejected.push(token),
  });
  await failureOf(signedIn("POST /api/auth/login", { body: { email: "a@b.de", password: "wrong1" } }));
  expect(requests[0]?.headers.authorization).toBeUndefined();
  expect(rejected).toEqual([]);
});

test("errors in other formats are parsed (spec/storefront 4.3)", async () => {
  responses = [json(400, { message: "No", errors: [{ path: "email", msg: "Taken" }] })];
  const error = await failureOf(call()("PUT /api/auth/profile", { body: {} }));
  expect(error).toMatchObject({ serverMessage: "No", details: [{ path: "email", msg: "Taken" }] });
});

test("an aborted call rejects at once with the reason of its signal", async () => {
  responses = [failure(503)];
  const controller = new AbortController();
  const retrying = browserCall({ fetch: (input, init) => fetch(`${origin}${input}`, init), token: () => null });
  const pending = retrying("GET /api/site", {}, { signal: controller.signal });
  await expect.poll(() => requests.length).toBe(1);
  controller.abort("left the page");
  await expect(pending).rejects.toBe("left the page");
  expect(requests).toHaveLength(1);
});
