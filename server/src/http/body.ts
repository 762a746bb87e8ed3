import { hash } from "node:crypto";
import { promisify } from "node:util";
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  brotliDecompressSync,
  constants,
  gunzip,
  gunzipSync,
  gzip,
  gzipSync,
  type ZstdOptions,
  zstdCompress,
  zstdDecompress,
  zstdDecompressSync,
} from "node:zlib";
import { packZstd, zstdParams } from "./zstd.ts";

/** The best of them first: zstd packs as well as brotli does, in a quarter of the time (decision 030). */
export const packings = ["zstd", "br", "gzip"] as const;

export type Encoding = "identity" | (typeof packings)[number];

/** A text in one of the forms that it can be sent in. */
export interface Body {
  /** Identifies the text, whatever its form. */
  tag: string;
  /** Bytes of the text itself. */
  length: number;
  encoding: Encoding;
  bytes: Buffer;
}

/** Below this many bytes an answer gains nothing from compression. */
export const smallest = 1_024;

/** Up to this many bytes of text packing takes less than a fifth of a millisecond, and another thread would cost more than it saves. */
export const mostAtOnce = 32 * 1024;

/** Most answers are sent once or twice: the next step makes them 7 % smaller and takes twice as long (decision 030). */
const brotliQuality = 4;

export function plainBody(text: string): Body {
  // bytes lie outside of the reach of the collector of garbage, which would move a text that is kept
  const bytes = ownBuffer(Buffer.byteLength(text));
  bytes.write(text);
  return { tag: hash("sha1", bytes, "base64url"), length: bytes.length, encoding: "identity", bytes };
}

/** The encoding in which somebody wants a text of so many bytes, by the `Accept-Encoding` of the request. */
export function chooseEncoding(accepted: string | undefined, length: number): Encoding {
  return length < smallest ? "identity" : bestEncoding(accepted);
}

/** The encoding in which somebody wants any text that is long enough. */
export function bestEncoding(accepted = ""): Encoding {
  return wanted.find(({ pattern }) => pattern.test(accepted))?.packing ?? "identity";
}

/** Named in `Accept-Encoding`, and not with a weight of 0. The best comes first. */
const wanted: { packing: (typeof packings)[number]; pattern: RegExp }[] = [
  { packing: "zstd", pattern: /\bzstd\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/ },
  { packing: "br", pattern: /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/ },
  { packing: "gzip", pattern: /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/ },
];

/** The body in another encoding, made at once: for threads where nobody waits, and for short ones. */
export function encodeAtOnce(body: Body, encoding: Encoding): Body {
  if (body.encoding === encoding) return body;
  const plain = unpack[body.encoding].atOnce(body.bytes, body.length);
  return { ...body, encoding, bytes: pack[encoding].atOnce(plain, body.length) };
}

/** The body in another encoding; a long one is made beside the event loop. */
export async function encode(body: Body, encoding: Encoding): Promise<Body> {
  if (body.encoding === encoding || body.length <= mostAtOnce) return encodeAtOnce(body, encoding);
  const plain = await unpack[body.encoding].beside(body.bytes, body.length);
  return { ...body, encoding, bytes: await pack[encoding].beside(plain, body.length) };
}

/** `length`: bytes of the text. */
interface Step {
  atOnce(bytes: Buffer, length: number): Buffer;
  beside(bytes: Buffer, length: number): Promise<Buffer>;
}

const asIs: Step = { atOnce: (bytes) => bytes, beside: async (bytes) => bytes };

export const pack: Record<Encoding, Step> = {
  identity: asIs,
  zstd: {
    atOnce: (bytes) => exactly(packZstd(bytes)),
    beside: async (bytes, length) => exactly(await promisify(zstdCompress)(bytes, zstdOptions(length))),
  },
  br: {
    atOnce: (bytes, length) => exactly(release(brotliCompressSync(bytes, { ...brotliOptions(length), info: true }))),
    beside: async (bytes, length) => exactly(await promisify(brotliCompress)(bytes, brotliOptions(length))),
  },
  gzip: {
    atOnce: (bytes) => exactly(release(gzipSync(bytes, { info: true }))),
    beside: async (bytes) => exactly(await promisify(gzip)(bytes)),
  },
};

const unpack: Record<Encoding, Step> = {
  identity: asIs,
  zstd: {
    atOnce: (bytes, length) => release(zstdDecompressSync(bytes, { chunkSize: room(length), info: true })),
    beside: (bytes, length) => promisify(zstdDecompress)(bytes, { chunkSize: room(length) }),
  },
  br: {
    atOnce: (bytes, length) => release(brotliDecompressSync(bytes, { chunkSize: room(length), info: true })),
    beside: (bytes, length) => promisify(brotliDecompress)(bytes, { chunkSize: room(length) }),
  },
  gzip: {
    atOnce: (bytes, length) => release(gunzipSync(bytes, { chunkSize: room(length), info: true })),
    beside: (bytes, length) => promisify(gunzip)(bytes, { chunkSize: room(length) }),
  },
};

function zstdOptions(length: number): ZstdOptions {
  return { chunkSize: room(length / 4), params: zstdParams };
}

function brotliOptions(length: number): BrotliOptions {
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_SIZE_HINT: size } = constants;
  return { chunkSize: room(length / 4), params: { [quality]: brotliQuality, [size]: length } };
}

/**
 * Bytes that Node divides among many small buffers. All of them stay while one is in use, and go into old memory when that takes
 * longer than a sweep or two, as it does with Node's own 64 KB: half of all that the event loop left there were such bytes (decision 029).
 */
Buffer.poolSize = 8 * 1024;

/** For a buffer of that size that is no part of a common one, which others would keep. */
const room = (length: number) => Math.max(Math.ceil(length), Buffer.poolSize / 2);

/** Not a part of those, all of which a kept answer would keep. */
const ownBuffer = (length: number) => Buffer.allocUnsafeSlow(length);

/** zlib gives a part of a larger buffer, all of which would be kept with it. */
function exactly(bytes: Buffer): Buffer {
  const own = ownBuffer(bytes.length);
  bytes.copy(own);
  return own;
}

/**
 * What has packed or unpacked at once is no garbage to Node until all memory is gone through, and keeps the buffer that it wrote into:
 * several KB for each answer, which brings that moment nearer. Its types do not tell what `info` gives, its documentation does.
 */
function release(done: unknown): Buffer {
  const { buffer, engine } = done as { buffer: Buffer; engine: { _outBuffer: Buffer | null } };
  engine._outBuffer = null;
  return buffer;
}
