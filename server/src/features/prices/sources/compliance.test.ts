import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { createHosts } from "../../../platform/outgoing/hosts.ts";
import { createTestFolder } from "../../../test/folder.ts";
import { startUpstream } from "../../../test/servers/upstream-server.ts";
import { type Clock, createClient, type SourceClient } from "./client.ts";
import { openEpic } from "./epic.ts";
import { openFeed } from "./feed.ts";
import { openGog } from "./gog.ts";
import type { PlayerCount, Source, SourceOffer, SourcePage } from "./source.ts";
import { openSteam } from "./steam.ts";
import { openSteamPlayers } from "./steam-players.ts";

const upstream = await startUpstream();
/** An internal server to which no upstream may redirect. */
const inside = await startUpstream();
const folder = await createTestFolder();
const start = Date.parse("2026-11-21T12:00:00Z");

/** Waits take no time and are recorded. */
let waits: number[] = [];
let time = start;
const clock: Clock = {
  now: () => time,
  random: () => 1,
  sleep: async (ms) => {
    waits.push(ms);
    time += ms;
  },
};

let client: SourceClient;
beforeEach(() => {
  waits = [];
  time = start;
  client = newClient();
});

const newClient = ({ paceMs = 0, idleMs = 20_000 } = {}) =>
  createClient({
    publicUrl: "https://games.example",
    paceMs,
    idleMs,
    clock,
    hosts: createHosts(
      () => time,
      () => {},
    ),
  });

const market = { country: "US", currency: "USD" };
const appids = [400, 620];
const listApps = async (after: number) =>
  appids.filter((id) => id > after).map((appid) => ({ appid, isPriced: false }));
const steamPrice = (currency: string) => ({
  success: true,
  data: { price_overview: { currency, initial: 999, final: 499, discount_percent: 50, final_formatted: "$4.99" } },
});
const money = (amount: string, currency: string) => ({ amount, currency });
const gogPage = (page: string | null, currency: string) => ({
  products: [1, 2].map((index) => ({
    id: `${page}${index}`,
    slug: "sable",
    title: "Sable",
    price: { finalMoney: money("4.99", currency), baseMoney: money("9.99", currency) },
  })),
  pages: 2,
  productCount: 4,
});
const giveaway = {
  id: "abc",
  title: "Sable",
  productSlug: "sable",
  promotions: {
    promotionalOffers: [
      {
        promotionalOffers: [
          {
            startDate: "2026-11-20T16:00:00.000Z",
            endDate: "2026-11-27T16:00:00.000Z",
            discountSetting: { discountPercentage: 0 },
          },
        ],
      },
    ],
  },
};
const csv = (currency: string) =>
  `id,title,link,price,sale_price,availability\n1,Sable PC,https://x.example/1,9.99 ${currency},4.99 ${currency},in stock\n2,Road 96,https://x.example/2,9.99 ${currency},,out of stock\n`;
const xmlItem = (id: number, currency: string) =>
  `<item><g:id>${id}</g:id><title>Sable &amp; Friends</title><g:title>Sable PC</g:title><link>https://x.example/${id}</link>` +
  `<g:price>9.99 ${currency}</g:price><g:sale_price><![CDATA[4.99 ${currency}]]></g:sale_price><g:availability>in_stock</g:availability></item>`;
