import { fetchGuarded } from "../../platform/outgoing/fetch-guarded.ts";

/** The version that the site could be upgraded to; null if there is none, or it is not known yet. */
export type FindNewerVersion = () => string | null;

const day = 24 * 3_600_000;
const maxBytes = 256 * 1024;
const timeoutMs = 10_000;

export interface NewerVersionOptions {
  /** A JSON file with the latest version in `version` or `tag_name`; without one there is no request. */
  url: string | undefined;
  /** The version that runs. */
  own: string;
  now?: () => number;
  onError(error: unknown): void;
}

/**
 * Looks for a newer version at most once a day, when somebody looks at the panel: the request carries nothing about the
 * site, and only the version of its response is read.
 */
export function lookForNewerVersion({ url, own, now = Date.now, onError }: NewerVersionOptions): FindNewerVersion {
  let latest: string | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (url !== undefined && now() - lookedAt >= day) {
      lookedAt = now();
      readLatestVersion(url).then((version) => {
        latest = version;
      }, onError);
    }
    return latest !== null && isNewer(latest, own) ? latest : null;
  };
}

async function readLatestVersion(url: string): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs);
  const { status, body, cancel } = await fetchGuarded(url, { signal, maxBytes, trusted: "address" });
  if (status !== 200) {
    cancel();
    throw new Error(`The address of the latest version responds with ${status}`);
  }
  const { version, tag_name: tag } = JSON.parse(Buffer.concat(await Array.fromAsync(body)).toString("utf8"));
  const [, found] = /^v?(\d{1,5}\.\d{1,5}\.\d{1,5})$/.exec(String(version ?? tag)) ?? [];
  if (found === undefined) throw new Error("The address of the latest version names none");
  return found;
}

function isNewer(version: string, than: string): boolean {
  const [left, right] = [version, than].map((one) => one.split(".").map(Number));
  const difference = left!.map((number, place) => number - (right![place] ?? 0)).find((one) => one !== 0);
  return (difference ?? 0) > 0;
}
