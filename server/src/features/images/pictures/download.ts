import { brand } from "contract/brand.ts";
import { GuardError } from "../../../platform/outgoing/addresses.ts";
import { fetchGuarded, type GuardedResponse } from "../../../platform/outgoing/fetch-guarded.ts";

/** `configured`: the operator named the host, so it may be plain HTTP or on a private network. */
export interface Source {
  url: string;
  configured: boolean;
}

export interface DownloadLimits {
  /** The largest file, in bytes. */
  bytes: number;
  /** How long the whole download may take. */
  totalMs: number;
}

/** `unreachable`: the host does not respond, or is overloaded. `unusable`: the response is not an accepted picture. */
export class DownloadError extends Error {
  readonly reason: "unreachable" | "unusable";

  constructor(reason: DownloadError["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

const pictureTypes = new Set(["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"]);

/** The bytes of the picture at a source, not decoded. Throws DownloadError. */
export async function download(source: Source, limits: DownloadLimits, signal: AbortSignal): Promise<Buffer> {
  const response = await fetchGuarded(source.url, {
    trusted: source.configured ? "address" : undefined,
    maxBytes: limits.bytes,
    signal: AbortSignal.any([signal, AbortSignal.timeout(limits.totalMs)]),
    headers: { accept: [...pictureTypes].join(", "), "accept-encoding": "identity", "user-agent": brand.name },
  }).catch((error: Error) => {
    throw new DownloadError(
      error instanceof GuardError ? "unusable" : "unreachable",
      `${source.url}: ${error.message}`,
    );
  });
  try {
    checkResponse(response);
    return Buffer.concat(await Array.fromAsync(response.body));
  } catch (error) {
    if (error instanceof DownloadError) throw error;
    throw new DownloadError("unusable", `${response.url}: ${(error as Error).message}`);
  } finally {
    response.cancel();
  }
}

function checkResponse({ url, status, headers }: GuardedResponse): void {
  if (status === 429 || status === 503) throw new DownloadError("unreachable", `${url.origin} responded ${status}`);
  if (status !== 200) throw new DownloadError("unusable", `${url} responded ${status}`);
  const type = String(headers["content-type"] ?? "")
    .split(";")[0]!
    .trim()
    .toLowerCase();
  if (!pictureTypes.has(type)) throw new DownloadError("unusable", `not a picture: ${type}`);
}
