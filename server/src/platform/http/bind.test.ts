import { endpoint } from "contract/core/endpoint.ts";
import { AppError } from "contract/core/errors.ts";
import { Id, listOf, pageQuery } from "contract/core/parameters.ts";
import { privilegesOf } from "contract/roles/rules.ts";
import Fastify from "fastify";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { bind, inProcessCall } from "./bind.ts";
import { createResponseCache } from "./cache/response-cache.ts";
import { guardSharedCaches } from "./cache/shared-caches.ts";
import { handleErrors } from "./errors.ts";
import type { Viewer } from "./security/viewer.ts";

const readThing = endpoint("GET /api/things/{id}", {
  summary: "A thing",
  access: "public",
  isCached: true,
  params: z.object({ id: Id }),
  query: z.object({ ...pageQuery, colours: listOf(z.string(), 3).optional() }),
  response: z.object({ id: z.number(), page: z.number() }),
});
const changeThing = endpoint("PUT /api/things/{id}", {
  summary: "Changes a thing",
  access: "content.write",
  params: z.object({ id: Id }),
  body: z.object({ name: z.string().min(1), size: z.object({ width: z.number() }).optional() }),
  response: z.object({ name: z.string() }),
});
const removeThing = endpoint("DELETE /api/things/{id}", {
  summary: "Removes a thing",
  access: "user",
  params: z.object({ id: Id }),
});

const member: Viewer = {
  userId: 1,
  showExplicit: true,
  libraryVersion: 0,
  needsSecondFactor: false,
  ...privilegesOf([]),
};
const editor: Viewer = {
  userId: 2,
  showExplicit: false,
  libraryVersion: 0,
  needsSecondFactor: false,
  ...privilegesOf([{ name: "editor", permissions: ["content.write"], languages: null }]),
};
const viewers: Record<string, Viewer> = { member, editor };

let app: ReturnType<typeof Fastify>;
/** In ms. */
let now = 0;
let runs = 0;

function start() {
  app = Fastify();
  app.decorate("calls", {
    requireOffered() {},
    findViewer: async (token: string) => {
      if (token === "unlucky") throw Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
      return viewers[token] ?? null;
    },
    onDenied: async () => {},
    responses: createResponseCache({ seconds: 60, now: () => now }),
    mounted: new Map(),
    submitted: new Map(),
  });
  app.decorateRequest("viewer", null);
  handleErrors(app);
  guardSharedCaches(app);
  bind(app, readThing, ({ params, query }) => {
    runs += 1;
    if (params.id === 404) throw new AppError("not_found", "Thing not found");
    if (params.id === 500) throw new Error("the secret cause");
    return { id: params.id, page: query.page, secret: "never told" };
  });
  bind(app, changeThing, ({ body }, { setStatus }) => {
    if (body.name === "new") setStatus(201);
    return { name: body.name };
  });
  bind(app, removeThing, () => undefined);
  return app;
}

afterEach(() => app.close());

const as = (token: string) => ({ authorization: `Bearer ${token}` });

test("a response contains only fields of the contract", async () => {
  const result = await start().inject("/api/things/7?page=3&unknown=1");
  expect(result.json()).toEqual({ id: 7, page: 3 });
});

test("while the database is unreachable a token neither blocks the catalogue nor grants anything", async () => {
  start();
  const headers = as("unlucky");
  expect((await app.inject({ url: "/api/things/7", headers })).json()).toEqual({ id: 7, page: 1 });
  expect((await app.inject({ method: "DELETE", url: "/api/things/7", headers })).statusCode).toBe(503);
});

test.each(["abc", "0", "-1", "1.5", "1e3", "99999999999"])("a malformed id %s is a 404", async (id) => {
  const result = await start().inject(`/api/things/${id}`);
  expect(result.statusCode).toBe(404);
  expect(result.json()).toMatchObject({ code: "not_found" });
});

test.each(["page=0", "page=x", "page=", "limit=101", "limit=1&limit=2"])(
  "%s is a 400 that names the parameter",
  async (query) => {
    const result = await start().inject(`/api/things/1?${query}`);
    expect(result.statusCode).toBe(400);
    expect(result.json().details[0].path).toBe(query.split("=")[0]);
  },
);

test.each([
  ["limit=1&limit=2", "limit: Comes more than once"],
  ["colours=a&colours=b", "colours: Expected one parameter, with several values separated by commas"],
])("the repeated parameter %s is named with the reason", async (query, error) => {
  expect((await start().inject(`/api/things/1?${query}`)).json()).toMatchObject({ code: "invalid", error });
  expect((await app.inject("/api/things/1?colours=a,b")).statusCode).toBe(200);
});

