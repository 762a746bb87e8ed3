import * as http from "node:http";
import * as https from "node:https";
import { brand } from "contract/brand.ts";
import { checkPublicUrl, lookupPublic, PrivateAddressError } from "../../outgoing/addresses.ts";

/** Where a picture may be had. `configured`: the operator named the host, so it may be plain HTTP or on a private network. */
export interface Source {
  url: string;
  configured: boolean;
}

export interface DownloadLimits {
  /** The largest file, in bytes. */
  bytes: number;
  /** How long finding and connecting to the host may take. */
  connectMs: number;
  /** How long the whole download may take. */
  totalMs: number;
}

/** `away`: the host does not answer, or wants to be left alone. `unusable`: it answers, but not with a picture that we take. */
export class DownloadError extends Error {
  readonly reason: "away" | "unusable";

  constructor(reason: DownloadError["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

const pictureTypes = new Set(["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"]);
const redirects = new Set([301, 302, 303, 307, 308]);
const mostRedirects = 3;

/**
 * The bytes of the picture at a source, whatever its content type promises: nothing is decoded here.
 * Only a configured source may be anything but HTTPS on the public internet, and no redirect may.
 * Throws DownloadError.
 */
export async function download(source: Source, limits: DownloadLimits, signal: AbortSignal): Promise<Buffer> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(limits.totalMs)]);
  let url = parse(source.url);
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const guarded = !source.configured || hop > 0;
    const problem = guarded && checkPublicUrl(url);
    if (problem) throw new DownloadError("unusable", problem);
    const response = await request(url, guarded, limits.connectMs, patience);
    const { statusCode: status = 0, headers } = response;
    if (redirects.has(status) && headers.location) {
      response.destroy();
      url = parse(headers.location, url);
      continue;
    }
    try {
      if (status === 429 || status === 503) throw new DownloadError("away", `${url.origin} answered ${status}`);
      if (status !== 200) throw new DownloadError("unusable", `${url.href} answered ${status}`);
      return await read(response, limits.bytes);
    } finally {
      response.destroy();
    }
  }
  throw new DownloadError("unusable", `${source.url} redirects too often`);
}

function parse(address: string, base?: URL): URL {
  const url = URL.parse(address, base);
  if (!url) throw new DownloadError("unusable", "not an address");
  return url;
}

function request(url: URL, guarded: boolean, connectMs: number, signal: AbortSignal): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      const reason = error instanceof PrivateAddressError ? "unusable" : "away";
      reject(new DownloadError(reason, `${url.origin}: ${error.message}`));
    };
    const protocol = url.protocol === "https:" ? https : http;
    const outgoing = protocol.get(url, {
      signal,
      headers: { accept: [...pictureTypes].join(", "), "accept-encoding": "identity", "user-agent": brand.name },
      // a connection of its own: a kept one might have been made without the guard
      agent: false,
      ...(guarded && { lookup: lookupPublic }),
    });
    outgoing.once("response", resolve);
    outgoing.on("error", fail);
    outgoing.once("socket", (socket) => {
      if (!socket.connecting) return;
      const timer = setTimeout(() => outgoing.destroy(new Error("no connection in time")), connectMs);
      socket.once("connect", () => clearTimeout(timer)).once("close", () => clearTimeout(timer));
    });
  });
}

async function read(response: http.IncomingMessage, mostBytes: number): Promise<Buffer> {
  const type = response.headers["content-type"]?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (!pictureTypes.has(type)) throw new DownloadError("unusable", `not a picture: ${type}`);
  if (Number(response.headers["content-length"] ?? 0) > mostBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > mostBytes) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof DownloadError ? error : new DownloadError("unusable", "broken off");
  }
  return Buffer.concat(chunks, size);
}

const tooLarge = () => new DownloadError("unusable", "too large");
