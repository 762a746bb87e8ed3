import type { Endpoint } from "contract/core/endpoint.ts";
import { gameEndpoints } from "contract/games/api.ts";
import fc, { type Arbitrary } from "fast-check";
import { z } from "zod";
import { anyText } from "./any-text.ts";
import { type JsonSchema, sampleOf } from "./text-fields.ts";

/** A request whose path is already encoded, correctly or not. */
export interface HostileRequest {
  /** The endpoint that it targets. */
  route: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
  caller: "admin" | "member" | "nobody";
}

const nastyTexts = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "\udc00\ud800",
  "\u202e\u0000\ufeff",
  "'; drop table users; --",
  `" or ""="`,
  "1 or 1=1",
  "%' union all",
  "\\",
  "../../../../etc/passwd",
  "..\\..\\windows\\win.ini",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "<script>alert(1)</script>",
  "{{constructor.constructor('x')()}}",
  "{",
  "%00%0a%0d",
  "a\r\nset-cookie: x=1",
  "__proto__",
  "constructor",
  "toString",
  "NaN",
  "-1",
  "0",
  "1e400",
  "9".repeat(40),
  "2000-02-30",
  "+275761-01-01",
  "0000-00-00T99:99:99Z",
  "a@b",
  `${"a".repeat(300)}@example.com`,
  "ﷺ".repeat(2_000),
  "e\u0301".repeat(3_000),
  "a ".repeat(20_000),
  "[".repeat(5_000),
];

const plausibleTexts = ["portal", "a@example.com", "password", "2000-02-03", "steam", "header.brand_name", "1", "true"];

const text = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...plausibleTexts) },
  { weight: 3, arbitrary: fc.constantFrom(...nastyTexts) },
  { weight: 1, arbitrary: anyText() },
);

/** Large values are rare, because they are slow to generate and send. */
const hostileValue: Arbitrary<unknown> = fc.oneof(
  { weight: 10, arbitrary: text },
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      ...[null, true, false, 0, -0, -1, 1.5, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, Number.MIN_VALUE],
      ...[[], {}, [[]], [null], { length: -1 }, { toString: 1, valueOf: 2, constructor: {} }],
      JSON.parse('{"__proto__":{"isAdmin":true}}'),
      JSON.parse('{"constructor":{"prototype":{"isAdmin":true}}}'),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 40 }).map((levels) => JSON.parse("[".repeat(levels) + "]".repeat(levels))),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      Array.from({ length: 20_000 }, (_, index) => index),
      "x".repeat(200_000),
    ),
  },
);

/** Values of the schema with some invalid parts. */
function near(schema: JsonSchema, named: Record<string, JsonSchema>): Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: fitting(schema, named) }, { weight: 1, arbitrary: hostileValue });
}

function fitting(schema: JsonSchema, named: Record<string, JsonSchema>): Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (schema.$ref) return fitting(named[schema.$ref.replace("#/$defs/", "")] ?? {}, named);
  if (choices) return fc.oneof(...choices.map((choice) => near(choice, named)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ("const" in schema) return fc.constant(schema.const);
  switch (schema.type) {
    case "string":
      return text;
    case "integer":
    case "number":
      return fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer(), fc.double({ noNaN: true }));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(near(schema.items ?? {}, named), { maxLength: 4 });
    case "object":
      return objectOf(schema, named);
    default:
      // The input of a transformation, usually a whole number.
      return fc.oneof(fc.integer({ min: 1, max: 3 }), hostileValue);
  }
}

function objectOf(schema: JsonSchema, named: Record<string, JsonSchema>): Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, near(field, named)] as const);
  const known = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
  const whole = fc.record(Object.fromEntries(fields));
  const extra = fc.dictionary(text, hostileValue, { maxKeys: 2 });
  return fc
    .tuple(fc.oneof({ weight: 3, arbitrary: whole }, { weight: 1, arbitrary: known }), extra)
    .map(([fields, more]) => ({ ...more, ...fields }));
}

function valuesOf(schema: z.ZodType): Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
  return near(json, json.$defs ?? {});
}

/** Invalid encodings in addresses. */
const badEncodings = ["%zz", "%", "%00", "%ED%A0%80", "%C0%AF", "..%2f..%2f", "%2e%2e", "%FF", "%u0041", ";a=b", "//"];