test("identity comes before existence, permission before the body", async () => {
  const broken = {
    method: "PUT",
    url: "/api/things/abc",
    payload: "{",
    headers: { "content-type": "application/json" },
  } as const;
  expect((await start().inject(broken)).statusCode).toBe(401);
  expect((await app.inject({ ...broken, headers: { ...broken.headers, ...as("nobody") } })).statusCode).toBe(401);
  expect((await app.inject({ ...broken, headers: { ...broken.headers, ...as("member") } })).statusCode).toBe(403);
  expect((await app.inject({ ...broken, headers: { ...broken.headers, ...as("editor") } })).statusCode).toBe(400);
  const unknown = await app.inject({
    method: "PUT",
    url: "/api/things/abc",
    payload: { name: "a" },
    headers: as("editor"),
  });
  expect(unknown.statusCode).toBe(404);
});

test("a bad body names the field, however deep", async () => {
  const payload = { name: "", size: { width: "wide" } };
  const result = await start().inject({ method: "PUT", url: "/api/things/1", payload, headers: as("editor") });
  expect(result.statusCode).toBe(400);
  expect(result.json().details.map(({ path }: { path: string }) => path)).toEqual(["name", "size.width"]);
});

test.each([
  [{ payload: "name=a", headers: { "content-type": "application/x-www-form-urlencoded" } }, 415],
  [{ payload: `{"name":"${"a".repeat(2_000_000)}"}`, headers: { "content-type": "application/json" } }, 413],
  [{ payload: "{", headers: { "content-type": "application/json" } }, 400],
])("an unreadable body is refused as JSON, never as HTML (%#)", async (request, status) => {
  const headers = { ...request.headers, ...as("editor") };
  const result = await start().inject({ method: "PUT", url: "/api/things/1", ...request, headers });
  expect(result.statusCode).toBe(status);
  expect(result.json()).toHaveProperty("code");
});

test("a handler may set another status, and a response without a schema has no body", async () => {
  const put = { method: "PUT", url: "/api/things/1", headers: as("editor") } as const;
  expect((await start().inject({ ...put, payload: { name: "new" } })).statusCode).toBe(201);
  expect((await app.inject({ ...put, payload: { name: "old" } })).statusCode).toBe(200);
  const removed = await app.inject({ method: "DELETE", url: "/api/things/1", headers: as("member") });
  expect([removed.statusCode, removed.body]).toEqual([204, ""]);
});

test("failures keep their cause to themselves", async () => {
  const result = await start().inject("/api/things/500");
  expect(result.statusCode).toBe(500);
  expect(result.json()).toEqual({ error: "Something went wrong", code: "internal" });
  expect((await app.inject("/api/things/404")).json()).toEqual({ error: "Thing not found", code: "not_found" });
});

test("a response is cached for a minute, and is a 304 for clients that have it", async () => {
  start();
  runs = 0;
  const first = await app.inject("/api/things/1?page=2");
  const again = await app.inject("/api/things/1?limit=20&page=2");
  expect([runs, again.headers.etag]).toEqual([1, first.headers.etag]);
  expect(first.headers["cache-control"]).toContain("s-maxage=60, stale-while-revalidate=60");
  const known = await app.inject({
    url: "/api/things/1?page=2",
    headers: { "if-none-match": String(first.headers.etag) },
  });
  expect([known.statusCode, known.body]).toEqual([304, ""]);
  now += 60_000;
  await app.inject("/api/things/1?page=2");
  await expect.poll(() => runs).toBe(2);
});

test("who sees explicit games, or is an administrator, neither gets nor stores a shared response", async () => {
  for (const name of ["member", "editor"]) {
    start();
    await app.inject("/api/things/1");
    runs = 0;
    const own = await app.inject({ url: "/api/things/1", headers: as(name) });
    expect([runs, own.headers["cache-control"], own.headers.etag]).toEqual([1, "no-store", undefined]);
    await app.inject("/api/things/1");
    expect(runs).toBe(1);
  }
});

test("calls inside the process are anonymous and validated alike", async () => {
  const call = inProcessCall(start()) as unknown as (route: string, input: object) => Promise<unknown>;
  expect(await call("GET /api/things/{id}", { params: { id: 7 } })).toEqual({ id: 7, page: 1 });
  await expect(call("GET /api/things/{id}", { params: { id: 7 }, query: { page: 0 } })).rejects.toMatchObject({
    code: "invalid",
  });
  await expect(call("DELETE /api/things/{id}", { params: { id: 7 } })).rejects.toMatchObject({
    code: "unauthenticated",
  });
});
