import { type Call, type CallParts, requestOf } from "contract/core/call.ts";
import type { ErrorBody } from "contract/core/errors.ts";
import { ApiError } from "./api-error.ts";
import { withBase } from "./base-path.ts";
import { endSession, storedToken } from "./session.ts";

/** Retries of a failed GET, and the first delay (spec/storefront 4.2). */
const retries = 3;
const firstDelay = 1000;

/** The longest delay in milliseconds; a longer `Retry-After` fails at once. */
const maxDelayMs = 60_000;

/** Calls without a token: a wrong password must not end the current session. */
const signIns: readonly string[] = [
  "POST /api/auth/login",
  "POST /api/auth/login/factor",
  "POST /api/auth/login/factor/options",
  "POST /api/auth/login/passkey",
  "POST /api/auth/register",
  "POST /api/auth/callback",
];

/** Dependencies that tests replace. */
interface Deps {
  fetch: typeof fetch;
  /** Resolves after that many milliseconds; rejects when the signal aborts. */
  wait: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
  token: () => string | null;
  /** Called with a token that the server rejected. */
  onRejected: (token: string) => void;
}

/**
 * The browser's `Call`. Retries GETs on network failure, 5xx and 429 (spec/storefront 4.2). Throws `ApiError`; an
 * aborted call throws the reason of its signal.
 */
export function browserCall({
  fetch = (input, init) => globalThis.fetch(input, init),
  wait = waitFor,
  token = storedToken,
  onRejected = endSession,
}: Partial<Deps> = {}): Call {
  const once = async (route: string, input: CallParts, signal: AbortSignal | undefined): Promise<unknown> => {
    const { method, url } = requestOf(route, input);
    const headers: Record<string, string> = { accept: "application/json" };
    const bearer = signIns.includes(route) ? null : token();
    if (bearer) headers.authorization = `Bearer ${bearer}`;
    const file = input.body instanceof Blob && input.body;
    if (!file && input.body !== undefined) headers["content-type"] = "application/json";
    const body = file || JSON.stringify(input.body);
    // the browser's cache must revalidate: it may serve a stale response for some seconds (docs/caching.md)
    const response = await fetch(withBase(url), { method, headers, body, signal, cache: "no-cache" }).catch(
      (cause: unknown) => {
        signal?.throwIfAborted();
        throw new ApiError("Network error: Unable to connect to server. Please check if the server is running.", {
          status: 0,
          code: "network",
          serverMessage: String(cause),
        });
      },
    );
    if (response.status === 401 && bearer) onRejected(bearer);
    if (!response.ok) throw await errorOf(response, url);
    return response.status === 204 ? undefined : await response.json();
  };

  const withRetries = async (route: string, input: CallParts = {}, options: { signal?: AbortSignal } = {}) => {
    const attempts = route.startsWith("GET ") ? 1 + retries : 1;
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(route, input, options.signal);
      } catch (error) {
        const delay = retryDelay(error, attempt);
        if (attempt >= attempts || delay === null || delay > maxDelayMs) throw exhausted(error);
        await wait(delay, options.signal);
      }
    }
  };
  return withRetries as Call;
}

/** Milliseconds to wait after that attempt; `null` when a retry is pointless. */
export function retryDelay(error: unknown, attempt: number): number | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 429 && error.retryAfter !== undefined) return error.retryAfter * 1000;
  const isRetryable = error.status === 0 || error.status === 429 || error.status >= 500;
  return isRetryable ? firstDelay * 2 ** (attempt - 1) : null;
}

/** Rate limiting that outlasts the retries has the message of spec/storefront 4.2. */
function exhausted(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 429) return error;
  return new ApiError("Rate limited. Please try again later.", error);
}

/** The error body of our server, or of another one (spec/storefront 4.3). */
type LooseBody = Partial<ErrorBody> & { message?: string; errors?: ErrorBody["details"] };

/** The error of a response other than 2xx. */
export async function errorOf(response: Response, url: string): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as LooseBody | null;
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  const plain = `HTTP error! status: ${response.status}`;
  return new ApiError(url.startsWith("/api/games") ? plain : (body?.error ?? plain), {
    status: response.status,
    code: body?.code ?? "unknown",
    details: body?.details ?? body?.errors,
    retryAfter: retryAfter >= 0 ? retryAfter : undefined,
    serverMessage: body?.error ?? body?.message,
    current: body?.current,
  });
}

/** Rejects with the signal's reason once it is aborted. */
export function waitFor(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
