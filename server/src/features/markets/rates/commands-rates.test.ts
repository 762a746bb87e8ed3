import { pathToFileURL } from "node:url";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createHosts } from "../../../platform/outgoing/hosts.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { createTestFolder } from "../../../test/folder.ts";
import { startUpstream } from "../../../test/servers/upstream-server.ts";
import { createClient } from "../../prices/sources/client.ts";
import { fetchRates } from "./commands-rates.ts";
import { findLastFetch, readRates } from "./queries-rates.ts";
import { maxRatesBytes } from "./read-rates.ts";

const { db, pool } = await createTestDatabase();
const folder = await createTestFolder();
const upstream = await startUpstream();
const now = new Date("2026-03-14T12:00:00Z");

beforeEach(() => pool.query("delete from exchange_rates"));

const announced: string[] = [];
const listener = await pool.connect();
afterAll(() => listener.release());
listener.on("notification", ({ payload = "" }) => void announced.push(payload));
await listener.query("listen changes");

/** How often new rates were announced to other processes. */
async function countAnnouncements(): Promise<number> {
  // a response comes after the announcements of what was committed before
  await listener.query("select 1");
  return announced.filter((payload) => payload.startsWith("exchange_rates")).length;
}

const codes = ["BGN", "CHF", "CZK", "DKK", "GBP", "HUF", "JPY", "KRW", "PLN", "SEK", "USD"];
const ratesOf = (usd: number) => Object.fromEntries(codes.map((code) => [code, code === "USD" ? usd : 7.5]));

function fileOf(day: string, rates: Record<string, number>): string {
  const lines = Object.entries(rates).map(([currency, rate]) => `<Cube currency='${currency}' rate='${rate}'/>`);
  return `<Envelope><Cube><Cube time='${day}'>${lines.join("")}</Cube></Cube></Envelope>`;
}

/** Without pauses, and with its own record of hosts. */
function newClient() {
  const clock = { now: Date.now, sleep: async () => {}, random: () => 0 };
  return createClient({ publicUrl: "https://games.example", paceMs: 0, clock, hosts: createHosts(Date.now, () => {}) });
}

const fetchFrom = (url: string, at = now) => fetchRates(db, { url, client: newClient(), now: at });

async function fetchText(text: string, at = now) {
  return fetchFrom(pathToFileURL(await folder.write("rates.xml", text)).href, at);
}

test("there are no rates before the first fetch", async () => {
  expect([await readRates(db), await findLastFetch(db)]).toEqual([null, null]);
});

describe("a fetched file", () => {
  test("from a website is stored and announced", async () => {
    const before = await countAnnouncements();
    upstream.respondWith((_, response) => void response.end(fileOf("2026-03-13", ratesOf(1.1476))));
    const fetched = await fetchFrom(`${upstream.origin}/stats/daily.xml`);
    expect(fetched).toEqual({ day: "2026-03-13", currencies: 11, changed: true });
    expect(await readRates(db)).toEqual({ day: "2026-03-13", rates: ratesOf(1.1476) });
    expect(await findLastFetch(db)).toEqual(now);
    expect(upstream.calls).toMatchObject([{ url: "/stats/daily.xml" }]);
    expect(await countAnnouncements()).toBeGreaterThan(before);
  });

  test("of a later day replaces all rates, and drops currencies that the bank no longer lists", async () => {
    await fetchText(fileOf("2026-03-12", ratesOf(1.15)));
    const { BGN: _, ...rest } = ratesOf(1.1476);
    expect(await fetchText(fileOf("2026-03-13", rest))).toEqual({ day: "2026-03-13", currencies: 10, changed: true });
    expect(await readRates(db)).toEqual({ day: "2026-03-13", rates: rest });
  });

  test("of the same day is a correction", async () => {
    await fetchText(fileOf("2026-03-13", ratesOf(1.15)));
    expect(await fetchText(fileOf("2026-03-13", ratesOf(1.1476)))).toMatchObject({ changed: true });
    expect((await readRates(db))?.rates.USD).toBe(1.1476);
  });

  test.each([
    ["with the same rates", "2026-03-13", 1.1476],
    ["of an earlier day", "2026-03-12", 1.15],
  ])("%s changes no rate and is not announced; only the time of the fetch is updated", async (_, day, usd) => {
    await fetchText(fileOf("2026-03-13", ratesOf(1.1476)));
    const before = await countAnnouncements();
    const later = new Date("2026-03-15T12:00:00Z");
    const fetched = await fetchText(fileOf(day, ratesOf(usd)), later);
    expect(fetched).toEqual({ day: "2026-03-13", currencies: 11, changed: false });
    expect(await countAnnouncements()).toBe(before);
    expect(await readRates(db)).toEqual({ day: "2026-03-13", rates: ratesOf(1.1476) });
    expect(await findLastFetch(db)).toEqual(later);
  });

  test("is stored once by concurrent fetches, and the latest day wins", async () => {
    const days = ["2026-03-11", "2026-03-13", "2026-03-10", "2026-03-12", "2026-03-13"];
    const places = await Promise.all(days.map((day) => folder.write(`${day}.xml`, fileOf(day, ratesOf(1.1476)))));
    const fetched = await Promise.all(places.map((place) => fetchFrom(pathToFileURL(place).href)));
    expect(fetched.filter(({ day, changed }) => changed && day === "2026-03-13")).toHaveLength(1);
    expect((await readRates(db))?.day).toBe("2026-03-13");
  });
});