/** Text of an address, encoded correctly or not. */
const addressPart = (value: Arbitrary<unknown>): Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: value.map((one) => encodeURIComponent(asText(one).slice(0, 3_000).toWellFormed())) },
    { weight: 1, arbitrary: fc.constantFrom(...badEncodings) },
  );

function asText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

function addressOf(endpoint: Endpoint): Arbitrary<string> {
  const names = Object.keys(endpoint.query?.shape ?? {});
  const pair = fc.oneof(
    ...names.map((name) => addressPart(valuesOf(endpoint.query!.shape[name]!)).map((value) => `${name}=${value}`)),
    fc.tuple(addressPart(text), addressPart(text)).map((both) => both.join("=")),
    ...names.map((name) => fc.constantFrom(name, `${name}[]=1`, `${name}[a]=1`, `${name}=1&${name}=2`)),
  );
  const pieces = endpoint.route.split(" ")[1]!.split(/(\{\w+\})/);
  const path = pieces.map((piece) => {
    const name = /^\{(\w+)\}$/.exec(piece)?.[1];
    if (!name) return fc.constant(piece);
    const known = fc.constantFrom("1", "2", "3", "header.brand_name", "super_admin");
    return fc.oneof(known, addressPart(valuesOf(endpoint.params!.shape[name]!)));
  });
  return fc
    .tuple(fc.tuple(...path), fc.array(pair, { maxLength: 4 }))
    .map(([path, query]) => path.join("") + (query.length > 0 ? `?${query.join("&")}` : ""));
}

const contentType = fc.oneof(
  { weight: 12, arbitrary: fc.constant("application/json") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "application/json; charset=utf-16",
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data",
      "application/xml",
      "*/*",
      "json",
      `application/${"x".repeat(3_000)}`,
    ),
  },
);

/** The JSON of a value, sometimes truncated, doubled or with invalid bytes. */
function bodyOf(value: unknown, spoiling: number): Buffer {
  const json = Buffer.from(JSON.stringify(value) ?? "");
  if (spoiling === 0) return json.subarray(0, json.length / 2);
  if (spoiling === 1) return Buffer.concat([json, json]);
  if (spoiling === 2) return Buffer.concat([json.subarray(0, 5), Buffer.from([0xff, 0xc0, 0x00]), json.subarray(5)]);
  if (spoiling === 3) return Buffer.from("[".repeat(100_000));
  return json;
}

const oddHeaders: Record<string, string>[] = [
  { accept: "*/*;q=2" },
  { "accept-encoding": "br;q=, gzip;q=1e9, \xff" },
  { "if-none-match": `${'"x",'.repeat(500)}*` },
  { "user-agent": "\xff\xfe' or 1=1" },
  { "user-agent": "x".repeat(5_000) },
  { "x-forwarded-for": "::ffff:not an address, 1.2.3.4.5" },
  { "x-request-id": "../../\xff" },
  { authorization: "Bearer" },
  { authorization: `Bearer ${"a".repeat(5_000)}` },
  { authorization: "Bearer ' or 1=1 --" },
  { authorization: "Basic YTpi" },
  { cookie: "lootwise_sign_in=%zz; __proto__=1; =" },
  { range: "bytes=0-99999999999999,5-1" },
  { "content-encoding": "gzip" },
  { expect: "nothing" },
];

/** Requests to an endpoint, generated from its schemas and partly invalid. */
export function requestsTo(endpoint: Endpoint): Arbitrary<HostileRequest> {
  const [ownMethod = "GET"] = endpoint.route.split(" ");
  const others = fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "PROPFIND");
  return fc
    .record({
      method: fc.oneof({ weight: 15, arbitrary: fc.constant(ownMethod) }, { weight: 1, arbitrary: others }),
      path: addressOf(endpoint),
      type: contentType,
      odd: fc.oneof(
        { weight: 4, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.constantFrom(...oddHeaders) },
      ),
      value: endpoint.body ? valuesOf(endpoint.body) : fc.option(hostileValue, { freq: 8, nil: undefined }),
      spoiling: fc.integer({ min: 0, max: 30 }),
      caller: fc.constantFrom("admin" as const, "admin" as const, "member" as const, "nobody" as const),
    })
    .map(({ method, path, type, odd, value, spoiling, caller }) => {
      const body = value === undefined || method === "GET" || method === "HEAD" ? null : bodyOf(value, spoiling);
      const headers: Record<string, string> = body ? { "content-type": type, ...odd } : odd;
      return { route: endpoint.route, method, path, headers, body, caller };
    });
}

