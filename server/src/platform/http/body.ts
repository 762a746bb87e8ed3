import { hash } from "node:crypto";
import { promisify } from "node:util";
import * as zlib from "node:zlib";

/** Best first: zstd compresses as well as brotli, in a quarter of the time (decision 030). */
export const compressions = ["zstd", "br", "gzip"] as const;

type Compression = (typeof compressions)[number];
export type Encoding = "identity" | Compression;

/** A text in one of the encodings that it can be sent in. */
export interface Body {
  /** Identifies the text, whatever its encoding. */
  tag: string;
  /** Bytes of the text itself. */
  length: number;
  encoding: Encoding;
  bytes: Buffer;
}

/** Shorter responses gain nothing from compression, in bytes. */
export const minCompressed = 1_024;

/** Up to this many bytes, compressing on the event loop is cheaper than in another thread. */
export const maxSync = 32 * 1024;

/** Most responses are sent once or twice: the next level is 7 % smaller and takes twice as long (decision 030). */
export const brotliOptions = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } };

const compressSync: Record<Compression, (bytes: Buffer) => Buffer> = {
  zstd: zlib.zstdCompressSync,
  br: (bytes) => zlib.brotliCompressSync(bytes, brotliOptions),
  gzip: zlib.gzipSync,
};
const compress: Record<Compression, (bytes: Buffer) => Promise<Buffer>> = {
  zstd: promisify(zlib.zstdCompress),
  br: (bytes) => promisify(zlib.brotliCompress)(bytes, brotliOptions),
  gzip: promisify(zlib.gzip),
};
const decompressSync = { zstd: zlib.zstdDecompressSync, br: zlib.brotliDecompressSync, gzip: zlib.gunzipSync };

export function plainBody(text: string): Body {
  const bytes = copy(Buffer.from(text));
  return { tag: hash("sha1", bytes, "base64url"), length: bytes.length, encoding: "identity", bytes };
}

/** The encoding for a text of this size in bytes, by the `Accept-Encoding` of the request. */
export function chooseEncoding(accepted: string | undefined, length: number): Encoding {
  return length < minCompressed ? "identity" : bestEncoding(accepted);
}

/** The encoding for any text that is long enough. */
export function bestEncoding(accepted = ""): Encoding {
  return compressions.find((name) => acceptedPatterns[name].test(accepted)) ?? "identity";
}

/** Named in `Accept-Encoding`, and not with a weight of 0. */
const acceptedPatterns: Record<Compression, RegExp> = {
  zstd: /\bzstd\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
  br: /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
};

/** The body in another encoding, on this thread. */
export function encodeSync(body: Body, encoding: Encoding): Body {
  if (body.encoding === encoding) return body;
  const plain = decoded(body);
  return { ...body, encoding, bytes: encoding === "identity" ? plain : copy(compressSync[encoding](plain)) };
}

/** The body in another encoding; a long one is compressed off the event loop. */
export async function encode(body: Body, encoding: Encoding): Promise<Body> {
  if (encoding === "identity" || body.encoding === encoding || body.length <= maxSync) {
    return encodeSync(body, encoding);
  }
  return { ...body, encoding, bytes: copy(await compress[encoding](decoded(body))) };
}

function decoded({ encoding, bytes }: Body): Buffer {
  return encoding === "identity" ? bytes : decompressSync[encoding](bytes);
}

/** Copies a slice to a separate buffer: it would retain the larger one that it is a part of. */
function copy(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
