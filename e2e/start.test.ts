import { once } from "node:events";
import { rm } from "node:fs/promises";
import { request } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "../server/src/test/free-port.ts";
import { runServer, type SiteProcess, startSiteProcess, temporaryFolder } from "./site-process.ts";

/** Empty at first, then with what the first start leaves there. */
const dataDir = await temporaryFolder();
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** A site of the test's own. */
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

  test("says that it is healthy", async () => {
    const answer = await fetch(`${site.url}/api/health`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ status: "ok", database: "ok" });
  });

  test("fills its empty database with the sample", async () => {
    const answer = await fetch(`${site.url}/api/games`);
    expect((await answer.json()).totalGames).toBeGreaterThan(30);
  });
});

describe("told to stop", () => {
  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("by %s it ends with code 0 within 10 seconds", async (signal) => {
    const site = await start();
    const begin = performance.now();
    site.process.kill(signal);
    // As a terminal and a start script do, one after the other.
    site.process.kill(signal);
    await once(site.process, "exit");
    expect(site.process.exitCode).toBe(0);
    expect(performance.now() - begin).toBeLessThan(10_000);
  });

  test("it finishes a request in flight", async () => {
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
    const [answer] = await once(call, "response");
    expect(answer.statusCode).toBe(200);
    answer.resume();
    await once(site.process, "exit");
    expect(site.process.exitCode).toBe(0);
    // It does not wait for the connection, which the client would keep open.
    expect(performance.now() - begin).toBeLessThan(5_000);
  });
});

describe("what keeps it from starting is one line, and exit code 1", () => {
  test("a port in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    const ended = await runServer({ PORT: String(port), DATA_DIR: await emptyFolder() });
    other.close();
    expect(ended.stderr).toMatch(new RegExp(`^Port ${port} of 127.0.0.1 is in use[^\\n]*\\n$`));
    expect(ended.code).toBe(1);
  });

  test("a data folder that cannot be written", async () => {
    const notAFolder = join(import.meta.dirname, "site.ts", "data");
    const ended = await runServer({ PORT: String(await freePort()), DATA_DIR: notAFolder });
    expect(ended.stderr).toMatch(/^The data folder [^\n]* cannot be written[^\n]*\n$/);
    expect(ended.code).toBe(1);
  });

  test("a bad variable", async () => {
    const ended = await runServer({ PORT: "http" });
    expect(ended.stderr).toMatch(/^PORT must [^\n]*\n$/);
    expect(ended.code).toBe(1);
  });

  test("a database that is away", async () => {
    const ended = await runServer({ DATABASE_URL: `postgresql://nobody@127.0.0.1:${await freePort()}/none` });
    expect(ended.stderr).toMatch(/^The database at DATABASE_URL cannot be reached: [^\n]*\n$/);
    expect(ended.code).toBe(1);
  });
});
