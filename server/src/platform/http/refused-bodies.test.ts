import { once } from "node:events";
import { request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { repeats } from "../../test/processes/soak.ts";
import { signInAdmin } from "../../test/users.ts";

const database = await createTestDatabase();
const [game] = await addCatalogue(database.db, [{ title: "Portal" }]);
const app = await startTestApp(database, { alone: true });
await app.listen({ host: "127.0.0.1", port: 0 });
const { port } = app.server.address() as AddressInfo;
const origin = `http://127.0.0.1:${port}`;
const admin = await signInAdmin(database.db, "Admin", "everything");
const tries = repeats(2, 500);
const mega = 1024 ** 2;
const json = { "content-type": "application/json" };
const bytes = { "content-type": "application/octet-stream" };

/** A file that was announced with 10 bytes. */
async function announce(): Promise<string> {
  const response = await app.inject({
    method: "POST",
    url: "/api/admin/catalogue/imports/games",
    headers: admin.headers,
    payload: { name: `games${Math.random()}.csv`, size: 10, modified: null },
  });
  expect(response.statusCode).toBe(201);
  const { id } = response.json().import;
  return `/api/admin/catalogue/imports/games/${id}/content`;
}
const upload = await announce();

interface Refused {
  method: string;
  path: string;
  headers: Record<string, string>;
  size: number;
  status: number;
}

const refused: Record<string, Refused> = {
  "a large JSON body": { method: "POST", path: "/api/games/batch", headers: json, size: 2 * mega, status: 413 },
  "a body just over the limit": { method: "POST", path: "/api/games/batch", headers: json, size: 262_145, status: 413 },
  "a file of games": {
    method: "POST",
    path: "/api/library/import/preview",
    headers: { ...json, ...admin.headers },
    size: 9 * mega,
    status: 413,
  },
  "a picture": {
    method: "PUT",
    path: `/api/admin/catalogue/games/${game}/boxart`,
    headers: { ...bytes, ...admin.headers },
    size: 9 * mega,
    status: 413,
  },
  "more than the announced CSV file": {
    method: "PUT",
    path: `${upload}?offset=0`,
    headers: { ...bytes, ...admin.headers },
    size: 3 * mega,
    status: 413,
  },
  "a part of a file that does not fit": {
    method: "PUT",
    path: `${upload}?offset=7`,
    headers: { ...bytes, ...admin.headers },
    size: 3 * mega,
    status: 409,
  },
  "a form": {
    method: "POST",
    path: "/contact",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    size: 2 * mega,
    status: 413,
  },
  "bytes of an unknown type": {
    method: "POST",
    path: "/api/games/batch",
    headers: { "content-type": "video/mp4" },
    size: 4 * mega,
    status: 415,
  },
  "a call without a sign-in": { method: "POST", path: "/api/lists", headers: json, size: 2 * mega, status: 401 },
  "an unknown call": { method: "POST", path: "/api/nothing", headers: json, size: 2 * mega, status: 404 },
  "a call by the wrong method": { method: "PUT", path: "/api/games", headers: json, size: 2 * mega, status: 405 },
};

async function* inChunks(size: number): AsyncGenerator<Buffer> {
  for (let left = size; left > 0; left -= 64 * 1024) yield Buffer.alloc(Math.min(left, 64 * 1024), "x");
}

/** The status, or the error of a client that could not read it. */
const statusOf = (response: Promise<Response>) =>
  response.then(
    async (one) => {
      await one.text();
      return one.status;
    },
    (error: Error) => String(error.cause ?? error),
  );

const all = (status: number) => Array.from({ length: tries }, () => status);

test.each(Object.entries(refused))("fetch reads the refusal of %s, in one piece and in chunks", async (_, one) => {
  const { method, path, headers, size, status } = one;
  const whole: unknown[] = [];
  const chunked: unknown[] = [];
  for (let n = 0; n < tries; n++) {
    whole.push(await statusOf(fetch(origin + path, { method, headers, body: Buffer.alloc(size, "x") })));
    const body = ReadableStream.from(inChunks(size));
    chunked.push(await statusOf(fetch(origin + path, { method, headers, body, duplex: "half" } as RequestInit)));
  }
  expect(whole).toEqual(all(status));
  expect(chunked).toEqual(all(status));
});

test("a client that sends everything before it reads gets the refusal too, and the connection ends well", async () => {
  for (let n = 0; n < tries; n++) {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    await once(socket, "connect");
    socket.pause();
    const size = 4 * mega;
    socket.write(`POST /api/games/batch HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n`);
    socket.write(`content-length: ${size}\r\n\r\n`);
    await new Promise<void>((resolve) => socket.write(Buffer.alloc(size, "x"), () => resolve()));
    for await (const chunk of socket) text += chunk;
    expect(text).toMatch(/^HTTP\/1\.1 413 .*"code":"too_large"\}$/s);
  }
});

test("a client that wants its connection closed reads the refusal", async () => {
  const statuses: unknown[] = [];
  for (let n = 0; n < tries; n++) {
    const outgoing = request(`${origin}/api/games/batch`, { method: "POST", headers: json, agent: false });
    const answered = new Promise((resolve) => {
      outgoing.on("response", (response) => resolve(response.resume().statusCode));
      outgoing.on("error", (error) => resolve(error.message));
    });
    outgoing.end(Buffer.alloc(2 * mega, "x"));
    statuses.push(await answered);
  }
  expect(statuses).toEqual(all(413));
});

test("a body without an end is cut off at the bound", async () => {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  const closed = new Promise<void>((resolve) => void socket.once("close", () => resolve()));
  socket.resume();
  socket.write("POST /api/games/batch HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n");
  socket.write("transfer-encoding: chunked\r\n\r\n");
  const chunk = Buffer.concat([Buffer.from("100000\r\n"), Buffer.alloc(mega, "x"), Buffer.from("\r\n")]);
  let sent = 0;
  while (!socket.destroyed && sent < 300) {
    sent += 1;
    if (!socket.write(chunk)) await Promise.race([once(socket, "drain"), closed]).catch(() => {});
  }
  await closed;
  expect(sent).toBeLessThan(100);
});
