import { Agent, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { endpoints } from "contract/api.ts";
import fc from "fast-check";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { games } from "../../../features/games/table.ts";
import { startTestApp } from "../../../test/app.ts";
import { built } from "../../../test/built-website.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { attacksOn, type HostileRequest, requestsElsewhere, requestsTo } from "../../../test/hostile/hostile.ts";
import { maxBlock } from "../../../test/hostile/longest-block.ts";
import { repeats } from "../../../test/processes/soak.ts";
import { signInAdmin, signInUser, type TestUser } from "../../../test/users.ts";

/** How many requests are thrown at the site. */
const requests = repeats(50, 100_000);

const database = await createTestDatabase();
await database.db
  .insert(games)
  .values(
    ["Portal", "Half-Life", "Thief"].map((title) => ({ title, titleFolded: title.toLowerCase(), titleKey: title })),
  );
const problems: string[] = [];
const log = pino({ level: "error" }, { write: (line: string) => problems.push(line) });
// nobody answers there: pictures are drawn covers, and signing in elsewhere fails
const nowhere = "http://127.0.0.1:9";
const env = { STEAM_IMAGE_URL: nowhere, STEAM_OPENID_URL: `${nowhere}/openid/login`, RATE_LIMIT_SCALE: "1000000" };
const app = await startTestApp(database, { env, log });
await app.listen({ host: "127.0.0.1", port: 0 });
const { port } = app.server.address() as AddressInfo;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterAll(() => agent.destroy());

/** The site has no Google to lead to, and says so. */
const mayBeUnavailable = "POST /api/auth/link/{provider}";

/** What no answer tells: a stack, a statement, a path of the server, PostgreSQL's words. */
const secrets =
  /\bat .+\.[jt]s:\d|node_modules|\/server\/src\/|DrizzleQuery|Failed query|violates|duplicate key|syntax error at/;

interface Response {
  status: number;
  type: string;
  body: string;
}

/**
 * How a client sees that it was refused before it was done: the connection ends while it still sends, or headers that
 * are too large are answered by somebody who has not read that the method was HEAD.
 */
const refusals = ["EPIPE", "ECONNRESET", "HPE_CLOSED_CONNECTION"];

function send({ method, path, headers, body, caller }: HostileRequest, callers: Callers): Promise<Response> {
  const sent = { ...(caller !== "nobody" && callers[caller].headers), ...headers };
  return new Promise((resolve, reject) => {
    const outgoing = request({ port, host: "127.0.0.1", agent, method, path, headers: sent }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        text += chunk;
      });
      // a compressed body is not looked into
      const type = response.headers["content-encoding"] ? "" : (response.headers["content-type"] ?? "");
      const done = () => resolve({ status: response.statusCode ?? 0, type, body: text });
      response.on("error", reject);
      response.on("end", done);
      // events would never end
      if (type.startsWith("text/event-stream")) response.destroy().once("close", done);
    });
    outgoing.on("error", (error: NodeJS.ErrnoException) =>
      refusals.includes(error.code ?? "") ? resolve({ status: 400, type: "", body: "" }) : reject(error),
    );
    outgoing.end(body ?? undefined);
  });
}

type Callers = Record<"admin" | "member", TestUser>;

let signIns = 0;

/** What is thrown may sign callers out or delete their accounts: then come others. */
async function newCallers(): Promise<Callers> {
  signIns += 1;
  return {
    admin: await signInAdmin(database.db, `hostile_admin_${signIns}`, "everything"),
    member: await signInUser(database.db, `hostile_member_${signIns}`),
  };
}