const xml = (currency: string) =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title>${xmlItem(1, currency)}${xmlItem(2, currency)}</channel></rss>`;

const feed = (): Source<SourceOffer> =>
  openFeed({ market, store: "cdkeys", location: `${upstream.origin}/feed`, client, clock, maxBytes: 5_000_000 });

interface Case {
  name: string;
  open(): Source<SourceOffer | PlayerCount>;
  /** The response of a working upstream. */
  body(url: URL, currency: string): string;
  items: number;
  /** Whether its prices can be in other currencies. */
  hasCurrency: boolean;
}

const cases: Case[] = [
  {
    name: "steam",
    open: () => openSteam({ market, storeUrl: upstream.origin, client, listApps }),
    body: (_, currency) => JSON.stringify(Object.fromEntries(appids.map((id) => [id, steamPrice(currency)]))),
    items: 2,
    hasCurrency: true,
  },
  {
    name: "steam-players",
    open: () => openSteamPlayers({ webApiUrl: upstream.origin, client, listApps }),
    body: () => '{"response":{"player_count":551673,"result":1}}',
    items: 2,
    hasCurrency: false,
  },
  {
    name: "gog",
    open: () => openGog({ market, catalogUrl: upstream.origin, client }),
    body: (url, currency) => JSON.stringify(gogPage(url.searchParams.get("page"), currency)),
    items: 4,
    hasCurrency: true,
  },
  {
    name: "epic",
    open: () => openEpic({ market, freeGamesUrl: `${upstream.origin}/free`, client, clock }),
    body: () => JSON.stringify({ data: { Catalog: { searchStore: { elements: [giveaway] } } } }),
    items: 1,
    hasCurrency: false,
  },
  { name: "feed of CSV", open: feed, body: (_, currency) => csv(currency), items: 2, hasCurrency: true },
  { name: "feed of XML", open: feed, body: (_, currency) => xml(currency), items: 2, hasCurrency: true },
];

type Pages = SourcePage<SourceOffer | PlayerCount>[];

const readAll = (source: Source<SourceOffer | PlayerCount>, signal = new AbortController().signal): Promise<Pages> =>
  Array.fromAsync(source.read({ signal }));

const itemsOf = (pages: Pages) => pages.flatMap((page) => page.items);
const refusalsOf = (pages: Pages) => pages.flatMap((page) => page.refusals);

describe.each(cases)("$name", ({ open, body, items, hasCurrency }) => {
  const urlOf = (request: IncomingMessage) => new URL(request.url ?? "/", upstream.origin);
  const good = (request: IncomingMessage, response: ServerResponse) => void response.end(body(urlOf(request), "USD"));
  const responseText = (text: string) => upstream.respondWith((_, response) => void response.end(text));

  test("a valid response is read", async () => {
    upstream.respondWith(good);
    const pages = await readAll(open());
    expect(itemsOf(pages)).toHaveLength(items);
    expect(refusalsOf(pages)).toEqual([]);
    for (const { headers } of upstream.calls) {
      expect(headers["user-agent"]).toBe("Lootwise (+https://games.example)");
    }
  });

  test("a compressed response is read", async () => {
    upstream.respondWith((request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(body(urlOf(request), "USD")));
    });
    expect(itemsOf(await readAll(open()))).toHaveLength(items);
  });

  test.each([
    ["a web page", "<!DOCTYPE html><html><body>Maintenance</body></html>"],
    ["nothing", ""],
    ["null", "null"],
    ["an empty list", "[]"],
    ["bytes", "\u0000\u0001\ufffd"],
  ])("%s instead is invalid", async (_, text) => {
    responseText(text);
    await expect(readAll(open())).rejects.toMatchObject({ reason: "invalid" });
  });

  test("a truncated response that looks complete changes no price", async () => {
    upstream.respondWith(good);
    const whole = itemsOf(await readAll(open()));
    upstream.respondWith((request, response) => {
      const text = body(urlOf(request), "USD");
      response.end(text.slice(0, text.length / 2));
    });
    // a truncated table differs only in the number of its rows
    const half = await readAll(open()).then(itemsOf, (error: unknown) => error);
    if (Array.isArray(half)) expect(whole).toEqual(expect.arrayContaining(half));
    else expect(half).toMatchObject({ reason: "invalid" });
  });

  test("a broken connection is unreachable after retries", async () => {
    upstream.respondWith((request, response) => {
      const whole = body(urlOf(request), "USD");
      response.writeHead(200, { "content-length": whole.length });
      response.write(whole.slice(0, whole.length / 2), () => response.destroy());
    });
    await expect(readAll(open())).rejects.toMatchObject({ reason: "unreachable" });
  });

  test("rate limits are respected", async () => {
    upstream.respondWith((request, response, count) => {
      if (count === 1) response.writeHead(429, { "retry-after": "7" }).end();
      else if (count === 2) response.writeHead(503, { "retry-after": new Date(time + 9_000).toUTCString() }).end();
      else good(request, response);
    });
    expect(itemsOf(await readAll(open()))).toHaveLength(items);
    expect(waits).toEqual([7_000, 9_000]);
  });

  test("a long rate limit ends the reading", async () => {
    upstream.respondWith((_, response) => void response.writeHead(429, { "retry-after": "3600" }).end());
    await expect(readAll(open())).rejects.toMatchObject({
      reason: "rateLimited",
      retryAt: new Date(start + 3_600_000),
    });
    expect(waits).toEqual([]);
  });

  test("a failing upstream is retried with growing pauses, then no longer called", async () => {
    upstream.respondWith((_, response) => void response.writeHead(500).end("<html>"));
    const source = open();
    await expect(readAll(source)).rejects.toMatchObject({ reason: "unreachable" });
    expect({ calls: upstream.calls.length, waits }).toEqual({ calls: 3, waits: [2_000, 4_000] });
    await expect(readAll(source)).rejects.toThrow("is left alone for now");
    expect(upstream.calls).toHaveLength(3);
    time += 60_000;
    upstream.respondWith(good);
    expect(itemsOf(await readAll(source))).toHaveLength(items);
  });

  test("a single failure is retried", async () => {
    upstream.respondWith((request, response, count) => {
      if (count === 1) response.writeHead(502).end();
      else good(request, response);
    });
    expect(itemsOf(await readAll(open()))).toHaveLength(items);
  });

  test("a missing resource is not requested again", async () => {
    upstream.respondWith((_, response) => void response.writeHead(410).end());
    await expect(readAll(open())).rejects.toMatchObject({ reason: "invalid", message: expect.stringContaining("410") });
    expect(upstream.calls).toHaveLength(1);
  });

  test("an idle connection times out", async () => {
    client = newClient({ idleMs: 50 });
    upstream.respondWith((_, response) => void response.writeHead(200).write(" "));
    await expect(readAll(open())).rejects.toMatchObject({ reason: "unreachable" });
  });

  test("an endless response is refused", async () => {
    upstream.respondWith((_, response) => {
      const chunk = Buffer.alloc(1_000_000, " ");
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on("drain", more);
      more();
    });
    await expect(readAll(open())).rejects.toMatchObject({ reason: "invalid" });
  });

  test("a reading can be aborted during a response", async () => {
    const stopping = new AbortController();
    upstream.respondWith((request, response) => {
      response.write(body(urlOf(request), "USD").slice(0, 10));
      setImmediate(() => stopping.abort());
    });
    await expect(readAll(open(), stopping.signal)).rejects.toMatchObject({ reason: "stopped" });
  });

  test("redirects to other servers are refused", async () => {
    inside.respondWith(good);
    upstream.respondWith((_, response) => void response.writeHead(302, { location: `${inside.origin}/secret` }).end());
    await expect(readAll(open())).rejects.toMatchObject({
      reason: "invalid",
      message: expect.stringContaining("redirects"),
    });
    expect(inside.calls).toEqual([]);
    expect(upstream.calls).toHaveLength(1);
  });

  test("redirects within the same server are followed", async () => {
    upstream.respondWith((request, response, count) => {
      if (count === 1) response.writeHead(301, { location: request.url! }).end();
      else good(request, response);
    });
    expect(itemsOf(await readAll(open()))).toHaveLength(items);
  });

  test.runIf(hasCurrency)("other currencies are refused", async () => {
    upstream.respondWith((request, response) => void response.end(body(urlOf(request), "EUR")));
    const pages = await readAll(open());
    expect(itemsOf(pages)).toEqual([]);
    expect(refusalsOf(pages).map(({ reason }) => reason)).toEqual(Array(items).fill("currency"));
  });
});

test("calls keep their pace", async () => {
  client = newClient({ paceMs: 1_500 });
  upstream.respondWith((_, response) => void response.end('{"response":{"player_count":1,"result":1}}'));
  await readAll(openSteamPlayers({ webApiUrl: upstream.origin, client, listApps }));
  expect(waits).toEqual([1_500]);
});

test("a 403 of Steam's store is a rate limit", async () => {
  client = createClient({ publicUrl: "https://x.example", paceMs: 0, rateLimitStatuses: [429, 403], clock });
  upstream.respondWith((_, response) => void response.writeHead(403).end());
  await expect(readAll(openSteam({ market, storeUrl: upstream.origin, client, listApps }))).rejects.toMatchObject({
    reason: "rateLimited",
  });
  expect(waits).toEqual([30_000, 60_000]);
});

test.each([
  ["an ETag", { etag: '"v1"' }, "if-none-match"],
  ["a date", { "last-modified": "Sat, 21 Nov 2026 10:00:00 GMT" }, "if-modified-since"],
])("an unchanged feed is not sent again: %s", async (_, mark, header) => {
  upstream.respondWith((request, response) => {
    if (request.headers[header] === Object.values(mark)[0]) response.writeHead(304).end();
    else response.writeHead(200, mark).end(csv("USD"));
  });
  const [page] = await readAll(feed());
  expect(page).toMatchObject({ version: Object.values(mark)[0], unchanged: false });
  const { signal } = new AbortController();
  const again = await Array.fromAsync(feed().read({ signal, knownVersion: page!.version }));
  expect(again).toEqual([{ items: [], refusals: [], cursor: null, version: page!.version, unchanged: true }]);
});

test("a feed may be a file, compressed or not, by path or address", async () => {
  const path = await folder.write("feed.tsv", csv("USD").replaceAll(",", "\t"));
  const packed = await folder.write("feed", gzipSync(csv("USD")));
  const open = (location: string) => openFeed({ market, store: "other", location, client, clock });
  for (const location of [path, `file://${path}`, packed]) {
    expect(itemsOf(await readAll(open(location)))).toMatchObject([
      { productId: "1", title: "Sable PC", priceMinor: 499, regularMinor: 999, inStock: true, line: 2 },
      { productId: "2", title: "Road 96", priceMinor: 999, inStock: false, line: 3 },
    ]);
  }
  const [page] = await readAll(open(path));
  const { signal } = new AbortController();
  expect(await Array.fromAsync(open(path).read({ signal, knownVersion: page!.version }))).toMatchObject([
    { unchanged: true },
  ]);
  await expect(readAll(open(folder.path("missing")))).rejects.toMatchObject({ reason: "unreachable" });
  await expect(readAll(open(folder.path(".")))).rejects.toThrow("is not a file");
});