/** Of lists of games, as pages, feeds and pictures take them. */
const listParameters = [...Object.keys(gameEndpoints.listGames.query.shape), "w", "v", "section", "token"];

/** Requests in which one parameter or field at a time is hostile, and all others are plausible. */
export function attacksOn(endpoint: Endpoint): Arbitrary<HostileRequest>[] {
  const [method = "GET", path = ""] = endpoint.route.split(" ");
  const { params, query, body } = sampleOf(endpoint);
  const json = endpoint.body && (z.toJSONSchema(endpoint.body, { io: "input", unrepresentable: "any" }) as JsonSchema);
  const build = (part: { params?: object; query?: object; body?: unknown }): HostileRequest => {
    const values = { ...params, ...part.params } as Record<string, unknown>;
    const encode = (value: unknown) => encodeURIComponent(asText(value).slice(0, 3_000).toWellFormed());
    const search = Object.entries({ ...query, ...part.query }).map(([name, value]) => `${name}=${encode(value)}`);
    const sent = "body" in part ? part.body : body;
    return {
      route: endpoint.route,
      method,
      path: `${path.replace(/\{(\w+)\}/g, (_, name) => encode(values[name]))}?${search.join("&")}`,
      headers: sent === undefined ? {} : { "content-type": "application/json" },
      body: sent === undefined ? null : Buffer.from(JSON.stringify(sent)),
      caller: "admin",
    };
  };
  return [
    ...Object.keys(endpoint.params?.shape ?? {}).map((name) =>
      hostileValue.map((value) => build({ params: { [name]: value } })),
    ),
    ...Object.keys(endpoint.query?.shape ?? {}).map((name) =>
      hostileValue.map((value) => build({ query: { [name]: value } })),
    ),
    ...Object.keys(json?.properties ?? {}).map((name) =>
      hostileValue.map((value) => build({ body: { ...(body as object), [name]: value } })),
    ),
    fc.constant(build({})),
  ];
}

/** Requests outside the contract: pages, feeds, links to stores, pictures, files, provider sign-in. */
export const requestsElsewhere: Arbitrary<HostileRequest> = fc
  .record({
    start: fc.constantFrom(
      ...[
        "/",
        "/games/",
        "/games",
        "/assets/",
        "/images/games/1/",
        "/images/games/",
        "/sitemap-",
        "/api/docs/",
        "/api/",
        "/deals",
        "/genre/",
        "/gb/games/",
        "/shared/",
        "/manifest.webmanifest",
        "/robots.txt",
      ],
      ...["/feeds/games.rss", "/feeds/games.json", "/feeds/deals/best.atom", "/feeds/free.ics", "/feeds/lists/"],
      ...["/go/1/steam", "/go/", "/go/1/", "/images/lists/", "/images/uploads/", "/images/games/1/social"],
      ...["/api/auth/steam/callback", "/api/auth/google/callback", "/api/auth/google", "/reset-password"],
    ),
    rest: fc.oneof(addressPart(text), fc.constantFrom("", "1", "landscape", "landscape?w=460")),
    query: fc.oneof(
      fc.constant(""),
      addressPart(text).map((value) => `?search=${value}&page=${value}`),
      fc
        .tuple(fc.constantFrom(...listParameters), addressPart(hostileValue))
        .map(([name, value]) => `?${name}=${value}`),
      addressPart(text).map((value) => `?state=${value}&code=${value}&openid.mode=id_res&openid.sig=${value}`),
    ),
    odd: fc.constantFrom({}, ...oddHeaders),
  })
  .map(({ start, rest, query, odd }) => ({
    route: "elsewhere",
    method: "GET",
    path: start + rest + query,
    headers: odd,
    body: null,
    caller: "nobody" as const,
  }));
