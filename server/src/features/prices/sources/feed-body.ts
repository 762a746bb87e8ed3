import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream";
import { fileURLToPath } from "node:url";
import { createGunzip } from "node:zlib";
import type { SourceClient, SourceResponse } from "./client.ts";
import { SourceError } from "./source.ts";

export interface FeedPlace {
  /** `https:`, `http:` or `file:` address, or a path. */
  location: string;
  client: SourceClient;
  /** Called with the bytes of a file read so far. */
  onRead?: (bytes: number, size: number) => void;
  /** The largest feed that is read, after decompression, in bytes. */
  maxBytes?: number;
}

type Body = Pick<SourceResponse, "version" | "unchanged" | "body">;

/** Feeds of the largest shops have a few hundred megabytes. */
const defaultMaxBytes = 2_000_000_000;
const totalMs = 3_600_000;

/** Streams a feed's bytes, decompressed. Throws SourceError, here or while they are read. */
export async function openBody(place: FeedPlace, signal: AbortSignal, knownVersion: string | null): Promise<Body> {
  const { location, client, maxBytes = defaultMaxBytes } = place;
  const stored = /^https?:/i.test(location)
    ? await client.stream(location, { signal, maxBytes, totalMs, knownVersion })
    : await openFile(place, signal, knownVersion);
  return { ...stored, body: decompressed(stored.body, maxBytes) };
}

async function openFile(
  { location, onRead }: FeedPlace,
  signal: AbortSignal,
  knownVersion: string | null,
): Promise<Body> {
  const path = /^file:/i.test(location) ? fileURLToPath(location) : location;
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    throw new SourceError("unreachable", `${path} cannot be read (${cause.code})`);
  });
  if (!found.isFile()) throw new SourceError("invalid", `${path} is not a file`);
  const version = `"${found.size}-${found.mtimeMs}"`;
  const body = createReadStream(path, { signal });
  if (onRead) body.on("data", () => onRead(body.bytesRead, found.size));
  return { version, unchanged: version === knownVersion, body };
}

/** Detects compression by content: feeds are compressed more often than their names or types indicate. */
async function* decompressed(body: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  const source = body[Symbol.asyncIterator]();
  const { value: head, done } = await source.next();
  if (done) return;
  const whole = resumed(head, source);
  const isCompressed = head[0] === 0x1f && head[1] === 0x8b;
  let size = 0;
  for await (const chunk of isCompressed ? pipeline(whole, createGunzip(), () => {}) : whole) {
    size += chunk.length;
    if (size > maxBytes) throw new SourceError("invalid", `is larger than ${maxBytes} bytes`);
    yield chunk;
  }
}

/** An iteration with its first value, which was already consumed, put back. */
export async function* resumed<Value>(first: Value, rest: AsyncIterator<Value>): AsyncGenerator<Value> {
  try {
    yield first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
