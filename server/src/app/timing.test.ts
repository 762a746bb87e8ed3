import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { Worker } from "node:worker_threads";
import { describe, expect, test } from "vitest";
import { startTestApp } from "../test/app.ts";
import { built } from "../test/built-website.ts";
import { addCatalogue } from "../test/catalogue.ts";
import { createTestDatabase } from "../test/database.ts";
import { repeats } from "../test/processes/soak.ts";
import { signInUser } from "../test/users.ts";

/** How many requests one address sends of each kind, and the part of the usual limits that it meets. */
const flood = repeats(30, 1_000);
const scale = String(repeats(0.025, 1));

const database = await createTestDatabase();
const { db } = database;
const link = "https://gog.example/1";
const ids = await addCatalogue(
  db,
  Array.from({ length: repeats(35, 1_000) }, (_, n) => ({
    title: `Word${n} game`,
    offers: { gog: { priceMinor: 100 + n, link } },
  })),
);
const app = await startTestApp(database, { env: { RATE_LIMIT_SCALE: scale }, alone: true });
await app.listen({ host: "127.0.0.1", port: 0 });
const { port } = app.server.address() as AddressInfo;
const ann = await signInUser(db, "Ann");
const bob = await signInUser(db, "Bob");

interface Sent {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

const post = (path: string, body: object): Sent => ({
  method: "POST",
  path,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

const token = (n: number) => String(n).padStart(43, "x");

/** The nth request of each kind that anyone can send. */
const kinds: Record<string, (n: number) => Sent> = {
  "lists of the API": (n) => ({ path: `/api/games?max_price=${n}` }),
  searches: (n) => ({ path: `/api/games?search=word${n}` }),
  games: (n) => ({ path: `/api/games/${ids[n % ids.length]}` }),
  suggestions: (n) => ({ path: `/api/games/suggest?q=word${n}` }),
  deals: (n) => ({ path: `/api/deals?section=best&max_price=${n}` }),
  feeds: (n) => ({ path: `/feeds/games.json?search=word${n}` }),
  "feeds of lists": (n) => ({ path: `/feeds/lists/${token(n)}.rss` }),
  covers: (n) => ({ path: `/images/games/${ids[n % ids.length]}/portrait` }),
  "drawn pictures": (n) => ({ path: `/images/games/${ids[n % ids.length]}/social` }),
  "pictures of lists": (n) => ({ path: `/images/lists/${token(n)}/social` }),
  "uploaded pictures": (n) => ({ path: `/images/uploads/${String(n).padStart(32, "0")}.webp` }),
  "links to stores": (n) => ({ path: `/go/${ids[n % ids.length]}/gog` }),
  "games that are gone": (n) => ({ path: `/go/${900_000 + n}/gog` }),
  streams: () => ({ path: "/api/inbox/events", headers: ann.headers }),
  "streams without a sign-in": () => ({ path: "/api/inbox/events" }),
  "sign-ins": (n) => post("/api/auth/login", { email: `nobody${n}@example.com`, password: "correct horse" }),
  registrations: (n) =>
    post("/api/auth/register", { username: `flood${n}`, email: `flood${n}@example.com`, password: "horse battery 9" }),
  resets: (n) => post("/api/auth/reset-password", { email: `nobody${n}@example.com` }),
  messages: (n) =>
    post("/api/contact/submit", { name: "Ann", email: "a@example.com", subject: `${n}`, message: "Hello there." }),
  "links of lists": (n) => ({ path: `/api/shared/${token(n)}` }),
  "links that stop mail": (n) => ({ method: "POST", path: `/alerts/stop?token=${n}` }),
  ...(built && {
    pages: (n) => ({ path: `/games?search=word${n}` }),
    "pages of games": (n) => ({ path: `/games/${ids[n % ids.length]}` }),
    "pages of lists": (n) => ({ path: `/shared/${token(n)}` }),
    "pages that do not exist": (n) => ({ path: `/nothing-${n}` }),
  }),
};

/** Sends requests from an address, some at a time, in a thread of its own: it must not delay what is measured. */
const sender = `
  const { workerData: { port, address, all }, parentPort } = require("node:worker_threads");
  const { Agent, request } = require("node:http");
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const statuses = {};
  const send = ({ method, path, headers, body }) => new Promise((resolve) => {
    const outgoing = request({ port, host: "127.0.0.1", localAddress: address, agent, method, path, headers });
    const done = (status) => { statuses[status] = (statuses[status] ?? 0) + 1; resolve(); };
    outgoing.on("error", (error) => done(error.code));
    outgoing.on("response", (response) => {
      const isStream = (response.headers["content-type"] ?? "").startsWith("text/event-stream");
      if (isStream) return done(response.statusCode);
      response.resume().on("end", () => done(response.statusCode));
    });
    outgoing.end(body);
  });
  const next = async () => { for (let one = all.shift(); one; one = all.shift()) await send(one); };
  Promise.all(Array.from({ length: 8 }, next)).then(() => { parentPort.postMessage(statuses); process.exit(); });
`;

function sendAll(address: string, all: Sent[]): Promise<Record<string, number>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(sender, { eval: true, workerData: { port, address, all } });
    worker.on("message", resolve).on("error", reject);
  });
}

