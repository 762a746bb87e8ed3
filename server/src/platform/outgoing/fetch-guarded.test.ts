import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { startUpstream } from "../../test/servers/upstream-server.ts";
import { GuardError } from "./addresses.ts";
import { fetchGuarded } from "./fetch-guarded.ts";

const upstream = await startUpstream();
const { port } = new URL(upstream.origin);

async function read(address: string, options: Partial<Parameters<typeof fetchGuarded>[1]> = {}): Promise<string> {
  const signal = AbortSignal.timeout(5_000);
  const response = await fetchGuarded(address, { signal, maxBytes: 1_000, trusted: "host", ...options });
  return Buffer.concat(await Array.fromAsync(response.body)).toString();
}

test.each([
  ["identity", (text: string) => Buffer.from(text)],
  ["gzip", gzipSync],
  ["br", brotliCompressSync],
])("reads a body in %s, up to the limit", async (encoding, compress) => {
  upstream.respondWith((request, response) => {
    response.writeHead(200, { "content-encoding": encoding }).end(compress("x".repeat(Number(request.url!.slice(1)))));
  });
  expect(await read(`${upstream.origin}/1000`)).toHaveLength(1_000);
  await expect(read(`${upstream.origin}/1001`)).rejects.toThrow(GuardError);
  await expect(read(`${upstream.origin}/1000000`)).rejects.toThrow(GuardError);
});

test("refuses an unknown encoding", async () => {
  upstream.respondWith((_, response) => void response.writeHead(200, { "content-encoding": "compress" }).end("x"));
  await expect(read(upstream.origin)).rejects.toThrow(GuardError);
});

test("follows redirects within a trusted host, 3 at most", async () => {
  upstream.respondWith((request, response) => {
    const left = Number(request.url!.slice(1));
    if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end();
    else response.end("there");
  });
  expect(await read(`${upstream.origin}/3`)).toBe("there");
  await expect(read(`${upstream.origin}/4`)).rejects.toThrow(GuardError);
  await expect(read(`${upstream.origin}/1`, { trusted: "address" })).rejects.toThrow(GuardError);
});

test.each([
  `http://127.0.0.1:${port}/`,
  `https://127.0.0.1:${port}/`,
  `https://2130706433:${port}/`,
  `https://localhost:${port}/`,
  `https://[::1]:${port}/`,
  `https://[::ffff:127.0.0.1]:${port}/`,
  "https://169.254.169.254/latest/meta-data/",
  "https://user:secret@8.8.8.8/",
  "http://8.8.8.8/",
  "file:///etc/passwd",
  "not an address",
])("refuses %s, also as a redirect", async (address) => {
  await expect(read(address, { trusted: undefined })).rejects.toThrow(GuardError);
  upstream.respondWith((request, response) => {
    if (request.url === "/first") response.writeHead(302, { location: new URL(address, "https://[::1]").href }).end();
    else response.end("private");
  });
  await expect(read(`${upstream.origin}/first`, { trusted: "address" })).rejects.toThrow(GuardError);
  expect(upstream.calls).toHaveLength(1);
});

test("the call fails when no data arrives in time", async () => {
  upstream.respondWith(() => {});
  await expect(read(upstream.origin, { idleMs: 50 })).rejects.not.toThrow(GuardError);
});
