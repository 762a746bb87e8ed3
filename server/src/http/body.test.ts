import { describe, expect, test } from "vitest";
import { bytesLeftBy } from "../test/bytes-left.ts";
import { type Encoding, encodeAtOnce, plainBody } from "./body.ts";

describe.each<Encoding>(["zstd", "br", "gzip"])("%s", (encoding) => {
  const texts = Array.from({ length: 200 }, (_, number) => `${number} `.repeat(3_000));

  test("packing leaves nothing in memory but its result", async () => {
    const left = await bytesLeftBy(() => {
      for (const text of texts) encodeAtOnce(plainBody(text), encoding);
    });
    expect(left / texts.length).toBeLessThan(1_000);
  });

  test("unpacking leaves nothing in memory but its result", async () => {
    const packed = texts.map((text) => encodeAtOnce(plainBody(text), encoding));
    const left = await bytesLeftBy(() => {
      for (const body of packed) encodeAtOnce(body, "identity");
    });
    expect(left / texts.length).toBeLessThan(1_000);
  });
});

test("small buffers share few bytes, so that one in use keeps few others in memory", () => {
  // the first are parts of what was there before
  const small = Array.from({ length: 100 }, () => Buffer.from("a price ".repeat(100)));
  expect(small.at(-1)!.buffer.byteLength).toBeLessThan(10_000);
});

test("a small answer that is kept takes no more memory than it has bytes", () => {
  const { bytes } = plainBody("not much");
  expect(bytes.buffer.byteLength).toBe(bytes.length);
});