/** The milliseconds of a request of another visitor, each from an address of its own. */
let visitors = 0;
function visit({ path, headers = {} }: Sent): Promise<{ status: number; ms: number }> {
  visitors += 1;
  const localAddress = `127.2.${Math.floor(visitors / 250) % 250}.${(visitors % 250) + 1}`;
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request({ port, host: "127.0.0.1", localAddress, path, headers, agent: false });
    outgoing.on("error", reject).on("response", (response) => {
      response.resume().on("end", () => resolve({ status: response.statusCode ?? 0, ms: performance.now() - start }));
    });
    outgoing.end();
  });
}

/** What others do meanwhile: cached and uncached reads, and a call of a signed-in user. */
const visits: Sent[] = [
  { path: "/api/games" },
  { path: `/api/games/${ids[0]}` },
  { path: "/feeds/free.rss" },
  { path: "/api/wishlist", headers: bob.headers },
];

async function p99While(isOver: () => boolean, atLeast: number): Promise<number> {
  const times: number[] = [];
  while (times.length < atLeast || !isOver()) {
    const { status, ms } = await visit(visits[times.length % visits.length]!);
    // the one account has its own limit
    if (status !== 200 && status !== 429) throw new Error(`A visitor got ${status}`);
    times.push(ms);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
}

describe("one address sends many requests", () => {
  test.each(Object.entries(kinds))("for %s: it is limited, and others hardly notice", async (name, nth) => {
    const address = `127.0.1.${Object.keys(kinds).indexOf(name) + 1}`;
    const idle = process.env.SOAK ? await p99While(() => true, 400) : 0;
    let isOver = false;
    const flooding = sendAll(
      address,
      Array.from({ length: flood }, (_, n) => nth(n)),
    ).finally(() => {
      isOver = true;
    });
    // without a look at the times, a visit of each kind is enough
    const busy = await (process.env.SOAK ? p99While(() => isOver, 1) : p99While(() => true, visits.length));
    const statuses = await flooding;
    expect(statuses[429], JSON.stringify(statuses)).toBeGreaterThan(flood / 10);
    expect(Object.keys(statuses).filter((status) => !(Number(status) < 500))).toEqual([]);
    if (!process.env.SOAK) return;
    console.info(`${name}: p99 of others ${idle.toFixed(1)} ms idle, ${busy.toFixed(1)} ms meanwhile`, statuses);
    // below the time for which any call may keep the event loop, twice is noise
    expect(busy).toBeLessThan(Math.max(2 * idle, 50));
  });
});
