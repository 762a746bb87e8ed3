import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { type Encoding, encodeAtOnce, plainBody } from "./body.ts";

/** Sweeps what is young, as it happens several times a second, and does not go through all memory. */
function sweep(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: { type: "minor" }) => void;
  // what has been there twice is not young any more
  for (let times = 0; times < 3; times++) collect({ type: "minor" });
}

const texts = Array.from({ length: 200 }, (_, number) => `${number} `.repeat(3_000));

function packAll(encoding: Encoding): void {
  for (const text of texts) encodeAtOnce(encodeAtOnce(plainBody(text), encoding), "identity");
}

test.each<Encoding>(["zstd", "br", "gzip"])(
  "packing with %s and unpacking leaves nothing in memory but its result",
  (encoding) => {
    packAll(encoding);
    sweep();
    const before = process.memoryUsage().arrayBuffers;
    packAll(encoding);
    sweep();
    expect((process.memoryUsage().arrayBuffers - before) / texts.length).toBeLessThan(1_000);
  },
);

test("a small answer that is kept takes no more memory than it has bytes", () => {
  const { bytes } = plainBody("not much");
  expect(bytes.buffer.byteLength).toBe(bytes.length);
});