/** Everything that is wrong with an answer. */
function faultsOf({ route, method, path }: HostileRequest, { status, type, body }: Response): string[] {
  const faults: string[] = [];
  if (status >= 500 && !(status === 503 && route === mayBeUnavailable)) faults.push(`status ${status}`);
  if (secrets.test(body)) faults.push("tells a secret");
  const isCall = path.startsWith("/api/") && method !== "HEAD" && type !== "";
  if (isCall && status >= 400) {
    const { error, code } = type.startsWith("application/json") ? JSON.parse(body) : {};
    if (typeof error !== "string" || typeof code !== "string") faults.push(`not the form of an error: ${type} ${body}`);
  }
  return faults;
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Bytes that are in use. */
function memoryInUse(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

if (!built) console.warn("Left hostile addresses of pages out: the website is not built");

test("hostile input gets one of our own errors, which reveals nothing, and changes nothing", {
  timeout: 60_000 + requests * 60,
}, async () => {
  let callers = await newCallers();
  let sent = 0;
  let early = 0;
  const statuses: Record<number, number> = {};
  const perCall = endpoints.map((endpoint) => ({ weight: 1, arbitrary: requestsTo(endpoint) }));
  const elsewhere = { weight: 6, arbitrary: requestsElsewhere };
  const hostile = fc.asyncProperty(fc.oneof(...perCall, ...(built ? [elsewhere] : [])), async (thrown) => {
    const result = await send(thrown, callers);
    expect(faultsOf(thrown, result), problems.join("\n")).toEqual([]);
    statuses[result.status] = (statuses[result.status] ?? 0) + 1;
    if (result.status === 401 && thrown.caller !== "nobody") callers = await newCallers();
    sent += 1;
    if (sent === Math.ceil(requests / 5)) early = memoryInUse();
  });
  // what fails is told as it came: making it smaller would send thousands more
  await fc.assert(hostile, { numRuns: requests, endOnFailure: true });
  expect(problems).toEqual([]);
  // the throwing did not only knock at the door; of few requests none may succeed
  const turnedAway = [401, 403, 404, 405].reduce((sum, status) => sum + (statuses[status] ?? 0), 0);
  expect(sent - turnedAway).toBeGreaterThan(requests / 5);
  expect((await app.inject("/api/health")).statusCode).toBe(200);
  if (process.env.SOAK) {
    expect(statuses[200]).toBeGreaterThan(requests / 50);
    const late = memoryInUse();
    console.info({ sent, statuses, earlyMiB: early / 2 ** 20, lateMiB: late / 2 ** 20 });
    expect(late - early).toBeLessThan(64 * 2 ** 20);
  }
});

/** Calls that end what the others need come last. */
const lateCalls = /^\w+ \/api\/admin\/(config|roles|dashboard\/users|stores|markets)|auth\/(account|logout)/;
const inWalkOrder = [...endpoints].sort((a, b) => Number(lateCalls.test(a.route)) - Number(lateCalls.test(b.route)));

/** The same for each caller and in each run. */
const seed = 20_261_126;

function samplesOf(arbitrary: fc.Arbitrary<HostileRequest>, count: number, offset: number): HostileRequest[] {
  return fc.sample(arbitrary, { numRuns: count, seed: seed + offset });
}

/**
 * Requests to every call: each parameter and field hostile in turn, and random ones, by every kind of caller. In every
 * run each second field, and two of three callers.
 */
function walkOf(endpoint: (typeof endpoints)[number], index: number): HostileRequest[] {
  const attacks = [...attacksOn(endpoint).entries()].filter(([n]) => repeats((n + index) % 2, 0) === 0);
  const single = attacks.flatMap(([n, attack]) => samplesOf(attack, repeats(1, 4), 1_000 * index + n));
  const random = samplesOf(requestsTo(endpoint), repeats(index % 2, 10), index);
  const callers = (["member", "nobody"] as const).filter((_, n) => n === index % 2 || repeats(0, 1) === 1);
  const others = callers.flatMap((caller) =>
    [...single.slice(-1), ...random].map((request) => ({ ...request, caller })),
  );
  return [...single, ...random.map((request) => ({ ...request, caller: "admin" as const })), ...others];
}

test("a walk over all calls, pages, feeds, pictures and links with hostile values finds no failure", {
  timeout: repeats(300_000, 3_600_000),
}, async () => {
  let callers = await newCallers();
  const faults: string[] = [];
  const slow: Record<string, number> = {};
  const counts: Record<number, number> = {};
  let sent = 0;
  const elsewhere = built ? samplesOf(requestsElsewhere, repeats(60, 2_500), 0) : [];
  for (const request of [...inWalkOrder.flatMap(walkOf), ...elsewhere]) {
    const work = () => send(request, callers);
    // watching the event loop keeps a core busy
    const { result, ms } = process.env.SOAK ? await maxBlock(work) : { result: await work(), ms: 0 };
    sent += 1;
    counts[result.status] = (counts[result.status] ?? 0) + 1;
    const name = `${request.caller} ${request.method} ${request.path.slice(0, 300)} ${request.body?.subarray(0, 500)}`;
    faults.push(...faultsOf(request, result).map((fault) => `${fault}: ${name}`));
    if (ms > maxBlockMs) slow[name] = Math.min(await blockOf(request, callers), ms);
    if (result.status === 401 && request.caller !== "nobody") callers = await newCallers();
  }
  expect(faults).toEqual([]);
  expect(problems).toEqual([]);
  expect(counts[200]).toBeGreaterThan(sent / 20);
  expect(sent).toBeGreaterThan(repeats(700, 10_000));
  expect(Object.entries(slow).filter(([, ms]) => ms > maxBlockMs)).toEqual([]);
  console.info({ sent, counts });
});

/** For how long no request may keep the event loop from everything else, in milliseconds. */
const maxBlockMs = 50;

/** The best of a few tries, since garbage is collected in between. */
async function blockOf(request: HostileRequest, callers: Callers): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3; attempt++)
    best = Math.min(best, (await maxBlock(() => send(request, callers))).ms);
  return best;
}

test.each<[string, string, object, string]>([
  ["permissions of a role", "POST /api/admin/dashboard/roles", { permissions: 20_000 }, "permissions.0"],
  ["imported games", "POST /api/library/import", { source: "file", items: 100_000 }, "items.0.gameId"],
  ["the order of a wishlist", "PUT /api/wishlist/reorder", { items: 90_000 }, "items.0"],
  ["texts", "POST /api/admin/content/strings/import", { strings: 200_000 }, "strings.0"],
  ["games", "POST /api/games/batch", { gameIds: 40_000 }, "gameIds.0"],
])(
  "a long list of wrong %s is refused with the first one, and blocks no other request",
  async (_, route, lists, at) => {
    const [method, path] = route.split(" ") as [string, string];
    const filled = Object.entries(lists).map(([name, value]) => [
      name,
      typeof value === "number" ? wrong(value) : value,
    ]);
    const body = Buffer.from(JSON.stringify({ name: "x", ...Object.fromEntries(filled) }));
    const headers = { "content-type": "application/json" };
    const request: HostileRequest = { route, method, path, headers, body, caller: "admin" };
    const callers = await newCallers();
    const { status, body: text } = await send(request, callers);
    expect([status, text.length < 20_000]).toEqual([400, true]);
    expect(
      JSON.parse(text)
        .details.map(({ path }: { path: string }) => path)
        .join(" "),
    ).toContain(at);
    expect(await blockOf(request, callers)).toBeLessThan(maxBlockMs);
  },
);

const wrong = (count: number) => Array.from({ length: count }, () => ({}));
