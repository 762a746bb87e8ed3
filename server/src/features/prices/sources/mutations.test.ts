import { expect, test } from "vitest";
import { pick, type Random, randomFrom, wholeBetween } from "../../../platform/process/random.ts";
import { repeats } from "../../../test/processes/soak.ts";
import { parseJson } from "./client.ts";
import { readGiveaways } from "./epic.ts";
import { readFeedRow } from "./feed-row.ts";
import { feedRows } from "./feed-rows.ts";
import { readGogPage } from "./gog.ts";
import { isPrice } from "./readings.ts";
import { type PlayerCount, SourceError, type SourceOffer } from "./source.ts";
import { readSteamPrices } from "./steam.ts";
import { readPlayerCount } from "./steam-players.ts";

const parsed = repeats(3_000, 10_000);
/** Fewer, since streaming takes longer. */
const streamed = repeats(500, 10_000);
const now = new Date("2026-11-21T12:00:00Z");

const steam = {
  400: {
    success: true,
    data: {
      price_overview: {
        currency: "USD",
        initial: 999,
        final: 499,
        discount_percent: 50,
        initial_formatted: "$9.99",
        final_formatted: "$4.99",
      },
    },
  },
  620: { success: true, data: [] },
  70: { success: false },
};
const money = (amount: string) => ({ amount, currency: "USD" });
const gog = {
  products: [
    { id: "1", slug: "sable", title: "Sable", price: { finalMoney: money("4.99"), baseMoney: money("9.99") } },
    { id: "2", slug: "road_96", title: "Road 96", productType: "pack", price: null },
  ],
  pages: 1,
  productCount: 2,
};
const period = {
  startDate: "2026-11-20T16:00:00.000Z",
  endDate: "2026-11-27T16:00:00.000Z",
  discountSetting: { discountPercentage: 0 },
};
const epic = {
  data: {
    Catalog: {
      searchStore: {
        elements: [
          {
            id: "abc",
            title: "Sable",
            productSlug: "sable",
            price: { totalPrice: { originalPrice: 999, currencyCode: "USD", currencyInfo: { decimals: 2 } } },
            promotions: { promotionalOffers: [{ promotionalOffers: [period] }] },
          },
        ],
      },
    },
  },
};
const csv = `id,title,link,price,sale_price,sale_price_effective_date,availability,steam_appid,platform
1,"Sable, the game",https://x.example/1,9.99 USD,4.99 USD,2026-11-01T00:00+00:00/2026-11-30T00:00-0800,in stock,757310,PC
2,Road 96,https://x.example/2,"1,299.00 USD",,,out of stock,,PC
`;
const xml = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>
<item><g:id>1</g:id><title><![CDATA[Sable]]></title><link>https://x.example/1</link><g:price>9.99 USD</g:price></item>
<item><g:id>2</g:id><title>Road &amp; 96</title><g:price>19.99 USD</g:price><g:availability>in_stock</g:availability></item>
</channel></rss>`;

const yen = JSON.stringify(steam).replaceAll("USD", "JPY").replaceAll("999", "99900").replaceAll("499", "49900");

const steamIn = (text: Buffer, currency: string) =>
  readSteamPrices(parseJson(text, "it"), [400, 620, 70], currency).items;
const sources: [name: string, body: string, read: (text: Buffer) => unknown[] | Promise<unknown[]>, isJson: boolean][] =
  [
    ["Steam's prices", JSON.stringify(steam), (text) => steamIn(text, "USD"), true],
    ["Steam's prices in yen", yen, (text) => steamIn(text, "JPY"), true],
    ["Steam's players", '{"response":{"player_count":551673,"result":1}}', playersOf, true],
    ["GOG's catalogue", JSON.stringify(gog), (text) => readGogPage(parseJson(text, "it"), "USD").items, true],
    ["Epic's giveaways", JSON.stringify(epic), (text) => readGiveaways(parseJson(text, "it"), now, "USD").items, true],
    ["a feed of CSV", csv, (text) => feedOf(text), false],
    ["a feed of XML", xml, (text) => feedOf(text), false],
    [
      "a feed in rials",
      xml.replaceAll("USD", "OMR").replace("19.99", "1,299.500"),
      (text) => feedOf(text, "OMR"),
      false,
    ],
  ];

function playersOf(text: Buffer): PlayerCount[] {
  return readPlayerCount(parseJson(text, "it"), 400).items;
}

async function feedOf(text: Buffer, expected = "USD"): Promise<SourceOffer[]> {
  async function* body() {
    const middle = Math.floor(text.length / 2);
    yield text.subarray(0, middle);
    yield text.subarray(middle);
  }
  const rows = await Array.fromAsync(feedRows(body()));
  const read = rows.map((row) =>
    "fields" in row ? readFeedRow(row.fields, row.line, { now, currency: null, expected }) : null,
  );
  return read.filter((offer) => offer !== null && !("reason" in offer)) as SourceOffer[];
}

const oddities = [
  ...'{}[]",:<>&;\\/-.0',
  ...[
    "null",
    "true",
    "NaN",
    "1e999",
    "-1",
    "0.001",
    "99999999999999999999",
    "USD",
    "EUR",
    '""',
    "[]",
    "{}",
    "<!--",
    "]]>",
  ],
  ..."\u0000\u00a0\ufeff\ufffd€£缺🔴\n\r\t",
];

/** Applies one to four mutations: something removed, doubled, truncated, reversed or inserted. */
function mutate(body: Buffer, random: Random): Buffer {
  let text = body;
  for (let left = wholeBetween(random, 1, 4); left > 0; left--) {
    const start = wholeBetween(random, 0, Math.max(0, text.length - 1));
    const end = Math.min(text.length, start + wholeBetween(random, 1, 30));
    const [head, part, tail] = [text.subarray(0, start), text.subarray(start, end), text.subarray(end)];
    const changed: Buffer[] = pick(random, [
      [head, tail],
      [head, part, part, tail],
      [head],
      [head, Buffer.from(part).reverse(), tail],
      [head, Buffer.from(pick(random, oddities)), tail],
      [head, Buffer.from(pick(random, oddities)), part, tail],
      [head, Buffer.from([wholeBetween(random, 0, 255)]), text.subarray(start + 1)],
    ]);
    text = Buffer.concat(changed);
  }
  return text;
}

test.each(sources)("thousands of mutated bodies of %s yield only plausible prices", async (_, body, read, isJson) => {
  const bodies = isJson ? parsed : streamed;
  const random = randomFrom(5);
  const original = Buffer.from(body);
  let broken = 0;
  for (let index = 0; index < bodies; index++) {
    const text = mutate(original, random);
    let items: unknown[] = [];
    try {
      items = await read(text);
    } catch (error) {
      if (!(error instanceof SourceError))
        throw new Error(`crashed at ${JSON.stringify(text.toString())}`, { cause: error });
      broken += 1;
    }
    if (isJson && !isJsonText(text)) expect(items).toEqual([]);
    for (const item of items) expectPlausible(item as Partial<SourceOffer & PlayerCount>);
  }
  expect(broken).toBeGreaterThan(isJson ? bodies / 4 : 0);
  expect(broken).toBeLessThan(bodies);
});

function isJsonText(text: Buffer): boolean {
  try {
    JSON.parse(text.toString());
    return true;
  } catch {
    return false;
  }
}

function expectPlausible(item: Partial<SourceOffer & PlayerCount>): void {
  const { currency, priceMinor, regularMinor, link, productId, playerCount, startsAt, endsAt } = item;
  const problem =
    (priceMinor != null && !isPrice(priceMinor, currency)) ||
    (regularMinor != null && (!isPrice(regularMinor, currency) || regularMinor < priceMinor!)) ||
    (link !== undefined && !/^https?:\/\//i.test(link)) ||
    (playerCount === undefined ? !productId : !Number.isInteger(playerCount) || playerCount < 0) ||
    (endsAt !== undefined && (priceMinor !== 0 || startsAt! > now || endsAt <= now));
  if (problem) throw new Error(`believed ${JSON.stringify(item)}`);
}
