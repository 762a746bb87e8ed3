// How nginx handles web processes that fail, refuse, or lack a file.
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { prepareNginx } from "../e2e/cluster/nginx.ts";
import { findPort } from "../e2e/cluster/ports.ts";
import { findProgram } from "../e2e/cluster/programs.ts";
import { type SupervisedProcess, startSupervised } from "../e2e/cluster/supervised-process.ts";

const nginx = findProgram("nginx");
if (!nginx) console.warn("Skipped the nginx configuration: nginx is not installed");

/** Requests per check, so that both processes get some. */
const times = 8;

describe.skipIf(!nginx).each(["", "/games"])("nginx in front of a site at %j", (basePath) => {
  let proxy: SupervisedProcess;
  /** Of the site behind it. */
  let address: string;
  let folder: string;
  /** Requests to both processes. */
  let requests: { process: string; line: string; headers: IncomingMessage["headers"] }[] = [];
  const processes = ["good", "bad"].map((name) => ({
    name,
    server: createServer((request, response) => behave(name, request, response)),
  }));

  function behave(process: string, request: IncomingMessage, response: ServerResponse) {
    requests.push({ process, line: `${request.method} ${request.url}`, headers: request.headers });
    const path = request.url!.split("/").at(-1);
    response.setHeader("cache-control", "no-store");
    if (path === "events") return void response.setHeader("x-accel-buffering", "no").write("data: 1\n\n");
    if (process === "good" && path !== "refused-by-all") return void response.end("done");
    if (path === "dies") return void request.socket.destroy();
    response.writeHead(path === "unknown" ? 404 : 503, { "retry-after": "5" }).end("{}");
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lootwise-proxy-"));
    const webPorts = [];
    for (const { server } of processes) {
      const port = await findPort();
      await once(server.listen(port, "127.0.0.1"), "listening");
      webPorts.push(port);
    }
    const port = await findPort();
    const origin = `http://127.0.0.1:${port}`;
    address = origin + basePath;
    proxy = await startSupervised({
      name: "nginx",
      address: origin,
      command: await prepareNginx({ nginx: nginx!, folder, port, webPorts, basePath }),
      stopSignal: "SIGQUIT",
      isReady: () =>
        fetch(origin).then(
          () => true,
          () => false,
        ),
      log: () => {},
    });
  });

  beforeEach(() => {
    requests = [];
  });

  afterAll(async () => {
    await proxy?.stop(2_000);
    for (const { server } of processes) {
      server.close();
      server.closeAllConnections();
    }
    await rm(folder, { recursive: true, force: true });
  });

  /** The distinct statuses of the responses. */
  async function statusesOf(method: string, path: string): Promise<number[]> {
    const statuses = new Set<number>();
    for (let time = 0; time < times; time += 1) statuses.add((await fetch(address + path, { method })).status);
    return [...statuses].sort();
  }

  const countOf = (name: string) => requests.filter(({ process }) => process === name).length;

  test.each(["/refused", "/dies", "/assets/refused", "/assets/unknown"])(
    "%s is retried on the next process",
    async (path) => {
      expect(await statusesOf("GET", path)).toEqual([200]);
      expect(countOf("bad")).toBeGreaterThan(0);
    },
  );

  test("a 404 is not retried, except for assets", async () => {
    expect(await statusesOf("GET", "/unknown")).toEqual([200, 404]);
  });

  test.each([
    { path: "/refused", statuses: [200, 503] },
    { path: "/dies", statuses: [200, 502] },
  ])("a POST to $path is not retried", async ({ path, statuses }) => {
    expect(await statusesOf("POST", path)).toEqual(statuses);
    expect(requests).toHaveLength(times);
  });

  test("if all processes return 503, it is passed on with retry-after, and all stay in use", async () => {
    for (let time = 0; time < times; time += 1) {
      const response = await fetch(`${address}/refused-by-all`);
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    }
    expect([countOf("good"), countOf("bad")]).toEqual([times, times]);
    expect(await statusesOf("GET", "/fine")).toEqual([200]);
  });

  test("events arrive one by one, at the path that the client names", async () => {
    const stop = new AbortController();
    const response = await fetch(`${address}/api/events`, { signal: stop.signal });
    const { value } = await response.body!.getReader().read();
    stop.abort();
    expect(Buffer.from(value!).toString()).toBe("data: 1\n\n");
    expect(requests.map(({ line }) => line)).toEqual([`GET ${basePath}/api/events`]);
  });

  test.runIf(basePath)("what is beside the base path is not passed on", async () => {
    for (const path of ["/api/fine", "/", `${basePath}-2/fine`]) await fetch(new URL(path, address));
    expect(requests).toEqual([]);
  });

  test("the client address is appended, and other forwarding headers of clients are dropped", async () => {
    const headers = {
      "x-forwarded-for": "6.6.6.6",
      "x-forwarded-host": "evil.example",
      "x-request-id": "pretended-id",
    };
    await fetch(`${address}/fine`, { headers });
    expect(requests[0]?.headers).toMatchObject({
      "x-forwarded-for": "6.6.6.6, 127.0.0.1",
      "x-forwarded-proto": "http",
    });
    expect([requests[0]?.headers["x-forwarded-host"], requests[0]?.headers["x-request-id"]]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test("uncached searches of an address are limited apart from its other requests", async () => {
    const searches = Array.from({ length: 200 }, (_, index) => fetch(`${address}/fine?search=${index}`));
    const limited = (await Promise.all(searches)).filter(({ status }) => status === 429);
    expect(limited.length).toBeGreaterThan(0);
    expect(200 - limited.length).toBeGreaterThanOrEqual(180);
    expect(new Set(requests.map(({ line }) => line)).size).toBe(200 - limited.length);
    expect(limited[0]?.headers.get("retry-after")).toBe("10");
    expect(await limited[0]?.text()).toBe("Rate limited. Please try again later.\n");
    expect(await statusesOf("GET", "/fine")).toEqual([200]);
    expect(await statusesOf("GET", "/api/fine?search=a")).toEqual([200]);
  });

  test("API calls of an address are limited", async () => {
    const calls = Array.from({ length: 700 }, () => fetch(`${address}/api/fine`));
    const limited = (await Promise.all(calls)).filter(({ status }) => status === 429);
    expect(limited.length).toBeGreaterThan(0);
    expect(700 - limited.length).toBeGreaterThanOrEqual(590);
    expect(await limited[0]?.json()).toMatchObject({ code: "rate_limited" });
    expect(await statusesOf("GET", "/images/fine")).toEqual([200]);
  });

  test.each([
    { what: "feeds", path: "/feeds/fine", atLeast: 180 },
    { what: "links to stores", path: "/go/fine", atLeast: 300 },
  ])("$what of an address are limited apart from its other requests", async ({ path, atLeast }) => {
    const count = atLeast + 50;
    const sent = Array.from({ length: count }, () => fetch(address + path));
    const limited = (await Promise.all(sent)).filter(({ status }) => status === 429);
    expect(limited.length).toBeGreaterThan(0);
    expect(count - limited.length).toBeGreaterThanOrEqual(atLeast);
    expect(await statusesOf("GET", "/fine")).toEqual([200]);
  });

  test("bodies over 2 MB are rejected, pictures over 8 MB", async () => {
    const send = async (bytes: number, path = "/fine") =>
      (await fetch(address + path, { method: "PUT", body: Buffer.alloc(bytes) })).status;
    expect(await send(2 * 1024 * 1024)).toBe(200);
    expect(await send(2 * 1024 * 1024 + 1)).toBe(413);
    const boxArt = "/api/admin/catalogue/games/1/boxart";
    expect(await send(8 * 1024 * 1024, boxArt)).toBe(200);
    expect(await send(8 * 1024 * 1024 + 1, boxArt)).toBe(413);
  });
});
