import { setTimeout as sleep } from "node:timers/promises";
import { brand } from "contract/brand.ts";
import { maskAddress } from "contract/prices/feed-rules.ts";
import { GuardError } from "../../../platform/outgoing/addresses.ts";
import { fetchGuarded, type GuardedResponse } from "../../../platform/outgoing/fetch-guarded.ts";
import { createHosts, type Hosts } from "../../../platform/outgoing/hosts.ts";
import { SourceError, stopped } from "./source.ts";

/** Time and randomness, so that tests need not wait. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Rejects when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** 0 to 1. */
  random(): number;
}

export const realClock: Clock = {
  now: Date.now,
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
  random: Math.random,
};

export interface ClientSetting {
  /** The site's address, in `User-Agent`, so that an upstream knows whom to contact. */
  publicUrl: string;
  /** The shortest time between the beginnings of two calls, in milliseconds. */
  paceMs: number;
  /** Statuses that mean "slow down". */
  rateLimitStatuses?: readonly number[];
  /** The longest silence during a response, in milliseconds. */
  idleMs?: number;
  /** Refuse plain HTTP and private networks: the address is not the operator's. */
  isPublicOnly?: boolean;
  hosts?: Hosts;
  clock?: Clock;
}

export interface CallOptions {
  signal: AbortSignal;
  /** The largest response after decompression, in bytes. */
  maxBytes: number;
  /** How long the whole call may take, in milliseconds. */
  totalMs: number;
  /** Statuses besides 200 whose bodies mean something. */
  statuses?: readonly number[];
  /** `version` of an earlier response, which is not sent again. */
  knownVersion?: string | null;
}

export interface SourceResponse {
  status: number;
  /** The upstream's ETag or date of the response. */
  version: string | null;
  /** It is the response of `knownVersion`; the body is empty. */
  unchanged: boolean;
  body: AsyncIterable<Buffer>;
}

/** Calls one upstream with pauses and retries, for all readings of it. Both functions throw SourceError. */
export interface SourceClient {
  /** Parses a response as JSON and passes it to `read`; retries when the upstream or `read` fails. */
  json<Result>(
    url: string,
    options: CallOptions,
    read: (value: unknown, response: SourceResponse) => Result,
  ): Promise<Result>;
  /** Streams a response that is too long for memory. Failures after its beginning are not retried. */
  stream(url: string, options: CallOptions): Promise<SourceResponse>;
}

const maxAttempts = 3;
const firstPauseMs = 2_000;
/** The pause of an upstream that rate-limits us without `Retry-After`. */
const rateLimitPauseMs = 30_000;
/** A longer wait ends the reading; a later one retries. */
const maxWaitMs = 120_000;
/** The maximum of `Retry-After` that is respected, in milliseconds. */
const maxQuietMs = 86_400_000;

/** Shared by all sources of this process. */
const sharedHosts = createHosts(Date.now, () => {});

export function createClient(setting: ClientSetting): SourceClient {
  const { paceMs, hosts = sharedHosts, clock = realClock } = setting;
  let nextCallAt = 0;
  /** The end of the upstream's rate limit, which applies to all readings. */
  let quietUntil = 0;

  async function pause(ms: number, signal: AbortSignal): Promise<void> {
    if (ms > 0) await clock.sleep(ms, signal).catch(() => {});
    if (signal.aborted) throw stopped();
  }

  /** Reserves the next slot and waits for it, so that concurrent readings share the pace. */
  async function acquireSlot(origin: string, signal: AbortSignal): Promise<void> {
    do {
      if (quietUntil - clock.now() > maxWaitMs) {
        throw new SourceError("rateLimited", `${origin} asked for a pause`, new Date(quietUntil));
      }
      const callAt = Math.max(clock.now(), nextCallAt, quietUntil);
      nextCallAt = callAt + paceMs;
      await pause(callAt - clock.now(), signal);
    } while (quietUntil > clock.now());
  }

  async function tryOnce<Result>(origin: string, signal: AbortSignal, attempt: () => Promise<Result>): Promise<Result> {
    if (!hosts.mayTry(origin)) {
      throw new SourceError("unreachable", `${origin} keeps failing and is left alone for now`);
    }
    await acquireSlot(origin, signal);
    try {
      const result = await attempt();
      hosts.responded(origin);
      return result;
    } catch (error) {
      const failure = asSourceError(error, origin, signal);
      if (failure.reason === "unreachable") hosts.failed(origin);
      else if (failure.reason !== "stopped") hosts.responded(origin);
      throw failure;
    }
  }

  /** In milliseconds: exponential, with jitter so that many clients do not return together. */
  function waitAfter(failure: SourceError, failures: number): number {
    if (failure.retryAt) return failure.retryAt.valueOf() - clock.now();
    const first = failure.reason === "rateLimited" ? rateLimitPauseMs : firstPauseMs;
    return first * 2 ** (failures - 1) * (0.5 + clock.random() / 2);
  }

  async function retry<Result>(url: string, signal: AbortSignal, attempt: () => Promise<Result>): Promise<Result> {
    const { origin } = new URL(url);
    for (let failures = 1; ; failures++) {
      try {
        return await tryOnce(origin, signal, attempt);
      } catch (error) {
        const failure = error as SourceError;
        const waitMs = waitAfter(failure, failures);
        if (failure.reason === "rateLimited") {
          quietUntil = Math.max(quietUntil, clock.now() + Math.min(waitMs, maxQuietMs));
        }
        const final = failure.reason === "stopped" || failure instanceof FinalError || !hosts.mayTry(origin);
        if (final || failures === maxAttempts || waitMs > maxWaitMs) throw failure;
        await pause(waitMs, signal);
      }
    }
  }

  return {
    json: (url, options, read) =>
      retry(url, options.signal, async () => {
        const response = await call(url, options, setting, clock);
        const chunks = await Array.fromAsync(response.body);
        return read(response.unchanged ? undefined : parseJson(Buffer.concat(chunks), withoutSecrets(url)), response);
      }),
    stream: (url, options) => retry(url, options.signal, () => call(url, options, setting, clock)),
  };
}

