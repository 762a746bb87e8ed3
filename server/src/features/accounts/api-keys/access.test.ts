import { endpoints } from "contract/api.ts";
import type { Method } from "contract/core/endpoint.ts";
import { type Scope, scopePermissions, scopes } from "contract/scopes.ts";
import { expect, test } from "vitest";
import { addKey } from "../../../test/api-keys.ts";
import { startTestApp } from "../../../test/app.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { signInAdmin } from "../../../test/users.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);
const owner = await signInAdmin(db, "owner", "everything");

/** The scope that each route needs, from the table of spec/api 10.2, independently of the contract. */
const table: [RegExp, Scope][] = [
  [/^GET \/api\/bundles\/\{id\}\/owned$/, "read:library"],
  [
    /^(GET|POST) \/api\/(games|deals|landing|retailers|markets|content|locales|site|lookup|bundles|plans|forecast)\b/,
    "read:catalogue",
  ],
  [/^GET \/api\/(wishlist|lists)\b/, "read:lists"],
  [/^POST \/api\/wishlist\/check$/, "read:lists"],
  [/^(POST|PUT|DELETE) \/api\/(wishlist|lists)\b(?!.*\/share$)/, "write:lists"],
  [/^GET \/api\/library(\/\{gameId\})?$/, "read:library"],
  [/^GET \/api\/admin\/content\/translations\/\{language\}$/, "read:translations"],
  [/^POST \/api\/admin\/content\/translations\/.*\/proposals$/, "propose:translations"],
  [/^GET \/api\/admin\/catalogue\/matches$/, "read:matches"],
  [/^POST \/api\/admin\/catalogue\/matches\/\{id\}\/proposal$/, "propose:matches"],
  [/^(PUT \/api\/library\/\{gameId\}|POST \/api\/library\/import(\/preview)?)$/, "write:library"],
];
const scopeByTable = (route: string) => table.find(([pattern]) => pattern.test(route))?.[1];

/** Calls a route with ids that don't exist, without a body. */
async function codeOf(route: string, headers: Record<string, string>): Promise<{ status: number; code?: string }> {
  const [method, path] = route.split(" ") as [Method, string];
  const url = path.replace(/\{\w+\}/g, "2147483646");
  const response = await app.inject({ method, url, headers });
  return { status: response.statusCode, code: response.body ? response.json().code : undefined };
}

test("every scope is in the table and grants access to a route", () => {
  const disagreeing = endpoints.filter(({ route, scope }) => scope !== scopeByTable(route));
  expect(disagreeing.map(({ route, scope }) => [route, scope])).toEqual([]);
  expect(new Set(endpoints.flatMap(({ scope }) => scope ?? []))).toEqual(new Set(scopes));
});

test("no key can call the routes of the administration, the account or the keys, except to read and to propose", () => {
  const closed = endpoints.filter(({ route }) => / \/api\/(admin|auth|keys|alerts)\b/.test(route));
  expect(closed.length).toBeGreaterThan(80);
  expect(closed.filter(({ scope }) => scope && !(scope in scopePermissions))).toEqual([]);
});

test(`${endpoints.length} calls by keys with and without their scope agree with the table`, async () => {
  const keyWith = async (held: readonly Scope[]) => ({ authorization: `Bearer ${await addKey(db, owner.id, held)}` });
  const whole = await keyWith(scopes);
  const keys = await Promise.all(
    scopes.map(async (scope) => {
      const others = scopes.filter((other) => other !== scope);
      return [scope, { only: await keyWith([scope]), others: await keyWith(others) }] as const;
    }),
  );
  const keysOf = new Map(keys);
  const disagreements: unknown[] = [];
  for (const { route } of endpoints) {
    const needed = scopeByTable(route);
    const { only, others } = (needed && keysOf.get(needed)) ?? { only: null, others: whole };
    const granted = only && (await codeOf(route, only));
    const refused = await codeOf(route, others);
    if (granted && (granted.status === 401 || granted.status === 403 || granted.status >= 500))
      disagreements.push({ route, needed, ...granted });
    if (refused.status !== 403 || refused.code !== "insufficient_scope")
      disagreements.push({ route, without: needed, ...refused });
  }
  expect(disagreements).toEqual([]);
});

test("public calls refuse an unknown token in a key's format and ignore a token in another format", async () => {
  expect(await codeOf("GET /api/games", { authorization: `Bearer lw_${"x".repeat(43)}` })).toEqual({
    status: 401,
    code: "unauthenticated",
  });
  expect((await codeOf("GET /api/games", { authorization: `Bearer lw_${"x".repeat(40)}` })).status).toBe(200);
});
