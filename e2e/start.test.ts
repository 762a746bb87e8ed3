import { once } from "node:events";
import { rm } from "node:fs/promises";
import { request } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "../server/src/test/servers/free-port.ts";
import { runServer, type SiteProcess, startSiteProcess, temporaryFolder } from "./site-process.ts";

const dataDir = await temporaryFolder();
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function start(): Promise<SiteProcess> {
  const site = await startSiteProcess({ DATA_DIR: dataDir });
  onTestFinished(async () => void (await site.stop()));
  return site;
}

async function emptyFolder(): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe("a started site", () => {
  let site: SiteProcess;
  beforeAll(async () => {
    site = await startSiteProcess({ DATA_DIR: dataDir });
  });
  afterAll(async () => void (await site.stop()));

  test("reports that it is healthy", async () => {
    const response = await fetch(`${site.url}/api/health`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ status: "ok", database: "ok" });
  });

  test("fills an empty database with the sample catalogue", async () => {
    const response = await fetch(`${site.url}/api/games`);
    expect((await response.json()).totalGames).toBeGreaterThan(30);
  });
});

describe("a site that stops", () => {
  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("%s ends it with code 0 within 10 seconds", async (signal) => {
    const site = await start();
    const begin = performance.now();
    site.process.kill(signal);
    // Twice, as from a terminal and from a start script.
    site.process.kill(signal);
    await once(site.process, "exit");
    expect(site.process.exitCode).toBe(0);
    expect(performance.now() - begin).toBeLessThan(10_000);
  });

  test("finishes requests in flight", async () => {
    const site = await start();
    const begin = performance.now();
    const body = JSON.stringify({ gameIds: [1] });
    const headers = { "content-type": "application/json", "content-length": body.length };
    const call = request(`${site.url}/api/games/batch`, { method: "POST", headers });
    call.write(body.slice(0, 5));
    await new Promise((resolve) => setTimeout(resolve, 300));
    site.process.kill("SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, 700));
    call.end(body.slice(5));
    const [response] = await once(call, "response");
    expect(response.statusCode).toBe(200);
    response.resume();
    await once(site.process, "exit");
    expect(site.process.exitCode).toBe(0);
    // It does not wait for the client to close the connection.
    expect(performance.now() - begin).toBeLessThan(5_000);
  });
});

describe("a failed start prints one line and exits with code 1", () => {
  test("a port in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    const ended = await runServer({ PORT: String(port), DATA_DIR: await emptyFolder() });
    other.close();
    expect(ended.stderr).toMatch(new RegExp(`^Port ${port} of 127.0.0.1 is in use[^\\n]*\\n$`));
    expect(ended.code).toBe(1);
  });

  test("a data folder that is not writable", async () => {
    const notAFolder = join(import.meta.dirname, "site.ts", "data");
    const ended = await runServer({ PORT: String(await freePort()), DATA_DIR: notAFolder });
    expect(ended.stderr).toMatch(/^The data folder [^\n]* is not writable[^\n]*\n$/);
    expect(ended.code).toBe(1);
  });

  test("a bad variable", async () => {
    const ended = await runServer({ PORT: "http" });
    expect(ended.stderr).toMatch(/^PORT must [^\n]*\n$/);
    expect(ended.code).toBe(1);
  });

  test("an unreachable database", async () => {
    const ended = await runServer({ DATABASE_URL: `postgresql://nobody@127.0.0.1:${await freePort()}/none` });
    expect(ended.stderr).toMatch(/^The database at DATABASE_URL cannot be reached: [^\n]*\n$/);
    expect(ended.code).toBe(1);
  });
});
