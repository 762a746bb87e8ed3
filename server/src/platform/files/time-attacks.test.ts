import { setImmediate } from "node:timers/promises";
import { feedColumns } from "contract/prices/feed-rules.ts";
import { expect, test } from "vitest";
import { ImportRow, importFields } from "../../features/games/import/row.ts";
import { historyRowIn } from "../../features/prices/history/import-history-row.ts";
import { readFeedRow } from "../../features/prices/sources/feed-row.ts";
import { feedRows } from "../../features/prices/sources/feed-rows.ts";
import { kindredKeys, readTitle } from "../../features/prices/sources/titles.ts";
import { createTestFolder } from "../../test/folder.ts";
import { hostileTexts } from "../../test/hostile/hostile-texts.ts";
import { maxBlock } from "../../test/hostile/longest-block.ts";
import { repeats } from "../../test/processes/soak.ts";
import { readRows } from "./rows.ts";

/** For how long no file may keep the event loop from everything else, in milliseconds. */
const maxBlockMs = 50;

const folder = await createTestFolder();
const texts = Object.values(hostileTexts);
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** A row for each field and shape, in which the one has the other; outside `npm run soak` for each fourth shape. */
function rowsOf(fields: readonly string[]): Record<string, string>[] {
  const plain = Object.fromEntries(fields.map((name) => [name, "1"]));
  const shapesOf = (field: number) => texts.filter((_, place) => (place + field) % repeats(4, 1) === 0);
  return fields.flatMap((name, field) => shapesOf(field).map((text) => ({ ...plain, [name]: text })));
}

/** The best of a few tries, since garbage is collected in between. */
async function blockOf(read: () => Promise<void>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && best > maxBlockMs / 2; attempt += 1) {
    best = Math.min(best, (await maxBlock(read)).ms);
  }
  return best;
}

test.each([
  ["catalogue", importFields, ImportRow],
  [
    "price history",
    ["steam_appid", "gog_id", "title", "store", "recorded_at", "price", "base_price", "currency"],
    historyRowIn("USD", [{ key: "gog", kind: "official" }]),
  ],
] as const)("a file of a %s blocks the event loop with no text", async (name, fields, schema) => {
  const rows = rowsOf(fields);
  const csv = [fields.join(","), ...rows.map((row) => fields.map((field) => quoted(row[field]!)).join(","))];
  const files = [
    await folder.write(`${name}.jsonl`, rows.map((row) => JSON.stringify(row)).join("\n")),
    await folder.write(`${name}.csv`, csv.join("\n")),
  ];
  for (const file of files) {
    const ms = await blockOf(async () => {
      for await (const row of readRows(file)) if ("fields" in row) schema.safeParse(row.fields);
    });
    expect(ms).toBeLessThan(maxBlockMs);
  }
});

test("a feed blocks the event loop with no text", async () => {
  const rows = rowsOf(feedColumns);
  const csv = [feedColumns.join(","), ...rows.map((row) => feedColumns.map((name) => quoted(row[name]!)).join(","))];
  const items = rows.map((row) => {
    const fields = Object.entries(row).map(([name, text]) => `<g:${name}>${escaped(text)}</g:${name}>`);
    return `<item>${fields.join("")}</item>`;
  });
  for (const feed of [
    csv.join("\n"),
    `<rss>${items.join("")}</rss>`,
    ...texts,
    ...texts.map((text) => `<rss>${text}`),
  ]) {
    const ms = await blockOf(async () => {
      try {
        for await (const row of feedRows(chunksOf(feed))) readRow(row);
      } catch {
        // what is no feed is refused
      }
    });
    expect(ms, feed.slice(0, 100)).toBeLessThan(maxBlockMs);
  }
});

function readRow(row: { line: number; fields?: unknown }): void {
  const offer = readFeedRow(row.fields, row.line, { now: new Date("2026-01-01"), currency: "USD" });
  if (!("title" in offer) || offer.title === undefined) return;
  readTitle(offer.title);
  kindredKeys(offer.title);
}

/** As a connection or a file is read: the event loop has its turn before each chunk. */
async function* chunksOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 65_536) {
    await setImmediate();
    yield bytes.subarray(at, at + 65_536);
  }
}
