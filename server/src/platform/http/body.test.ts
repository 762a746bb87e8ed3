import { expect, test } from "vitest";
import { compressions, encode, encodeSync, plainBody } from "./body.ts";

test.each(compressions)("a body uses exactly its length in memory, plain or as %s", (encoding) => {
  for (const body of [plainBody("short"), encodeSync(plainBody("long ".repeat(1_000)), encoding)]) {
    expect(body.bytes.buffer.byteLength).toBe(body.bytes.length);
  }
});

test.each(compressions)("converts between %s and any other encoding", async (encoding) => {
  for (const text of ["short", "long ".repeat(100_000)]) {
    const plain = plainBody(text);
    const body = await encode(plain, encoding);
    for (const other of ["identity", ...compressions] as const) {
      const { bytes } = await encode(await encode(body, other), "identity");
      expect(bytes.toString()).toBe(text);
    }
    expect(encodeSync(body, "identity")).toEqual(plain);
  }
});