describe("the rates stay as they are", () => {
  const stored = { day: "2026-03-12", rates: ratesOf(1.15) };
  const complete = fileOf("2026-03-13", ratesOf(1.1476));
  beforeEach(() => fetchText(fileOf(stored.day, stored.rates)));

  async function expectFailure(url: string, error: { code: string; message: string | RegExp }): Promise<void> {
    const message = expect.stringMatching(error.message);
    await expect(fetchFrom(url, new Date("2026-03-15T12:00:00Z"))).rejects.toMatchObject({ code: error.code, message });
    expect(await readRates(db)).toEqual(stored);
    expect(await findLastFetch(db)).toEqual(now);
  }

  test.each<[what: string, code: string, message: string, respond: Parameters<typeof upstream.respondWith>[0]]>([
    ["fails", "unavailable", "responded with 500", (_, response) => response.writeHead(500).end()],
    ["has no such page", "unavailable", "responded with 404", (_, response) => response.writeHead(404).end()],
    ["closes the connection", "unavailable", "could not be fetched", ({ socket }) => socket.destroy()],
    [
      "breaks off",
      "unavailable",
      "broke off",
      (_, response) => {
        response.writeHead(200, { "content-length": complete.length });
        response.write(complete.slice(0, 200), () => response.destroy());
      },
    ],
    ["sends half a file", "invalid", "not whole XML", (_, response) => response.end(complete.slice(0, 200))],
    ["sends a page", "invalid", "names no day", (_, response) => response.end("<html/>")],
    [
      "sends more than the size limit",
      "unavailable",
      `has more than ${maxRatesBytes} bytes`,
      (_, response) => response.end(" ".repeat(maxRatesBytes + 1)),
    ],
    [
      "leads to a private address",
      "unavailable",
      "could not be fetched",
      (_, response) => response.writeHead(302, { location: "http://169.254.169.254/" }).end(),
    ],
  ])("when the website %s", async (_, code, message, respond) => {
    upstream.respondWith(respond);
    await expectFailure(upstream.origin, { code, message });
  });

  test("when there is no file, or a folder", async () => {
    const urlOf = (path: string) => pathToFileURL(path).href;
    await expectFailure(urlOf(folder.path("none.xml")), { code: "unavailable", message: "ENOENT" });
    await expectFailure(urlOf(folder.path(".")), { code: "unavailable", message: "EISDIR" });
    await expectFailure("file://elsewhere/rates.xml", { code: "unavailable", message: "could not be fetched" });
  });

  test("when a file has no end, and without reading all of it", async () => {
    let sent = 0;
    async function* endless() {
      for (; sent < 10 * maxRatesBytes; sent += 100_000) yield Buffer.alloc(100_000, " ");
    }
    const client = { stream: async () => ({ body: endless() }) };
    const fetching = fetchRates(db, { url: upstream.origin, client, now });
    await expect(fetching).rejects.toMatchObject({ code: "invalid", message: expect.stringContaining("larger than") });
    expect(sent).toBeLessThan(2 * maxRatesBytes);
    expect(await readRates(db)).toEqual(stored);
  });

  test("when the file has a future date, which would block all later files", async () => {
    const path = await folder.write("future.xml", fileOf("2062-03-13", ratesOf(1.1476)));
    await expectFailure(pathToFileURL(path).href, { code: "invalid", message: "2062-03-13 is yet to come" });
  });

  test("when the fetch is stopped", async () => {
    upstream.respondWith(() => {});
    const stopping = new AbortController();
    const fetching = fetchRates(db, { url: upstream.origin, client: newClient(), now, signal: stopping.signal });
    await expect.poll(() => upstream.calls.length).toBe(1);
    stopping.abort();
    await expect(fetching).rejects.toMatchObject({ reason: "stopped" });
    expect(await readRates(db)).toEqual(stored);
  });
});
