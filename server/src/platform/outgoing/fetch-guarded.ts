import type { IncomingHttpHeaders } from "node:http";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { Agent, type Dispatcher, request } from "undici";
import { checkPublicUrl, GuardError, lookupPublic } from "./addresses.ts";

export interface FetchOptions {
  /** Ends the whole call, the body included. Give it a timeout. */
  signal: AbortSignal;
  /** The largest body after decompression, in bytes. */
  maxBytes: number;
  headers?: Record<string, string>;
  /** The body of a POST. Redirects are returned, not followed. */
  post?: string | Uint8Array;
  /** Configured by the operator: this address or its host may use plain HTTP or a private network. */
  trusted?: "address" | "host" | undefined;
  /** Time limit without data, in milliseconds. */
  idleMs?: number;
}

export interface GuardedResponse {
  /** The address after redirects. */
  url: URL;
  status: number;
  headers: IncomingHttpHeaders;
  /** The decompressed body. Read it, or call `cancel`. Throws GuardError when it grows too large. */
  body: AsyncIterable<Buffer>;
  cancel(): void;
}

const redirects = new Set([301, 302, 303, 307, 308]);
const maxRedirects = 3;

const connectTimeoutMs = 3_000;
const trustedAgent = new Agent({ allowH2: false, connect: { timeout: connectTimeoutMs } });
const publicAgent = new Agent({ allowH2: false, connect: { timeout: connectTimeoutMs, lookup: lookupPublic } });

let isClosed = false;

/** From now on every call of this process is refused. Returns how to end that. */
export function refuseOutgoing(): () => void {
  isClosed = true;
  return () => {
    isClosed = false;
  };
}

/**
 * GETs an address, or POSTs to it. Follows at most 3 redirects of a GET; whatever is not trusted must be HTTPS on the
 * public internet.
 * Throws GuardError when the guard rejects the call, another error when the host is unreachable or disconnects.
 */
export async function fetchGuarded(address: string, options: FetchOptions): Promise<GuardedResponse> {
  if (isClosed) throw new GuardError("this site makes no requests outside");
  const first = parseUrl(address);
  let url = first;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const trusted = options.trusted === "host" ? url.host === first.host : options.trusted && hop === 0;
    const problem = trusted ? undefined : checkPublicUrl(url);
    const place = hop === 0 ? url.origin : `${first.origin} redirects to ${url.origin}`;
    if (problem) throw new GuardError(`${place}: ${problem}`);
    const response = await request(url, {
      ...(options.post !== undefined && { method: "POST", body: options.post }),
      dispatcher: trusted ? trustedAgent : publicAgent,
      signal: options.signal,
      headers: { "accept-encoding": "gzip, br", ...options.headers },
      headersTimeout: options.idleMs,
      bodyTimeout: options.idleMs,
    });
    const { statusCode: status, headers, body } = response;
    const cancel = () => void body.on("error", () => {}).destroy();
    if (options.post === undefined && redirects.has(status) && headers.location) {
      cancel();
      url = parseUrl(String(headers.location), url);
      continue;
    }
    return { url, status, headers, body: readBody(response, options.maxBytes), cancel };
  }
  throw new GuardError(`${first.origin} redirects too often`);
}

function parseUrl(address: string, base?: URL): URL {
  const url = URL.parse(address, base);
  if (!url || !/^https?:$/.test(url.protocol)) throw new GuardError(`not a web address: ${address}`);
  return url;
}

async function* readBody({ body, headers }: Dispatcher.ResponseData, maxBytes: number): AsyncGenerator<Buffer> {
  const tooLarge = () => new GuardError(`the response has more than ${maxBytes} bytes`);
  let bytes = 0;
  try {
    if (Number(headers["content-length"] ?? 0) > maxBytes) throw tooLarge();
    for await (const chunk of decompress(body, String(headers["content-encoding"] ?? "")) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge();
      yield chunk;
    }
  } finally {
    body.on("error", () => {}).destroy();
  }
}

function decompress(body: Readable, encoding: string): Readable {
  const name = encoding.trim().toLowerCase();
  if (name === "" || name === "identity") return body;
  if (name === "gzip" || name === "x-gzip") return pipeline(body, createGunzip(), () => {});
  if (name === "br") return pipeline(body, createBrotliDecompress(), () => {});
  throw new GuardError(`unknown content encoding: ${name}`);
}
