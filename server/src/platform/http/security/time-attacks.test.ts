import { endpoints } from "contract/api.ts";
import type { Endpoint } from "contract/core/endpoint.ts";
import { pino } from "pino";
import { expect, test } from "vitest";
import { games } from "../../../features/games/table.ts";
import { startTestApp } from "../../../test/app.ts";
import { built } from "../../../test/built-website.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { hostileTexts } from "../../../test/hostile/hostile-texts.ts";
import { maxBlock } from "../../../test/hostile/longest-block.ts";
import { type CallSample, sampleOf, type TextField, withText } from "../../../test/hostile/text-fields.ts";
import { repeats } from "../../../test/processes/soak.ts";
import { cpuSlowness } from "../../../test/speed.ts";
import { signInAdmin, type TestUser } from "../../../test/users.ts";

/** For how long no call may keep the event loop from everything else, in milliseconds. */
const maxBlockMs = 50;

const database = await createTestDatabase();
await database.db
  .insert(games)
  .values(
    ["Portal", "Half-Life", "Thief"].map((title) => ({ title, titleFolded: title.toLowerCase(), titleKey: title })),
  );
// nobody answers there: pictures are drawn covers, and signing in elsewhere fails
const nowhere = "http://127.0.0.1:9";
const app = await startTestApp(database, {
  env: { STEAM_IMAGE_URL: nowhere, STEAM_OPENID_URL: `${nowhere}/openid/login`, RATE_LIMIT_SCALE: "1000000" },
  log: pino({ level: "silent" }),
  alone: true,
});

interface Attack {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: unknown;
}

const statuses: Record<number, number> = {};
let callers = 0;
let caller = await newCaller();

/** Some calls end the sign-in of who makes them. */
function newCaller(): Promise<TestUser> {
  callers += 1;
  return signInAdmin(database.db, `caller_${callers}`, "everything");
}

