import { expect, test } from "vitest";
import { decodeText, splitHint } from "./decode.ts";

async function* inChunks(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const text = "id;title\nk1;Müller’s STRIDER™ 飛竜 – €\n";
const utf16 = Buffer.from(`\ufeff${text}`, "utf16le");
const latin = Buffer.from("id;title\nk1;M\u00fcller \u0080 \u0093x\u0094\n", "latin1");
const xml = (encoding: string) => Buffer.from(`<?xml version="1.0" encoding=${encoding}?><a>M\u00fcller</a>`, "latin1");

const decode = async (bytes: Buffer, size: number, encoding?: "utf-8" | "windows-1252") =>
  (await Array.fromAsync(decodeText(inChunks(bytes, size), encoding))).join("");

// otherworld-dev/Budget#371, mholt/PapaParse#750: files that are not UTF-8
test.each([1, 7, 199, 10_000])(
  "files are decoded by mark, declaration or choice, in chunks of %i bytes",
  async (size) => {
    expect(await decode(Buffer.from(text), size)).toBe(text);
    expect(await decode(Buffer.from(`\ufeff${text}`), size)).toBe(text);
    expect(await decode(utf16, size)).toBe(text);
    expect(await decode(Buffer.from(utf16).swap16(), size)).toBe(text);
    expect(await decode(utf16, size, "windows-1252")).toBe(text);
    expect(await decode(latin, size, "windows-1252")).toBe("id;title\nk1;Müller € “x”\n");
    expect(await decode(xml('"ISO-8859-1"'), size)).toContain("<a>Müller</a>");
    expect(await decode(xml("'windows-1252'"), size)).toContain("<a>Müller</a>");
    expect(await decode(Buffer.alloc(0), size)).toBe("");
    await expect(decode(latin, size)).rejects.toMatchObject({ code: "ERR_ENCODING_INVALID_ENCODED_DATA" });
    await expect(decode(xml('"UTF-8"'), size)).rejects.toMatchObject({ code: "ERR_ENCODING_INVALID_ENCODED_DATA" });
    await expect(decode(xml('"klingon"'), size)).rejects.toThrow('declares the unknown encoding "klingon"');
  },
);

// tspence/csharp-csv-reader#28, rap2hpoutre/fast-excel#327: the first line was taken for the header
test.each([
  ["sep=;\nName;GameId\n", ";", "Name;GameId\n"],
  ["sep=;\r\nName", ";", "Name"],
  ['"sep=,"\nName', ",", "Name"],
  ["SEP=\t\nName", "\t", "Name"],
  ["\ufeffsep=;\nName", ";", "Name"],
  ["Name;sep=;\n", null, "Name;sep=;\n"],
  ["sep=;x\n", null, "sep=;x\n"],
  ["sep=x\n", null, "sep=x\n"],
])("%j begins with the hint %j", (whole, delimiter, rest) => {
  expect(splitHint(whole)).toEqual({ delimiter, rest });
});
