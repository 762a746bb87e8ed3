import fastifyCompress from "@fastify/compress";
import type { FastifyInstance } from "fastify";
import { brotliOptions, compressions, maxSync, minCompressed } from "../body.ts";

/** Compresses responses to one caller; shared ones are compressed by `response-cache.ts`. */
export async function compressResponses(app: FastifyInstance): Promise<void> {
  await app.register(fastifyCompress, {
    threshold: minCompressed,
    encodings: [...compressions],
    syncThreshold: maxSync,
    brotliOptions,
    // request bodies are never decompressed: protects from decompression bombs
    globalDecompression: false,
  });
}
