import * as http from "node:http";
import * as https from "node:https";
import { pipeline, type Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { brand } from "contract/brand.ts";
import { checkPublicUrl, lookupPublic, PrivateAddressError } from "../../outgoing/addresses.ts";
import { createHosts, type Hosts } from "../../outgoing/hosts.ts";
import { SourceError, stopped } from "./source.ts";

/** Time and chance, so that tests need not wait for them. */
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
  /** The site's address, in `User-Agent`, so that an upstream knows whom to ask. */
  publicUrl: string;
  /** At least so long between the beginnings of two calls, in milliseconds. */
  paceMs: number;
  /** Answers that mean "slow down". */
  busyStatuses?: readonly number[];
  /** Silence that is taken for the end, in milliseconds. */
  idleMs?: number;
  hosts?: Hosts;
  clock?: Clock;
}

export interface CallOptions {
  signal: AbortSignal;
  /** The largest answer after unpacking, in bytes. */
  mostBytes: number;
  /** How long the whole call may take, in milliseconds. */
  totalMs: number;
  /** Statuses besides 200 whose bodies mean something. */
  statuses?: readonly number[];
  /** `version` of an earlier answer: the same one is not sent again. */
  knownVersion?: string | null;
}

export interface Answer {
  status: number;
  /** The upstream's own mark of this answer, its ETag or date. */
  version: string | null;
  /** It is the answer that `knownVersion` marks; the body is empty. */
  unchanged: boolean;
  body: AsyncIterable<Buffer>;
}

/**
 * Calls one upstream politely, over Node's own HTTP: `fetch` cannot be told which addresses of a host not to connect to.
 * Both throw SourceError.
 */
export interface SourceClient {
  /** Reads an answer as JSON and hands it to `read`, again after a pause while the upstream or `read` fails. */
  json<Result>(url: string, options: CallOptions, read: (value: unknown, answer: Answer) => Result): Promise<Result>;
  /** Begins an answer that is too long to hold. Only until it begins are failures tried again. */
  stream(url: string, options: CallOptions): Promise<Answer>;
}

const attempts = 3;
const firstPauseMs = 2_000;
/** What an upstream that wants to be left alone is given when it does not say how long. */
const busyPauseMs = 30_000;
/** Who wants to be left alone for longer is asked again in a later reading. */
const longestWaitMs = 120_000;
const redirects = new Set([301, 302, 303, 307, 308]);
const mostRedirects = 3;

/** What is known of upstreams in this process: a host that keeps failing is left alone by all sources. */
const sharedHosts = createHosts(Date.now, () => {});

export function createClient(setting: ClientSetting): SourceClient {
  const { paceMs, hosts = sharedHosts, clock = realClock } = setting;
  let nextCallAt = 0;

  async function pause(ms: number, signal: AbortSignal): Promise<void> {
    if (ms > 0) await clock.sleep(ms, signal).catch(() => {});
    if (signal.aborted) throw stopped();
  }

  async function tryOnce<Result>(origin: string, signal: AbortSignal, attempt: () => Promise<Result>): Promise<Result> {
    if (!hosts.mayTry(origin))
      throw new SourceError("away", `${origin} failed again and again, and is left alone for now`);
    await pause(nextCallAt - clock.now(), signal);
    nextCallAt = clock.now() + paceMs;
    try {
      const result = await attempt();
      hosts.answered(origin);
      return result;
    } catch (error) {
      const failure = asSourceError(error, origin, signal);
      if (failure.reason === "away") hosts.failed(origin);
      else if (failure.reason !== "stopped") hosts.answered(origin);
      throw failure;
    }
  }

  /** How long to wait after a failure, growing with each, by chance so that many clients do not come back together. */
  function waitAfter(failure: SourceError, failures: number): number {
    if (failure.retryAt) return failure.retryAt.valueOf() - clock.now();
    const first = failure.reason === "busy" ? busyPauseMs : firstPauseMs;
    return first * 2 ** (failures - 1) * (0.5 + clock.random() / 2);
  }

  async function again<Result>(url: string, signal: AbortSignal, attempt: () => Promise<Result>): Promise<Result> {
    const { origin } = new URL(url);
    for (let failures = 1; ; failures++) {
      try {
        return await tryOnce(origin, signal, attempt);
      } catch (error) {
        const failure = error as SourceError;
        const waitMs = waitAfter(failure, failures);
        const final = failure.reason === "stopped" || failure instanceof FinalError || !hosts.mayTry(origin);
        if (final || failures === attempts || waitMs > longestWaitMs) throw failure;
        await pause(waitMs, signal);
      }
    }
  }

  return {
    json: (url, options, read) =>
      again(url, options.signal, async () => {
        const answer = await call(url, options, setting, clock);
        const chunks = await Array.fromAsync(answer.body);
        return read(answer.unchanged ? undefined : parseJson(Buffer.concat(chunks), url), answer);
      }),
    stream: (url, options) => again(url, options.signal, () => call(url, options, setting, clock)),
  };
}

