import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { endpoints } from "contract/api.ts";
import { scopes } from "contract/scopes.ts";
import { expect, test } from "vitest";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { createTestFolder } from "../../test/folder.ts";
import type { OpenApi } from "./openapi.ts";

const database = await createTestDatabase();
const app = await startTestApp(database, { env: { PUBLIC_URL: "https://prices.test" } });
const source = (await app.inject("/api/openapi.json")).body;
const document = JSON.parse(source) as OpenApi;

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, operation })),
);

function statusesOf(route: string): string {
  return Object.keys(operations.find((each) => each.route === route)!.operation.responses).join(" ");
}

test("Redocly's strict rules find no problem", async () => {
  const config = await createConfig({ extends: ["recommended-strict"] });
  const problems = await lintFromString({ source, config, absoluteRef: "/openapi.json" });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});

test("Spectral's OpenAPI rules find no problem either (soak)", async () => {
  // npm fetches it when it runs: 54 packages for one test
  const program = "@stoplight/spectral-cli@6.15.0";
  const folder = await createTestFolder();
  const file = await folder.write("openapi.json", source);
  const rules = await folder.write("rules.json", JSON.stringify({ extends: ["spectral:oas"] }));
  const lint = ["spectral", "lint", file, `--ruleset=${rules}`, "--format=json", "--quiet"];
  const { stdout } = await promisify(execFile)("npm", ["exec", "--yes", `--package=${program}`, "--", ...lint]);
  expect(JSON.parse(stdout)).toEqual([]);
});

test("parameters and fields named id are described", () => {
  expect(document.paths["/api/games/{id}"]?.get?.parameters).toMatchObject([
    { name: "id", in: "path", required: true, schema: { type: "integer" } },
    { name: "country", in: "query" },
    { name: "prices_of", in: "query" },
    { name: "language", in: "query" },
  ]);
  expect(document.components).toMatchObject({
    schemas: { Game: { properties: { id: { type: "integer" } } } },
  });
});

test.each([
  ["GET /api/auth/me", [{ bearer: [] }], undefined],
  ["POST /api/auth/login", [], undefined],
  ["GET /api/games", [{}, { apiKey: [] }], "read:catalogue"],
  ["POST /api/wishlist", [{ bearer: [] }, { apiKey: [] }], "write:lists"],
])("%s declares its credentials and the scope of keys: %j %s", (route, security, scope) => {
  const { operation } = operations.find((each) => each.route === route)!;
  expect([operation.security, operation["x-scope"]]).toEqual([security, scope]);
});

test("every administrator's call names the permission that it needs, in words too; no other call does", () => {
  const named = operations.map(({ route, operation }) => [route, operation["x-required-permission"]]);
  const expected = endpoints.flatMap(({ route, access }) =>
    access === "public" || access === "user" ? [] : [[route, access]],
  );
  expect(named.filter(([, permission]) => permission).toSorted()).toEqual(expected.toSorted());
  expect(named.filter(([route, permission]) => String(route).includes(" /api/admin/") && !permission)).toEqual([]);
  for (const { operation } of operations) {
    const permission = operation["x-required-permission"];
    if (permission && permission !== "admin") expect(operation.description).toContain(`\`${permission}\``);
  }
});

test("the page of the documentation shows permissions and scopes", async () => {
  expect((await app.inject("/api/docs/start.js")).body).toContain('"showExtensions":true');
});

test("only anonymous calls declare no credentials", () => {
  const open = operations.filter(({ operation }) => JSON.stringify(operation.security) === "[]");
  expect(
    open.map(({ route }) => route).filter((route) => / \/api\/(admin|keys|wishlist|alerts)(?!\/stop)/.test(route)),
  ).toEqual([]);
});

test("the security scheme of API keys describes their format and all scopes", () => {
  expect(document.components).toMatchObject({
    securitySchemes: { apiKey: { type: "http", scheme: "bearer", bearerFormat: "lw_…" } },
  });
  for (const scope of scopes) expect(source).toContain(`- \`${scope}\`: `);
});

test.each([
  ["GET /api/games", "200 304 400 401 403 429 503"],
  ["GET /api/games/{id}", "200 301 304 400 401 403 404 429 503"],
  ["POST /api/games/batch", "200 400 401 403 408 413 415 429 503"],
  ["POST /api/auth/login", "200 400 401 403 408 413 415 429 503"],
  ["POST /api/auth/register", "201 400 401 403 408 409 413 415 429 503"],
  ["POST /api/wishlist", "200 201 400 401 403 404 408 409 413 415 429 503"],
  ["DELETE /api/auth/account", "204 400 401 403 408 409 413 415 429 503"],
  ["PUT /api/admin/config/{key}", "200 400 401 403 404 408 409 413 415 429 503"],
  ["GET /api/admin/dashboard/audit/export", "200 400 401 403 429 503"],
  ["GET /api/health", "200 400 401 403 429 503"],
  ["GET /api/openapi.json", "200 304 400 429 503"],
])("%s declares %s", (route, statuses) => {
  expect(statusesOf(route)).toBe(statuses);
});

test.each(["google", "steam"])(
  "the sign-in with %s is described: redirects with cookies, also after failures",
  async (provider) => {
    for (const path of [`/api/auth/${provider}`, `/api/auth/${provider}/callback`]) {
      expect(document.paths[path]?.get?.responses["302"]).toMatchObject({
        headers: {
          location: { description: expect.stringContaining(`error=…&provider=${provider}`) },
          "set-cookie": { schema: { type: "string" } },
        },
      });
    }
  },
);

test("conflicts name their codes", () => {
  const responses = document.paths["/api/auth/link/{provider}"]?.delete?.responses;
  expect(responses?.["409"]?.description).toBe("Conflict: `last_sign_in`");
});
