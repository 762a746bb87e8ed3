import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { packZstd, zstdParams } from "./zstd.ts";

const textOf = (lines: number) =>
  Buffer.from(Array.from({ length: lines }, (_, line) => `line ${line} of ${lines}`).join("\n"));

test("packs one text after another, each as Node does", () => {
  for (const lines of [1, 5_000, 100, 5_000]) {
    const text = textOf(lines);
    expect(packZstd(text)).toEqual(zstdCompressSync(text, { params: zstdParams }));
  }
});

test("packs a text of any length", () => {
  const noise = Buffer.from(Uint32Array.from({ length: 200_000 }, (_, at) => Math.imul(at, 2_654_435_761)).buffer);
  const packed = packZstd(noise);
  expect(packed.length).toBeGreaterThan(64 * 1024);
  expect(zstdDecompressSync(packed)).toEqual(noise);
});

test("packs on after a failure", () => {
  expect(() => packZstd(undefined as never)).toThrow();
  expect(zstdDecompressSync(packZstd(textOf(10)))).toEqual(textOf(10));
});
