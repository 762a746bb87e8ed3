import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { untilFound } from "../../test/eventually.ts";
import { createTestFolder } from "../../test/folder.ts";
import { repeats } from "../../test/processes/soak.ts";
import { type SiteProcess, startSiteProcess, stopSiteProcess, superAdmin } from "../../test/site.ts";

const folder = await createTestFolder();
const mega = 1024 * 1024;
const size = repeats(12, 500) * mega;
const breaks = 5;

/** How much the peak memory of the process may grow. */
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

async function call(site: SiteProcess, method: string, path: string, token: string, body?: object) {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const response = await fetch(site.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return (await response.json()) as { token: string; import: { id: number; received: number; state: string } };
}

/**
 * Sends the file from `offset` on, and breaks the connection at `until`, once some of it is `stored`; without it,
 * awaits the response.
 */
async function send(
  site: SiteProcess,
  path: string,
  token: string,
  { offset, until = size, stored }: { offset: number; until?: number; stored: string },
) {
  const headers = {
    "content-type": "application/octet-stream",
    "content-length": size - offset,
    authorization: `Bearer ${token}`,
  };
  const sent = request(`${site.url}${path}?offset=${offset}`, { method: "PUT", headers });
  const failed = new Promise((resolve) => sent.once("error", resolve));
  const ended = until < size ? failed : once(sent, "response");
  for (const piece of bytesFrom(offset, until)) {
    if (!sent.write(piece)) await Promise.race([once(sent, "drain"), failed]);
  }
  if (until < size) {
    // what a server has not read yet, a broken connection loses
    await untilFound(() => existsSync(stored) && statSync(stored).size > offset);
    sent.destroy();
  } else sent.end();
  await ended;
}

/** The peak memory of the process in bytes; 0 on systems that don't report it. */
function peakMemory({ process: { pid } }: SiteProcess): number {
  const path = `/proc/${pid}/status`;
  const [, kilobytes = "0"] = (existsSync(path) && /VmHWM:\s+(\d+) kB/.exec(readFileSync(path, "utf8"))) || [];
  return Number(kilobytes) * 1024;
}

test(
  `${size / mega} MB arrive intact over a connection that breaks ${breaks} times, with bounded memory`,
  async () => {
    const dataDir = folder.path("data");
    const site = await startSiteProcess({ dataDir, env: { SAMPLE_CATALOGUE: "false" } });
    onTestFinished(async () => void (await stopSiteProcess(site)));
    const { token } = await call(site, "POST", "/api/auth/login", "", superAdmin);
    const base = "/api/admin/catalogue/imports/games";
    const { id } = (await call(site, "POST", base, token, { name: "large.jsonl", size })).import;
    const file = join(dataDir, "uploads", `${id}.jsonl`);
    const start = peakMemory(site);

    let received = 0;
    for (let time = 1; time <= breaks; time += 1) {
      const until = Math.floor((size / (breaks + 1)) * time);
      await send(site, `${base}/${id}/content`, token, { offset: received, until, stored: file });
      const before = received;
      received = await untilFound(async () => {
        const now = (await call(site, "GET", `${base}/${id}`, token)).import.received;
        return now > before ? now : 0;
      });
      expect(received).toBeLessThanOrEqual(until);
    }
    await send(site, `${base}/${id}/content`, token, { offset: received, stored: file });

    expect((await call(site, "GET", `${base}/${id}`, token)).import).toMatchObject({
      state: "uploaded",
      received: size,
    });
    const [expected, stored] = [createHash("sha256"), createHash("sha256")];
    for (const piece of bytesFrom(0, size)) expected.update(piece);
    for await (const piece of createReadStream(file)) stored.update(piece);
    expect(stored.digest("hex")).toBe(expected.digest("hex"));

    const growth = peakMemory(site) - start;
    if (process.env.SOAK) console.log(`${Math.round(start / mega)} MB before, ${Math.round(growth / mega)} MB more`);
    expect(growth).toBeLessThanOrEqual(maxGrowth);
  },
  repeats(120_000, 600_000),
);
