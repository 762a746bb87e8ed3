import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { type Encoding, encodeAtOnce, plainBody } from "./body.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as (options: { type: "major" | "minor" }) => void;

/** Bytes that the work leaves outside of V8's heap when only what is young is swept, as it happens several times a second. */
function bytesLeftBy(work: () => void): number {
  work();
  // or else it may happen by itself just then
  collect({ type: "major" });
  const before = process.memoryUsage().arrayBuffers;
  work();
  // what has been there twice is not young any more
  for (let times = 0; times < 3; times++) collect({ type: "minor" });
  return process.memoryUsage().arrayBuffers - before;
}

describe.each<Encoding>(["zstd", "br", "gzip"])("%s", (encoding) => {
  const texts = Array.from({ length: 200 }, (_, number) => `${number} `.repeat(3_000));

  test("packing leaves nothing in memory but its result", () => {
    const left = bytesLeftBy(() => {
      for (const text of texts) encodeAtOnce(plainBody(text), encoding);
    });
    expect(left / texts.length).toBeLessThan(1_000);
  });

  test("unpacking leaves nothing in memory but its result", () => {
    const packed = texts.map((text) => encodeAtOnce(plainBody(text), encoding));
    const left = bytesLeftBy(() => {
      for (const body of packed) encodeAtOnce(body, "identity");
    });
    expect(left / texts.length).toBeLessThan(1_000);
  });
});

test("small buffers share few bytes, so that one in use keeps few others in memory", () => {
  expect(Buffer.from("not much").buffer.byteLength).toBeLessThan(10_000);
});

test("a small answer that is kept takes no more memory than it has bytes", () => {
  const { bytes } = plainBody("not much");
  expect(bytes.buffer.byteLength).toBe(bytes.length);
});
