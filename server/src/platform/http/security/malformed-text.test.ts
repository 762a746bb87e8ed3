import { endpoints } from "contract/api.ts";
import type { Endpoint } from "contract/core/endpoint.ts";
import { expect, test } from "vitest";
import { startTestApp } from "../../../test/app.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { repeats } from "../../../test/processes/soak.ts";
import { signInAdmin } from "../../../test/users.ts";

const database = await createTestDatabase();
const app = await startTestApp(database, { env: { PUBLIC_URL: "https://shop.example" } });
const caller = await signInAdmin(database.db, "caller", "everything");

async function send(endpoint: Endpoint, path: string, body?: unknown) {
  const [method = "GET"] = endpoint.route.split(" ");
  return app.inject({
    method: method as "GET",
    url: path,
    headers: { ...caller.headers, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
}

/** Path parameters for which 1 is not valid. */
const valid: Record<string, string> = {
  country: "US",
  language: "de",
  tag: "de",
  recordedAt: "2026-01-01T00:00:00.000Z",
  token: "a".repeat(43),
};
const pathOf = (endpoint: Endpoint, value?: string) =>
  endpoint.route
    .split(" ")[1]!
    // the key of a text; other keys may be 1
    .replace("{language}/{key}", `{language}/${value ?? "header.brand_name"}`)
    .replace(/\{(\w+)\}/g, (_, name) => value ?? valid[name] ?? "1");
const namesOf = (response: { json(): { details?: { path: string }[] } }) =>
  response.json().details?.map(({ path }) => path);

const withBody = endpoints.filter(({ body, accepts }) => body && accepts === "json");
const withParams = endpoints.filter(({ params }) => params);
const each = (some: readonly Endpoint[]) => some.map((endpoint) => [endpoint.route, endpoint] as const);

/** All calls share the code that refuses these values: each gets one of them in turn, in `npm run soak` all. */
function inTurn<T>(values: readonly T[], endpoint: Endpoint): readonly T[] {
  return repeats([values[endpoints.indexOf(endpoint) % values.length]!], values);
}

test.each(each(withBody))("%s rejects a body with malformed text, naming the field", async (_, endpoint) => {
  for (const text of inTurn(["a\udc00b", "\ud800", "a\0b"], endpoint)) {
    const response = await send(endpoint, pathOf(endpoint), { note: text, list: [{ [text]: 1 }, { deep: [text] }] });
    expect(response.statusCode).toBe(400);
    const key = text.toWellFormed().replace("\0", "\ufffd");
    expect(namesOf(response)).toEqual(expect.arrayContaining(["note", `list.0.${key}`, "list.1.deep.0"]));
  }
});

test.each(each(endpoints))("%s rejects a malformed query, naming the parameter", async (_, endpoint) => {
  for (const value of inTurn(["%00", "%zz", "%", "%ff", "%ed%a0%80"], endpoint)) {
    const response = await send(endpoint, `${pathOf(endpoint)}?page=1&search=${value}`);
    expect([response.statusCode, namesOf(response)]).toEqual([400, ["search"]]);
  }
});

test.each(each(withParams))("%s rejects a malformed path", async (_, endpoint) => {
  const names = Object.keys(endpoint.params!.shape);
  const nul = await send(endpoint, pathOf(endpoint, "a%00b"));
  expect([nul.statusCode, namesOf(nul)]).toEqual([400, names]);
  for (const value of inTurn(["%zz", "%ff", "%ed%a0%80"], endpoint)) {
    const response = await send(endpoint, pathOf(endpoint, value));
    expect([response.statusCode, namesOf(response)]).toEqual([400, ["path"]]);
  }
});

test("rejects a value that can't be stored, naming its field", async () => {
  const response = await app.inject({
    method: "PUT",
    url: "/api/admin/config/site.sample_data",
    headers: caller.headers,
    payload: { value: "a\udc00b" },
  });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({
    code: "invalid",
    details: [{ path: "value", msg: "is not well-formed Unicode" }],
  });
});

test("accepts non-ASCII text and escaped percent signs", async () => {
  for (const search of ["Pokémon", "缺氧", "100%", "👩‍👩‍👧‍👦", "a+b", "%00"]) {
    const response = await app.inject(`/api/games?search=${encodeURIComponent(search)}`);
    expect(response.statusCode).toBe(200);
  }
});

test.each(["/api/nothing/%00", "/api/nothing?a=%zz", "/api/auth/steam/callback?openid.mode=%00", "/api/docs/%ff"])(
  "rejects %s, which is not a call of the contract",
  async (path) => {
    const response = await app.inject(path);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: "invalid" });
  },
);

test.each(["/games/%zz", "/games/%00", "/games?search=%zz", "/%ff", "/?page=%00", "/images/games/1/%00"])(
  "rejects %s with a page",
  async (path) => {
    const response = await app.inject(path);
    expect(response.statusCode).toBe(400);
    expect(response.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": expect.stringMatching(/^default-src 'none';.* frame-ancestors 'none';/),
      "strict-transport-security": "max-age=31536000",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
    expect(response.body).toContain('<a href="/">Go Home</a>');
  },
);

test("stores a user agent as one line of well-formed text", async () => {
  const payload = { name: "Ann", email: "ann@example.com", subject: "Hello", message: "Hello" };
  const headers = { "user-agent": `Firefox/1 \ud800 a\0b\u009f${"x".repeat(9_000)}` };
  const response = await app.inject({ method: "POST", url: "/api/contact/submit", headers, payload });
  expect(response.statusCode).toBe(201);
  const { rows } = await database.pool.query("select user_agent from contact_messages");
  expect(rows[0].user_agent).toMatch(/^Firefox\/1 \ufffd abx+$/);
  expect(rows[0].user_agent.length).toBeLessThanOrEqual(500);
});
