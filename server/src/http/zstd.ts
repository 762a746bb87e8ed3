import { constants, type ZstdOptions } from "node:zlib";
import { ZstdCompress } from "minizlib";

/** Most answers are sent once or twice: the next step makes them 7 % smaller and takes twice as long (decision 030). */
export const zstdParams: ZstdOptions["params"] = { [constants.ZSTD_c_compressionLevel]: 3 };

let engine: ZstdCompress | undefined;

/**
 * The bytes packed at once, as `zstdCompressSync` packs them, which makes a new engine each time: of 2 KB, that takes most of the time.
 * One engine serves all texts of a thread.
 */
export function packZstd(bytes: Buffer): Buffer {
  if (!engine || engine.sawError) engine = newEngine();
  engine.write(bytes);
  const packed = engine.read();
  if (!packed) throw new Error("zstd gave nothing");
  return packed;
}

function newEngine(): ZstdCompress {
  // whatever is written is a frame of its own; a page fits into the chunk, and larger texts take several
  const options = { flush: constants.ZSTD_e_end, chunkSize: 64 * 1024, params: zstdParams };
  return new ZstdCompress(options);
}
