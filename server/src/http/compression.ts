import zlib from "node:zlib";
import fastifyCompress from "@fastify/compress";
import type { FastifyInstance } from "fastify";
import { mostAtOnce, pack, packings, smallest } from "./body.ts";

const atOnce = (encoding: keyof typeof pack) => (bytes: Buffer) => pack[encoding].atOnce(bytes, bytes.length);

/** Packs answers that are made for one caller; those that many get come packed (`answer-cache.ts`). */
export async function packAnswers(app: FastifyInstance): Promise<void> {
  await app.register(fastifyCompress, {
    threshold: smallest,
    encodings: [...packings],
    syncThreshold: mostAtOnce,
    // what Node's own ways leave behind made the event loop's memory be gone through twice as often (decision 029)
    zlib: {
      ...zlib,
      zstdCompressSync: atOnce("zstd"),
      brotliCompressSync: atOnce("br"),
      gzipSync: atOnce("gzip"),
    },
    // bodies that come are never unpacked: few bytes could become many
    globalDecompression: false,
  });
}
