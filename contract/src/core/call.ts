import type { Api } from "../api.ts";
import type { CallInput, CallResult, Method } from "./endpoint.ts";

/**
 * Makes one call of the API, by HTTP in the browser or by a function call in the server's own process.
 * The route is written out, `call("GET /api/games/{id}", { params: { id: 7 } })`, so the browser
 * bundles only the contract's types: schemas stay on the server.
 */
export type Call = <R extends keyof Api>(
  route: R,
  input: CallInput<Api[R]>,
  options?: { signal?: AbortSignal },
) => Promise<CallResult<Api[R]>>;

/** The parts of a call as a transport sees them. */
export interface CallParts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Method and URL of a call. `undefined` query values are omitted. */
export function requestOf(route: string, input: CallParts): { method: Method; url: string } {
  const [method, template] = route.split(" ") as [Method, string];
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  return { method, url: search.size > 0 ? `${path}?${search}` : path };
}
