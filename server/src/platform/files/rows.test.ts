import { mkdir } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createTestFolder } from "../../test/folder.ts";
import { type ReadRow, readRows } from "./rows.ts";

const folder = await createTestFolder();

async function readAll(path: string): Promise<ReadRow[]> {
  return Array.fromAsync(readRows(path));
}

test("JSON Lines: a byte order mark, blank lines, both line ends and no last one", async () => {
  const path = await folder.write("a.jsonl", '\ufeff{"title":"A"}\r\n\n  \n{"title":"B","x":[1]}\n"text"');
  expect(await readAll(path)).toEqual([
    { line: 1, fields: { title: "A" } },
    { line: 4, fields: { title: "B", x: [1] } },
    { line: 5, fields: "text" },
  ]);
});

test("JSON Lines: a broken line stays alone", async () => {
  const lines = [
    Buffer.from('{"title":"A"}'),
    Buffer.from('{"title":'),
    Buffer.from([0x7b, 0xff, 0x7d]),
    Buffer.from(`"${"x".repeat(1_100_000)}"`),
    Buffer.from('{"title":"缺氧"}'),
  ];
  const path = await folder.write("broken.ndjson", Buffer.concat(lines.flatMap((line) => [line, Buffer.from("\n")])));
  expect(await readAll(path)).toEqual([
    { line: 1, fields: { title: "A" } },
    { line: 2, problem: "is not valid JSON" },
    { line: 3, problem: "is not UTF-8" },
    { line: 4, problem: "is longer than 1000000 bytes" },
    { line: 5, fields: { title: "缺氧" } },
  ]);
});

test("text that cannot be stored stays out with its line and field", async () => {
  const lines = [
    '{"title":"A"}',
    '{"title":"a\\udc00b"}',
    '{"title":"B","tags":["a\\u0000b"]}',
    '{"\\ud800":1}',
    '{"title":"🎮"}',
  ];
  expect(await readAll(await folder.write("text.jsonl", lines.join("\n")))).toEqual([
    { line: 1, fields: { title: "A" } },
    { line: 2, problem: "title is not well-formed Unicode" },
    { line: 3, problem: "tags.0 contains a NUL character" },
    { line: 4, problem: "\ufffd is not well-formed Unicode" },
    { line: 5, fields: { title: "🎮" } },
  ]);
  expect(await readAll(await folder.write("text.csv", "title,genre\nA,B\nC,a\0b\n"))).toEqual([
    { line: 2, fields: { title: "A", genre: "B" } },
    { line: 3, problem: "genre contains a NUL character" },
  ]);
});

test("CSV: byte order mark, quotes, commas, line breaks, empty cells; rows are named by their first line", async () => {
  const path = await folder.write(
    "a.csv",
    '\ufefftitle , genre,tags\r\n"Warhammer 40,000: Gladius",Strategy,\r\n"""Glow Ball"" - The\nbilliard",,"a, b"\r\n\r\n-KLAUS-,Major\\Minor,""\r\n',
  );
  expect(await readAll(path)).toEqual([
    { line: 2, fields: { title: "Warhammer 40,000: Gladius", genre: "Strategy", tags: null } },
    { line: 3, fields: { title: '"Glow Ball" - The\nbilliard', genre: null, tags: "a, b" } },
    { line: 6, fields: { title: "-KLAUS-", genre: "Major\\Minor", tags: null } },
  ]);
});

test("CSV: a stray quote or a missing cell spoils its own row only", async () => {
  const path = await folder.write("stray.csv", 'title,genre\n12" Vinyl,A\n"x" y,z,1\nonly\nB,C\n');
  expect(await readAll(path)).toEqual([
    { line: 2, fields: { title: '12" Vinyl', genre: "A" } },
    { line: 3, problem: "has 3 cells, the header has 2" },
    { line: 4, problem: "has 1 cells, the header has 2" },
    { line: 5, fields: { title: "B", genre: "C" } },
  ]);
});

test("CSV of a MySQL dump: backslashes before quotes, \\N for null", async () => {
  const path = await folder.write("dump.csv", '"title","genre"\n"Say \\"hi\\", twice",\\N\n\\N,"two\nlines"\n');
  expect(await readAll(path)).toEqual([
    { line: 2, fields: { title: 'Say "hi", twice', genre: null } },
    { line: 3, fields: { title: null, genre: "two\nlines" } },
  ]);
});

test("CSV of a MySQL dump: a text that ends with a quote", async () => {
  const path = await folder.write("dump.csv", '"title","genre"\n"Say \\"hi\\"",\\N\n');
  expect(await readAll(path)).toEqual([{ line: 2, fields: { title: 'Say "hi"', genre: null } }]);
});

test.each([",\\N,", ",\\N", "\n\\N\n", '",\\N,"', "\\N"])(
  "CSV: %j in quotes is a text like any other",
  async (text) => {
    const quoted = `"${text.replaceAll('"', '""')}"`;
    const path = await folder.write("quoted.csv", `title,genre\n"5\\",${quoted}\nB,\n"cut, off",${quoted}`);
    const rows = (await readAll(path)).map((row) => "fields" in row && row.fields);
    expect(rows).toEqual([
      { title: "5\\", genre: text },
      { title: "B", genre: null },
      { title: "cut, off", genre: text },
    ]);
  },
);

test("a packed file reads as the plain one, and says how far it is in bytes of the packed", async () => {
  const packed = gzipSync("title\nA\nB\n");
  const path = await folder.write("a.csv.gz", packed);
  const progress: [number, number][] = [];
  const rows = await Array.fromAsync(readRows(path, (bytes, size) => progress.push([bytes, size])));
  expect(rows.map((row) => "fields" in row && row.fields)).toEqual([{ title: "A" }, { title: "B" }]);
  expect(progress.at(-1)).toEqual([packed.length, packed.length]);
});

const gz = gzipSync(`{"title":"${"x".repeat(500)}"}\n`.repeat(100));
test.each<[string, string | Buffer, string]>([
  ["a.txt", "", "must end in .jsonl, .ndjson or .csv, or in one of these and .gz"],
  ["a.json", "[]", "must end in .jsonl, .ndjson or .csv, or in one of these and .gz"],
  ["latin1.csv", Buffer.from("title\nPok\xe9mon\n", "latin1"), "is not UTF-8"],
  ["open.csv", 'title\nA\n"never closed\nB\n', "is not CSV: row 3 has a quote that is never closed"],
  ["twice.csv", "title,genre,title\nA,B,C\n", "has two columns named title"],
  ["cut.jsonl.gz", gz.subarray(0, gz.length - 20), "cannot be unpacked: it is damaged or cut off"],
  ["plain.jsonl.gz", '{"title":"A"}', "cannot be unpacked: it is damaged or cut off"],
])("%s is refused", async (name, content, reason) => {
  const path = await folder.write(name, content);
  await expect(readAll(path)).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringContaining(`${path} ${reason}`),
  });
});

test("a missing file and a folder are refused", async () => {
  await expect(readAll(folder.path("missing.csv"))).rejects.toThrow("cannot be read (ENOENT)");
  await mkdir(folder.path("folder.csv"));
  await expect(readAll(folder.path("folder.csv"))).rejects.toThrow("folder.csv is a folder");
});

test("reading can end early", async () => {
  const path = await folder.write("long.csv", `title\n${"A\n".repeat(500_000)}`);
  for await (const row of readRows(path)) {
    expect(row.line).toBe(2);
    break;
  }
});
