import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createReadStream, existsSync, statSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { untilFound } from "../../test/eventually.ts";
import { createTestFolder } from "../../test/folder.ts";
import { repeats } from "../../test/processes/soak.ts";
import { signInAdmin } from "../../test/users.ts";

const database = await createTestDatabase();
const folder = await createTestFolder();
const dataDir = folder.path("data");
const app = await startTestApp(database, { env: { DATA_DIR: dataDir }, alone: true });
const address = await app.listen({ host: "127.0.0.1", port: 0 });
const { headers: signedIn } = await signInAdmin(database.db, "editor", ["catalogue.read", "catalogue.write"]);
const mega = 1024 * 1024;
const size = repeats(12, 500) * mega;
const breaks = 5;

/** How much more memory buffers may take meanwhile, on both sides. */
const maxGrowth = 200 * mega;

/** The bytes of a non-repetitive file, from any offset. */
const block = randomBytes(1_000_003);
function* bytesFrom(start: number, end: number): Generator<Buffer> {
  for (let at = start; at < end; ) {
    const within = at % block.length;
    const piece = block.subarray(within, Math.min(block.length, within + end - at));
    yield piece;
    at += piece.length;
  }
}

async function call(method: string, path: string, body?: object) {
  const headers = { "content-type": "application/json", ...signedIn };
  const response = await fetch(address + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return (await response.json()) as { import: { id: number; received: number; state: string } };
}

let peak = 0;
/** Buffers are outside of the heap, in which garbage would count too. */
const bufferMemory = () => process.memoryUsage().arrayBuffers;

/**
 * Sends the file from `offset` on, and breaks the connection at `until`, once some of it is `stored`; without it,
 * awaits the response.
 */
async function send(
  path: string,
  { offset, until = size, stored }: { offset: number; until?: number; stored: string },
) {
  const headers = {
    "content-type": "application/octet-stream",
    "content-length": size - offset,
    ...signedIn,
  };
  const sent = request(`${address}${path}?offset=${offset}`, { method: "PUT", headers });
  const failed = new Promise((resolve) => sent.once("error", resolve));
  const ended = until < size ? failed : once(sent, "response");
  for (const piece of bytesFrom(offset, until)) {
    peak = Math.max(peak, bufferMemory());
    if (!sent.write(piece)) await Promise.race([once(sent, "drain"), failed]);
  }
  if (until < size) {
    // what a server has not read yet, a broken connection loses
    await untilFound(() => existsSync(stored) && statSync(stored).size > offset);
    sent.destroy();
  } else sent.end();
  await ended;
}

test(
  `${size / mega} MB arrive intact over a connection that breaks ${breaks} times, with bounded memory`,
  async () => {
    const base = "/api/admin/catalogue/imports/games";
    const { id } = (await call("POST", base, { name: "large.jsonl", size })).import;
    const file = join(dataDir, "uploads", `${id}.jsonl`);
    const start = bufferMemory();

    let received = 0;
    for (let time = 1; time <= breaks; time += 1) {
      const until = Math.floor((size / (breaks + 1)) * time);
      await send(`${base}/${id}/content`, { offset: received, until, stored: file });
      const before = received;
      received = await untilFound(async () => {
        const now = (await call("GET", `${base}/${id}`)).import.received;
        return now > before ? now : 0;
      });
      expect(received).toBeLessThanOrEqual(until);
    }
    await send(`${base}/${id}/content`, { offset: received, stored: file });

    expect((await call("GET", `${base}/${id}`)).import).toMatchObject({
      state: "uploaded",
      received: size,
    });
    const [expected, stored] = [createHash("sha256"), createHash("sha256")];
    for (const piece of bytesFrom(0, size)) expected.update(piece);
    for await (const piece of createReadStream(file)) stored.update(piece);
    expect(stored.digest("hex")).toBe(expected.digest("hex"));

    const growth = peak - start;
    if (process.env.SOAK) console.log(`${Math.round(start / mega)} MB before, ${Math.round(growth / mega)} MB more`);
    expect(growth).toBeLessThanOrEqual(maxGrowth);
  },
  repeats(120_000, 600_000),
);
