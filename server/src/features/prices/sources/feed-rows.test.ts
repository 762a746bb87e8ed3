import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { feedRows } from "./feed-rows.ts";

const chunkSize = 64 * 1024;
/** A feed that is not refused by then is read without a limit. */
const maxRead = 16 * 1024 * 1024;

/** `head`, then `part` after part without end; the parts are numbered. */
async function* endless(head: string, part: (index: number) => string): AsyncGenerator<Buffer> {
  yield Buffer.from(head);
  let index = 0;
  for (let read = 0; read < maxRead; read += chunkSize) {
    let chunk = "";
    while (chunk.length < chunkSize) chunk += part(index++);
    yield Buffer.from(chunk);
  }
  throw new Error("The feed is read without a limit");
}

const item = '<?xml version="1.0"?>\n<rss><channel>\n<item><g:id>1</g:id>';

describe("an endless feed is refused with the limit and the item", () => {
  test.each<[what: string, head: string, part: (index: number) => string, reason: string]>([
    ["children of an item", item, () => "<a>x</a>", "the item at line 3 has more than 500 fields"],
    ["different children of an item", item, (index) => `<a${index}/>`, "the item at line 3 has more than 500 fields"],
    ["nesting", "<rss>", () => "<a>", "line 1 nests more than 32 elements"],
    ["nesting in an item", item, () => "<a>", "the item at line 3 nests more than 32 elements"],
    ["items in items", item, () => "<item>", "the item at line 3 nests more than 32 elements"],
    [
      "text of a field",
      `${item}<title>`,
      () => "<b>text</b>",
      "the field title of the item at line 3 is longer than 100000 characters",
    ],
    [
      "CDATA of a field",
      `${item}<title>`,
      () => "<![CDATA[text]]>",
      "the field title of the item at line 3 is longer than 100000 characters",
    ],
    ["elements in a field", `${item}<title>`, () => "<b></b>", "the item at line 3 is longer than 1000000 characters"],
    [
      "unbroken text of a field",
      `${item}<title>`,
      () => "text ",
      "the item at line 3 is longer than 1000000 characters",
    ],
    ["text in an item", item, () => "text ", "the item at line 3 is longer than 1000000 characters"],
    ["comments in an item", item, () => "<!-- -->", "the item at line 3 is longer than 1000000 characters"],
    ["text outside of items", "<rss>", () => "text ", "line 1 has more than 1000000 characters without a tag"],
    ["a comment", "<rss><!--", () => "text ", "line 1 has more than 1000000 characters without a tag"],
    ["a document type", "<!DOCTYPE rss [", () => "text ", "line 1 has more than 1000000 characters without a tag"],
    ["attributes", "<rss ", (index) => `a${index}='' `, "line 1 has more than 1000000 characters without a tag"],
    ["an attribute", "<rss a='", () => "text ", "line 1 has more than 1000000 characters without a tag"],
    ["the name of an element", "<rss><", () => "text", "line 1 has more than 1000000 characters without a tag"],
    ["an entity", "<rss>&", () => "text", "line 1 has more than 1000000 characters without a tag"],
    ["columns", "", (index) => `column${index},`, "is not CSV: row 1 is too long"],
    ["a cell", 'id,price\n1,"', () => "text ", "is not CSV: row 2 is too long"],
  ])("%s", async (_, head, part, reason) => {
    await expect(Array.fromAsync(feedRows(endless(head, part)))).rejects.toMatchObject({
      reason: "invalid",
      message: expect.stringContaining(reason),
    });
  });
});

test("a CSV feed has at most 1000 columns", async () => {
  const header = Array.from({ length: 1_001 }, (_, index) => `c${index}`).join(",");
  const rows = Array.fromAsync(feedRows(endless(`${header}\n`, () => "x\n")));
  await expect(rows).rejects.toThrow("has more than 1000 columns");
});

test("a feed at the limits is read", async () => {
  const fields = Array.from({ length: 498 }, (_, index) => `<f${index}>x</f${index}>`).join("");
  const deep = `<deep>${"<a>".repeat(28)}${"</a>".repeat(28)}</deep>`;
  const feed = `<rss><channel><item><title>${"x".repeat(100_000)}</title>${deep}${fields}</item></channel></rss>`;
  const rows = await Array.fromAsync(feedRows(pieces(feed)));
  expect(rows).toEqual([{ line: 1, fields: expect.objectContaining({ title: "x".repeat(100_000), f497: "x" }) }]);
});

async function* pieces(text: string): AsyncGenerator<Buffer> {
  for (let at = 0; at < text.length; at += 1_000) yield Buffer.from(text.slice(at, at + 1_000));
}

test("rows with text that cannot be stored are refused with their line", async () => {
  const rows = await Array.fromAsync(feedRows(pieces("id,title\n1,A\n2,a\0b\n")));
  expect(rows).toEqual([
    { line: 2, fields: { id: "1", title: "A" } },
    { line: 3, problem: "title contains a NUL character" },
  ]);
});

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

test("memory does not grow with the number of items", async () => {
  const heap = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const product = (index: number) => `<item><id>${index}</id><title>${"x".repeat(500)}</title></item>\n`;
  let count = 0;
  let early = 0;
  const read = async () => {
    for await (const _ of feedRows(endless("<rss>", product))) {
      count += 1;
      if (count === 1_000) early = heap();
    }
  };
  await expect(read()).rejects.toThrow("without a limit");
  expect(count).toBeGreaterThan(20_000);
  expect(heap() - early).toBeLessThan(8 * 2 ** 20);
});
