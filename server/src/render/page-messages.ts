import type { AppError } from "contract/core/errors.ts";
import type { PostedForm } from "contract/core/posted-form.ts";
import type { Body, Encoding } from "../platform/http/body.ts";

/** Start data of the render thread. */
export interface PageThreadData {
  /** URL of the build folder, with a trailing slash. */
  build: string;
  publicUrl: string;
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
  /** Same as last time; only if `isRepeated`. */
  | { unchanged: true }
  | { error: Pick<AppError, "code" | "message" | "details" | "retryAfter" | "current"> };

/** The result of a call that the thread requested. */
export interface CallEnd {
  call: number;
  outcome: Outcome;
}

export type ToThread = Order | CallEnd;

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
  | CallOrder;

/** Whether every page makes the same call, such as for the texts: the thread caches its result. */
export const isRepeated = (input: unknown) => Object.keys(input as object).length === 0;
