import type { CallParts } from "contract/core/call.ts";
import type { AppError } from "contract/core/errors.ts";
import type { PostedForm } from "contract/core/posted-form.ts";
import type { Body, Encoding } from "../platform/http/body.ts";

/** Start data of the render thread. */
export interface PageThreadData {
  /** URL of the build folder, with a trailing slash. */
  build: string;
  publicUrl: string;
  /** How long the thread remembers the results of repeated calls. */
  rememberMs: number;
}

/**
 * A page as it is cached and sent: compressed, with its content security policy.
 */
export interface FinishedPage {
  /** Addresses with the same key show the same page. */
  key: string;
  status: number;
  /** Target of a redirect, whose body is empty. */
  location: string | null;
  policy: string | undefined;
  body: Body;
}

/**
 * A request to the thread. The page is compressed with `encoding`; with `posted` it is for one visitor.
 */
export type PageRequest =
  | { kind: "key"; url: string }
  | { kind: "page"; url: string; encoding: Encoding; posted?: PostedForm | undefined };

/** A response has the id of its request. */
export type Order = { id: number } & PageRequest;

/** The outcome of a call. */
export type Outcome =
  | { result: unknown }
  | { error: Pick<AppError, "code" | "message" | "details" | "retryAfter" | "current"> };

/** The result of a call that the thread requested. */
export interface CallEnd {
  call: number;
  outcome: Outcome;
}

export type ToThread =
  | Order
  | { ended: CallEnd[] }
  /** The results of repeated calls may have changed. */
  | { forget: true };

/** An API call of a page; `page` is the id of the page's request. */
export interface CallOrder {
  call: number;
  page: number;
  route: string;
  input: unknown;
}

export type FromThread =
  /** The build is loaded. */
  | { ready: true }
  | { id: number; key: string }
  | { id: number; page: FinishedPage }
  | { id: number; error: unknown }
  | { calls: CallOrder[] };

/**
 * Sends items together once everything that can run has run: a page makes several calls at once, and each message wakes
 * the other thread.
 */
export function gather<Item>(send: (items: Item[]) => void): (item: Item) => void {
  let items: Item[] = [];
  return (item) => {
    if (items.push(item) > 1) return;
    process.nextTick(() => {
      const gathered = items;
      items = [];
      send(gathered);
    });
  };
}

/**
 * Names a call that depends on nothing but the language, such as for the texts: the thread remembers its result.
 * `null` for other calls.
 */
export function repeatedCall(route: string, input: unknown): string | null {
  const { query = {}, ...others } = input as CallParts;
  const { locale = "", ...filters } = query;
  return Object.keys(others).length + Object.keys(filters).length > 0 ? null : `${route} ${locale}`;
}