/** Asking again would change nothing. */
class FinalError extends SourceError {}

function asSourceError(error: unknown, origin: string, signal: AbortSignal): SourceError {
  if (signal.aborted) return stopped();
  if (error instanceof SourceError) return error;
  return new SourceError("away", `${origin}: ${error instanceof Error ? error.message : error}`);
}

/** The bytes of an answer as JSON. Throws SourceError. */
export function parseJson(bytes: Buffer, from: string): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new SourceError("broken", `${from} did not answer with JSON`);
  }
}

async function call(address: string, options: CallOptions, setting: ClientSetting, clock: Clock): Promise<Answer> {
  const configured = new URL(address);
  const patience = AbortSignal.any([options.signal, AbortSignal.timeout(options.totalMs)]);
  let url = configured;
  for (let hop = 0; hop <= mostRedirects; hop++) {
    // The operator named this host and may have meant one of the own network; nobody else may send us there.
    const guarded = url.host !== configured.host;
    const problem = guarded && checkPublicUrl(url);
    if (problem) throw new FinalError("broken", `${configured.origin} redirects to ${url.origin}: ${problem}`);
    const response = await request(url, guarded, options, setting, patience);
    const { statusCode: status = 0, headers } = response;
    if (redirects.has(status) && headers.location) {
      response.destroy();
      const next = URL.parse(headers.location, url);
      if (!next || !/^https?:$/.test(next.protocol)) throw new FinalError("broken", `${url.href} redirects nowhere`);
      url = next;
      continue;
    }
    const unchanged = status === 304 && Boolean(options.knownVersion);
    if (status !== 200 && !unchanged && !options.statuses?.includes(status)) {
      response.destroy();
      throw refusalOf(status, headers, url, setting, clock);
    }
    return {
      status,
      unchanged,
      version: unchanged ? options.knownVersion! : (headers.etag ?? headers["last-modified"] ?? null),
      body: read(response, url, options),
    };
  }
  throw new FinalError("broken", `${configured.href} redirects too often`);
}

function refusalOf(
  status: number,
  headers: http.IncomingHttpHeaders,
  url: URL,
  { busyStatuses = [429] }: ClientSetting,
  clock: Clock,
): SourceError {
  const message = `${url.origin}${url.pathname} answered ${status}`;
  const retryAt = readRetryAfter(headers["retry-after"], clock.now());
  if (busyStatuses.includes(status) || (status === 503 && retryAt)) return new SourceError("busy", message, retryAt);
  if (status >= 500) return new SourceError("away", message);
  return new FinalError("broken", message);
}

/** Seconds or a date, as HTTP has it. */
function readRetryAfter(value: string | undefined, now: number): Date | null {
  if (value === undefined) return null;
  const at = /^\d{1,9}$/.test(value.trim()) ? new Date(now + Number(value) * 1_000) : new Date(value);
  return Number.isNaN(at.valueOf()) ? null : at;
}

function request(
  url: URL,
  guarded: boolean,
  { knownVersion }: CallOptions,
  { publicUrl, idleMs = 30_000 }: ClientSetting,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const protocol = url.protocol === "https:" ? https : http;
    const outgoing = protocol.get(url, {
      signal,
      timeout: idleMs,
      headers: {
        "user-agent": `${brand.name} (+${publicUrl})`,
        "accept-encoding": "gzip, br",
        ...(knownVersion && { [isDate(knownVersion) ? "if-modified-since" : "if-none-match"]: knownVersion }),
      },
      // A connection of its own: a kept one might have been made without the guard.
      ...(guarded && { lookup: lookupPublic, agent: false }),
    });
    outgoing.once("response", resolve);
    outgoing.once("timeout", () => outgoing.destroy(new Error("says nothing any more")));
    outgoing.on("error", (error) => {
      const isPrivate = error instanceof PrivateAddressError;
      reject(isPrivate ? new FinalError("broken", `${url.origin}: ${error.message}`) : error);
    });
  });
}

function isDate(version: string): boolean {
  return !/^(W\/)?"/.test(version);
}

async function* read(response: http.IncomingMessage, url: URL, options: CallOptions): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    for await (const chunk of unpacked(response) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > options.mostBytes) {
        throw new FinalError("broken", `${url.href} answers with more than ${options.mostBytes} bytes`);
      }
      yield chunk;
    }
  } catch (error) {
    if (error instanceof SourceError) throw error;
    if (options.signal.aborted) throw stopped();
    throw new SourceError("away", `${url.origin} broke off in the middle of its answer`);
  } finally {
    response.destroy();
  }
}

function unpacked(response: http.IncomingMessage): Readable {
  const encoding = response.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity" || encoding === "") return response;
  if (encoding === "gzip" || encoding === "x-gzip") return pipeline(response, createGunzip(), () => {});
  if (encoding === "br") return pipeline(response, createBrotliDecompress(), () => {});
  throw new FinalError("broken", `answers in the encoding ${encoding}`);
}
