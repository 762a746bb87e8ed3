import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { compressions } from "../body.ts";
import { compressResponses } from "./compression.ts";

const unpack = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };

async function openSite() {
  const app = Fastify();
  await compressResponses(app);
  app.get("/:words", (request, reply) =>
    reply.type("text/plain").send("a price ".repeat(Number((request.params as { words: string }).words))),
  );
  return (words: number, accepted: string) =>
    app.inject({ url: `/${words}`, headers: { "accept-encoding": accepted } });
}

test.each(compressions)("short and long texts arrive whole as %s", async (encoding) => {
  const load = await openSite();
  for (const words of [200, 2_000, 20_000]) {
    const { headers, rawPayload } = await load(words, encoding);
    expect(headers["content-encoding"]).toBe(encoding);
    expect(unpack[encoding](rawPayload).toString()).toBe("a price ".repeat(words));
  }
});

test("picks the best accepted encoding, and none for a text too short to gain", async () => {
  const load = await openSite();
  const chosen = async (words: number, accepted: string) => (await load(words, accepted)).headers["content-encoding"];
  expect(await chosen(200, "gzip, deflate, br, zstd")).toBe("zstd");
  expect(await chosen(200, "identity")).toBeUndefined();
  expect(await chosen(20, "zstd")).toBeUndefined();
});
