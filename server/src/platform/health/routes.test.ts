import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { type OpenApp, openApp } from "../../app/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { createTestFolder } from "../../test/folder.ts";
import { connect } from "../db/connect.ts";
import { parseEnv } from "../process/env.ts";

const folder = await createTestFolder();
const database = await createTestDatabase();
const [game] = await addCatalogue(database.db, [{ title: "Portal" }]);

/** Opens a process of its own that cannot read the catalogue before `letRead` is called. */
async function openSlowly(shuttingDown?: AbortSignal): Promise<OpenApp & { letRead(): Promise<void> }> {
  const connections = connect({ connectionString: database.url }, () => {});
  const holder = await database.pool.connect();
  await holder.query("begin; lock table games in access exclusive mode");
  const opened = await openApp({
    database: { ...database, ...connections },
    connection: { connectionString: database.url },
    ownerConnection: { connectionString: database.url },
    env: parseEnv({ ROLE: "web", DATA_DIR: folder.path("data") }),
    log: pino({ level: "silent" }),
    overload: { maxEventLoopDelay: 0 },
    ...(shuttingDown && { shuttingDown }),
  });
  opened.ready.catch(() => {});
  let isHeld = true;
  const letRead = async () => {
    if (isHeld) await holder.query("commit").finally(() => holder.release());
    isHeld = false;
  };
  onTestFinished(async () => {
    await letRead();
    await opened.app.close();
    await connections.close();
  });
  return { ...opened, letRead };
}

async function request(app: FastifyInstance, url: string) {
  const { statusCode, headers, body } = await app.inject(url);
  return {
    status: statusCode,
    retryAfter: headers["retry-after"],
    body: body.startsWith("{") ? JSON.parse(body) : body,
  };
}

test("while it reads the catalogue a process reports that it is starting, and refuses other requests", async () => {
  const { app, ready, letRead } = await openSlowly();
  await app.listen({ port: 0, host: "127.0.0.1" });
  expect(await request(app, "/api/ready")).toMatchObject({
    status: 503,
    body: { status: "starting", database: "ok", role: "web", process: expect.stringMatching(/^[\da-f]{12}$/) },
  });
  expect(await request(app, "/api/health")).toMatchObject({ status: 200 });
  for (const url of [
    "/api/games",
    `/api/games/${game}`,
    "/api/site",
    "/api/auth/me",
    `/images/games/${game}/portrait`,
  ]) {
    expect(await request(app, url)).toMatchObject({ status: 503, retryAfter: "2", body: { code: "unavailable" } });
  }
  const page = await app.inject("/games");
  expect([page.statusCode, page.headers["retry-after"]]).toEqual([503, "5"]);
  expect(page.headers["content-type"]).toContain("text/html");

  await letRead();
  await ready;
  expect(await request(app, "/api/ready")).toMatchObject({ status: 200, body: { status: "ready" } });
  expect((await request(app, "/api/games")).body.games).toHaveLength(1);
});

test("a process that is shutting down is not ready, but still serves", async () => {
  const shuttingDown = new AbortController();
  const { app, ready, letRead } = await openSlowly(shuttingDown.signal);
  await letRead();
  await ready;
  shuttingDown.abort();
  expect(await request(app, "/api/ready")).toMatchObject({ status: 503, body: { status: "stopping" } });
  expect(await request(app, "/api/games")).toMatchObject({ status: 200 });
});

test("a process that is closed while it reads ends at once, and is never ready", async () => {
  const { app, ready } = await openSlowly();
  await app.close();
  await expect(ready).rejects.toThrow();
});