/** A retry would change nothing. */
class FinalError extends SourceError {}

function asSourceError(error: unknown, origin: string, signal: AbortSignal): SourceError {
  if (signal.aborted) return stopped();
  if (error instanceof SourceError) return error;
  if (error instanceof GuardError) return new FinalError("invalid", error.message);
  return new SourceError("unreachable", `${origin}: ${error instanceof Error ? error.message : error}`);
}

/** Queries, passwords and ids of an address may be keys. */
function withoutSecrets(address: string): string {
  const { origin, pathname } = new URL(address);
  return maskAddress(origin + pathname);
}

/** Throws SourceError. */
export function parseJson(bytes: Buffer, from: string): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new SourceError("invalid", `${from} did not respond with JSON`);
  }
}

async function call(
  address: string,
  options: CallOptions,
  setting: ClientSetting,
  clock: Clock,
): Promise<SourceResponse> {
  const { signal, knownVersion, statuses, maxBytes, totalMs } = options;
  const response = await fetchGuarded(address, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(totalMs)]),
    maxBytes,
    idleMs: setting.idleMs ?? 30_000,
    // the operator configured this host, which may be on a private network
    trusted: setting.isPublicOnly ? undefined : "host",
    headers: {
      "user-agent": `${brand.name} (+${setting.publicUrl})`,
      ...(knownVersion && { [isDate(knownVersion) ? "if-modified-since" : "if-none-match"]: knownVersion }),
    },
  });
  const { status, headers, url } = response;
  const unchanged = status === 304 && Boolean(knownVersion);
  if (status !== 200 && !unchanged && !statuses?.includes(status)) {
    response.cancel();
    throw statusError(response, setting, clock);
  }
  const version = unchanged ? knownVersion! : (headers.etag ?? headers["last-modified"] ?? null);
  return { status, unchanged, version, body: readBody(response.body, url.origin, signal) };
}

function isDate(version: string): boolean {
  return !/^(W\/)?"/.test(version);
}

function statusError(
  { status, headers, url }: GuardedResponse,
  { rateLimitStatuses = [429] }: ClientSetting,
  clock: Clock,
): SourceError {
  const message = `${withoutSecrets(url.href)} responded with ${status}`;
  const retryAt = parseRetryAfter(headers["retry-after"], clock.now());
  if (rateLimitStatuses.includes(status) || (status === 503 && retryAt)) {
    return new SourceError("rateLimited", message, retryAt);
  }
  return status >= 500 ? new SourceError("unreachable", message) : new FinalError("invalid", message);
}

/** Seconds or a date (RFC 9110, 10.2.3). */
function parseRetryAfter(value: string | undefined, now: number): Date | null {
  if (value === undefined) return null;
  const at = /^\d{1,9}$/.test(value.trim()) ? new Date(now + Number(value) * 1_000) : new Date(value);
  return Number.isNaN(at.valueOf()) ? null : at;
}

async function* readBody(body: AsyncIterable<Buffer>, origin: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (error) {
    if (error instanceof GuardError || signal.aborted) throw asSourceError(error, origin, signal);
    throw new SourceError("unreachable", `${origin} broke off in the middle of its response`);
  }
}