test("an interrupted reading continues after its last page", async () => {
  upstream.respondWith((request, response) => {
    const url = new URL(request.url!, upstream.origin);
    response.end(JSON.stringify(gogPage(url.searchParams.get("page"), "USD")));
  });
  const gog = openGog({ market, catalogUrl: upstream.origin, client });
  const { signal } = new AbortController();
  const [first] = await Array.fromAsync(gog.read({ signal }));
  const rest = await Array.fromAsync(gog.read({ signal, after: first!.cursor }));
  expect(rest.flatMap((page) => page.items.map(({ productId }) => productId))).toEqual(["21", "22"]);
});

test("a partial catalogue is refused", async () => {
  upstream.respondWith(
    (_, response) => void response.end(JSON.stringify({ ...gogPage("1", "USD"), pages: 1, productCount: 40 })),
  );
  await expect(readAll(openGog({ market, catalogUrl: upstream.origin, client }))).rejects.toThrow(
    "GOG showed 2 of 40 products",
  );
});

test("the details of a game that lost its price are requested", async () => {
  upstream.respondWith((request, response) => {
    const url = new URL(request.url!, upstream.origin);
    const isDetail = url.searchParams.get("filters") === "basic";
    const details = {
      400: { success: true, data: { is_free: true } },
      620: { success: true, data: { is_free: false } },
    };
    const priceless = { success: true, data: [] };
    response.end(JSON.stringify(isDetail ? details : { 400: priceless, 620: priceless, 700: priceless }));
  });
  const apps = [400, 620, 700].map((appid) => ({ appid, isPriced: appid !== 700 }));
  const source = openSteam({
    market,
    storeUrl: upstream.origin,
    client,
    listApps: async (after) => (after ? [] : apps),
  });
  expect(itemsOf(await readAll(source))).toMatchObject([{ priceMinor: 0 }, { priceMinor: null }, { steamAppid: 700 }]);
  expect(upstream.calls).toHaveLength(3);
});
