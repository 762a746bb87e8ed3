import { once } from "node:events";
import { request } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "../server/src/test/servers/free-port.ts";
import { copyData } from "./site.ts";
import { runServer, type SiteProcess, startSiteProcess } from "./site-process.ts";

const data = await copyData();
afterAll(() => data.remove());

async function start(): Promise<SiteProcess> {
  const site = await startSiteProcess(data.env);
  onTestFinished(async () => void (await site.stop()));
  return site;
}

test("a started site is healthy, has games, and finishes requests in flight when it stops", async () => {
  const site = await start();
  const health = await fetch(`${site.url}/api/health`);
  expect(health.status).toBe(200);
  expect(await health.json()).toMatchObject({ status: "ok", database: "ok" });
  const games = await fetch(`${site.url}/api/games`);
  expect((await games.json()).totalGames).toBeGreaterThan(30);

  const body = JSON.stringify({ gameIds: [1] });
  const headers = { "content-type": "application/json", "content-length": body.length, expect: "100-continue" };
  const call = request(`${site.url}/api/games/batch`, { method: "POST", headers });
  call.flushHeaders();
  // the server has read the headers
  await once(call, "continue");
  call.write(body.slice(0, 5));
  site.process.kill("SIGTERM");
  const begin = performance.now();
  // it accepts no connections any more
  await expect
    .poll(() =>
      fetch(`${site.url}/api/health`).then(
        () => "open",
        () => "closed",
      ),
    )
    .toBe("closed");
  call.end(body.slice(5));
  const [response] = await once(call, "response");
  expect(response.statusCode).toBe(200);
  response.resume();
  await once(site.process, "exit");
  expect(site.process.exitCode).toBe(0);
  // It does not wait for the client to close the connection, which would end it after 9 seconds.
  expect(performance.now() - begin).toBeLessThan(8_500);
});

test("SIGTERM, SIGINT and SIGHUP, even together, end a site with code 0 within 10 seconds (soak)", async () => {
  const site = await start();
  const begin = performance.now();
  // one that was not handled would end the process at once
  for (const signal of ["SIGHUP", "SIGINT", "SIGTERM", "SIGINT"] as const) site.process.kill(signal);
  await once(site.process, "exit");
  expect(site.process.exitCode).toBe(0);
  expect(performance.now() - begin).toBeLessThan(10_000);
});

describe("a failed start prints one line and exits with code 1", () => {
  test("a port in use (soak)", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    const ended = await runServer({ PORT: String(port), ...data.env });
    other.close();
    expect(ended.stderr).toMatch(new RegExp(`^Port ${port} of 127.0.0.1 is in use[^\\n]*\\n$`));
    expect(ended.code).toBe(1);
  });

  test("a data folder that is not writable (soak)", async () => {
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

  test("an unreachable database (soak)", async () => {
    const ended = await runServer({ DATABASE_URL: `postgresql://nobody@127.0.0.1:${await freePort()}/none` });
    expect(ended.stderr).toMatch(/^The database at DATABASE_URL cannot be reached: [^\n]*\n$/);
    expect(ended.code).toBe(1);
  });
});