async function send({ method, url, headers, body }: Attack): Promise<number> {
  const { statusCode } = await app.inject({
    // of a stream that does not end the headers are enough
    method: /^\/api\/(admin|inbox)\/events/.test(url) ? "HEAD" : (method as "GET"),
    url,
    headers: { ...caller.headers, ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { payload: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
  if (statusCode === 401 && !headers?.authorization) caller = await newCaller();
  return statusCode;
}

/**
 * How long an attack blocks the event loop, in milliseconds of a processor of usual speed, which other tests slow down:
 * the best of a few tries, since garbage is collected in between.
 */
async function blockOf(attack: Attack): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && best > maxBlockMs / 2; attempt += 1) {
    const { ms } = await maxBlock(() => send(varied(attack, attempt)));
    best = Math.min(best, ms);
  }
  return best > maxBlockMs ? best / cpuSlowness() : best;
}

/** The attack with other long texts in its body: what changes nothing is done with at once. */
function varied(attack: Attack, attempt: number): Attack {
  if (attempt === 0 || attack.body === undefined) return attack;
  const body = JSON.stringify(attack.body, (_, value) =>
    typeof value === "string" && value.length > 1_000 ? value.slice(0, -2) + (10 + attempt) : value,
  );
  return { ...attack, body: JSON.parse(body) };
}

/** The attacks that block for too long, by name. */
async function slowOf(attacks: Iterable<[name: string, attack: Attack]>): Promise<Record<string, number>> {
  const slow: Record<string, number> = {};
  for (const [name, attack] of attacks) {
    const ms = await blockOf(attack);
    if (ms > maxBlockMs) slow[name] = ms;
  }
  return slow;
}

const shapes = Object.entries(hostileTexts);
const turns = repeats(shapes.length, 1);

/** The shapes for the nth field: all in `npm run soak`, otherwise one, so that 28 fields meet all of them. */
const shapesFor = (n: number) => shapes.filter((_, place) => place % turns === n % turns);

let fieldsSeen = 0;

/** As much of a text as an address takes. */
function forAddress(text: string): string {
  let [least, most] = [0, text.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (encodeURIComponent(text.slice(0, middle).toWellFormed()).length <= 7_000) least = middle;
    else most = middle - 1;
  }
  return encodeURIComponent(text.slice(0, least).toWellFormed());
}

/** As much of a text as a header takes: its bytes without controls. */
function forHeader(text: string): string {
  return Buffer.from(text)
    .toString("latin1")
    .replaceAll(/[^\t\x20-\x7e\xa0-\xff]/g, "");
}

function addressOf(route: string, { params, query }: Pick<CallSample, "params" | "query">): string {
  const path = route.split(" ")[1]!.replace(/\{(\w+)\}/g, (_, name) => String(params[name]));
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return pairs.length > 0 ? `${path}?${pairs.join("&")}` : path;
}

function attackAt(endpoint: Endpoint, sample: CallSample, { part, path }: TextField, text: string): Attack {
  const [method = "GET"] = endpoint.route.split(" ");
  // one filter at a time: together they find nothing
  const parts = { ...sample, query: {} };
  const attacked = { ...parts, [part]: withText(parts[part], path, part === "body" ? text : forAddress(text)) };
  return { method, url: addressOf(endpoint.route, attacked), body: attacked.body };
}

/**
 * The same shape at each length that is treated otherwise: what the field allows, and all of it. Fields with a limit
 * refuse the rest alike, so that outside `npm run soak` each tenth of them gets it.
 */
function* attacksOn(endpoint: Endpoint): Generator<[name: string, attack: Attack]> {
  const sample = sampleOf(endpoint);
  for (const field of sample.fields) {
    const n = fieldsSeen++;
    for (const [shape, text] of shapesFor(n)) {
      const name = `${field.part} ${field.path.join(".")}: ${shape}`;
      const isLimited = field.maxLength !== undefined && field.maxLength < text.length;
      if (!isLimited || n % repeats(10, 1) === 0) yield [name, attackAt(endpoint, sample, field, text)];
      if (isLimited) yield [`${name}, cut`, attackAt(endpoint, sample, field, cut(text, field.maxLength))];
    }
  }
}

const cut = (text: string, length: number | undefined) => text.slice(0, length).toWellFormed();

const hostileHeaders = [
  ...["user-agent", "accept", "accept-language", "accept-encoding", "if-none-match", "if-modified-since", "cookie"],
  ...["authorization", "content-type", "origin", "referer", "range", "x-forwarded-for", "x-request-id", "traceparent"],
];

function* headerAttacks(attack: Attack): Generator<[name: string, attack: Attack]> {
  for (const header of hostileHeaders) {
    for (const [shape, text] of shapesFor(fieldsSeen++)) {
      for (const start of headerStarts[header] ?? [""]) {
        yield [`${header}: ${start}${shape}`, { ...attack, headers: { [header]: start + forHeader(text) } }];
      }
    }
  }
}

/** What a header begins with, where the rest is otherwise not looked at. */
const headerStarts: Record<string, string[]> = {
  authorization: ["", "Bearer "],
  cookie: ["", "a="],
  "content-type": ["", "application/json; charset="],
};

test.each(endpoints.map((endpoint) => [endpoint.route, endpoint] as const))(
  "%s: no text blocks the event loop",
  async (_, endpoint) => {
    expect(await slowOf(attacksOn(endpoint))).toEqual({});
  },
);

// calls share the code that reads headers: a sixth of them, by the number of shapes, reaches all of it
const forHeaders = endpoints.filter((_, index) => index % repeats(6, 1) === 0);

test.each(forHeaders.map((endpoint, index) => [endpoint.route, endpoint, index] as const))(
  "%s: no headers block the event loop",
  async (route, endpoint, index) => {
    const sample = sampleOf(endpoint);
    const attack = { method: route.split(" ")[0]!, url: addressOf(route, { ...sample, query: {} }), body: sample.body };
    const names = hostileHeaders.filter((name) => name !== "authorization" && name !== "content-type");
    const all = shapesFor(index).map(([shape, text]): [string, Attack] => {
      return [shape, { ...attack, headers: Object.fromEntries(names.map((name) => [name, forHeader(text)])) }];
    });
    expect(await slowOf(all)).toEqual({});
  },
);

const representatives: Attack[] = [
  { method: "GET", url: "/api/games" },
  { method: "GET", url: "/api/wishlist" },
  { method: "POST", url: "/api/games/batch", body: { ids: [1] } },
  { method: "GET", url: "/api/auth/google" },
  { method: "GET", url: "/api/auth/steam/callback" },
  { method: "GET", url: "/api/nothing" },
  { method: "GET", url: "/images/games/1/landscape" },
  { method: "GET", url: "/robots.txt" },
  ...(built ? [{ method: "GET", url: "/games" }] : []),
];

test.each(representatives.map((attack) => [`${attack.method} ${attack.url}`, attack] as const))(
  "%s: no header blocks the event loop",
  async (_, attack) => {
    expect(await slowOf(headerAttacks(attack))).toEqual({});
  },
);

const addresses = [
  ...[
    "/api/",
    "/api/nothing?a=",
    "/api/docs/",
    "/api/auth/google/callback?state=1&code=",
    "/images/games/",
    "/sitemap-",
  ],
  ...["/api/auth/steam/callback?openid.mode=id_res&openid.sig=", "/api/auth/steam/callback?openid.response_nonce="],
  ...["/api/auth/steam/callback?state=", "/images/games/1/", "/images/games/1/landscape?w=", "/alerts/stop?token="],
  ...(built
    ? ["/", "/games/", "/games?search=", "/games?page=", "/free?sort=", "/login?origin=", "/auth/callback?"]
    : []),
];

const forms: [path: string, fields: string[]][] = [
  ["/contact", ["name", "email", "subject", "message"]],
  ["/forgot-password", ["email"]],
  ["/login", ["email"]],
  ["/register", ["username", "email", "birthday", "agree"]],
];

test.skipIf(!built).each(forms)("a form posted to %s blocks the event loop with no text", async (url, fields) => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const attacks = fields.flatMap((field) =>
    shapesFor(fieldsSeen++).map(([shape, text]): [string, Attack] => {
      const body = new URLSearchParams({ ...Object.fromEntries(fields.map((name) => [name, "a"])), [field]: text });
      return [`${field}: ${shape}`, { method: "POST", url, headers, body: body.toString() }];
    }),
  );
  expect(await slowOf(attacks)).toEqual({});
});

test("what blocks the event loop is noticed", async () => {
  const { ms } = await maxBlock(async () => {
    await null;
    const start = process.threadCpuUsage().user;
    while (process.threadCpuUsage().user - start < 60_000);
  });
  expect(ms).toBeGreaterThan(maxBlockMs);
});

test.each(addresses)("%s…: no address blocks the event loop", async (start) => {
  const attacks = shapesFor(fieldsSeen++).flatMap(([shape, text]): [string, Attack][] => [
    [shape, { method: "GET", url: start + forAddress(text) }],
    [`${shape}, too long`, { method: "GET", url: start + encodeURIComponent(text) }],
    [`${shape}, not encoded`, { method: "GET", url: start + forHeader(text).replaceAll(/[\s#]/g, "").slice(0, 7_000) }],
  ]);
  expect(await slowOf(attacks)).toEqual({});
});

test("the attacks do not only knock at the door", () => {
  expect(statuses[200]).toBeGreaterThan(repeats(150, 2_000));
});
