import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { bytesLeftBy } from "../test/bytes-left.ts";
import { packings } from "./body.ts";
import { packAnswers } from "./compression.ts";

const unpack = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };

async function openSite() {
  const app = Fastify();
  await packAnswers(app);
  app.get("/:words", (request, reply) =>
    reply.type("text/plain").send("a price ".repeat(Number((request.params as { words: string }).words))),
  );
  return (words: number, accepted: string) =>
    app.inject({ url: `/${words}`, headers: { "accept-encoding": accepted } });
}

test.each(packings)("short and long texts arrive whole as %s", async (encoding) => {
  const ask = await openSite();
  for (const words of [200, 2_000, 20_000]) {
    const { headers, rawPayload } = await ask(words, encoding);
    expect(headers["content-encoding"]).toBe(encoding);
    expect(unpack[encoding](rawPayload).toString()).toBe("a price ".repeat(words));
  }
});

test("the best of what a client accepts is taken, and none for a text that gains nothing", async () => {
  const ask = await openSite();
  const chosen = async (words: number, accepted: string) => (await ask(words, accepted)).headers["content-encoding"];
  expect(await chosen(200, "gzip, deflate, br, zstd")).toBe("zstd");
  expect(await chosen(200, "identity")).toBeUndefined();
  expect(await chosen(20, "zstd")).toBeUndefined();
});

test.each(packings)("packing as %s leaves nothing in memory", async (encoding) => {
  const ask = await openSite();
  const left = await bytesLeftBy(async () => {
    for (let time = 0; time < 200; time++) await ask(1_000, encoding);
  });
  expect(left / 200).toBeLessThan(1_000);
});
