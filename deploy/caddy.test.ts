import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findPort } from "../e2e/cluster/ports.ts";
import { findProgram } from "../e2e/cluster/programs.ts";
import { type SupervisedProcess, startSupervised } from "../e2e/cluster/supervised-process.ts";

const caddy = findProgram("caddy");
if (!caddy) console.warn("Skipped the configuration of Caddy: caddy is not installed");

describe.skipIf(!caddy)("Caddy in front of a site at /games", () => {
  let proxy: SupervisedProcess;
  let folder: string;
  let requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    response.setHeader("cache-control", "no-store");
    if (request.url!.endsWith("/events")) {
      response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n");
    } else response.end("done");
  });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lootwise-caddy-"));
    const [sitePort, port] = [await findPort(), await findPort()];
    await once(server.listen(sitePort, "127.0.0.1"), "listening");
    const address = `http://127.0.0.1:${port}`;
    proxy = await startSupervised({
      name: "caddy",
      address,
      command: [caddy!, "run", "--config", fileURLToPath(new URL("Caddyfile", import.meta.url))],
      env: {
        ...process.env,
        ...{ ADDRESS: address, BASE_PATH: "/games", SITE: `127.0.0.1:${sitePort}` },
        ...{
          HOME: folder,
          XDG_DATA_HOME: folder,
          XDG_CONFIG_HOME: folder,
          CADDY_ADMIN: `unix/${join(folder, "admin")}`,
        },
      },
      stopSignal: "SIGTERM",
      isReady: () =>
        fetch(address).then(
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
    server.close();
    server.closeAllConnections();
    await rm(folder, { recursive: true, force: true });
  });

  test("the path is passed on, with the client's address", async () => {
    const headers = { "x-forwarded-for": "6.6.6.6", "x-request-id": "pretended-id" };
    expect(await (await fetch(`${proxy.address}/games/deals?a=1`, { headers })).text()).toBe("done");
    expect(requests[0]?.url).toBe("/games/deals?a=1");
    expect(requests[0]?.headers["x-forwarded-for"]).toMatch(/127\.0\.0\.1$/);
    expect(requests[0]?.headers["x-request-id"]).toBeUndefined();
  });

  test("what is beside the path is not passed on, and the path itself leads into it", async () => {
    for (const path of ["/", "/api/site", "/games-2/"]) await fetch(proxy.address + path);
    expect(requests).toEqual([]);
    const { status, headers } = await fetch(`${proxy.address}/games`, { redirect: "manual" });
    expect([status, headers.get("location")]).toEqual([308, "/games/"]);
  });

  test("events arrive one by one", async () => {
    const stop = new AbortController();
    const response = await fetch(`${proxy.address}/games/api/events`, { signal: stop.signal });
    const { value } = await response.body!.getReader().read();
    stop.abort();
    expect(Buffer.from(value!).toString()).toBe("data: 1\n\n");
  });
});
