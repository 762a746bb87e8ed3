import type { AppError } from "contract/errors.ts";
import type { PostedForm } from "contract/posted-form.ts";
import type { Body, Encoding } from "../http/body.ts";

/** What the thread that renders pages is started with. */
export interface PageThreadData {
  /** Address of the folder of the website's build, with a slash at the end. */
  build: string;
  publicUrl: string;
}

/** A page as it is kept and sent: compressed, with the content security policy that lets it run what it was rendered with. */
export interface FinishedPage {
  /** What its address asks for: addresses with the same key show the same page. */
  key: string;
  status: number;
  /** Where a redirect leads; its body is empty. */
  location: string | null;
  policy: string | undefined;
  body: Body;
}

/**
 * What the thread is asked for. A page is packed as `encoding` says, and comes with what was foreseen of its calls; with a
 * form that it answers it is for one visitor alone.
 */
export type Want =
  | { want: "key"; url: string }
  | { want: "page"; url: string; encoding: Encoding; foreseen: readonly MadeCall[]; posted?: PostedForm | undefined };

/** A call of the API, and what it came to. */
export interface MadeCall {
  route: string;
  input: unknown;
  outcome: Outcome;
}

/** Each answer carries the number of its order. */
export type Order = { id: number } & Want;

/** What a call came to. */
export type Outcome =
  | { result: unknown }
  /** The same as the last time; only where `isRepeated`. */
  | { unchanged: true }
  | { error: Pick<AppError, "code" | "message" | "details" | "retryAfter" | "current"> };

/** The end of a call that the thread asked for. */
export interface CallEnd {
  call: number;
  outcome: Outcome;
}

export type ToThread = Order | CallEnd;

/** A call of the API that a page is made from. `page` is the number of the page's order. */
export interface CallOrder {
  call: number;
  page: number;
  route: string;
  input: unknown;
}

export type FromThread =
  /** It has read the build. */
  | { ready: true }
  | { id: number; key: string }
  | { id: number; page: FinishedPage }
  | { id: number; error: unknown }
  | CallOrder;

/** Whether every page makes the very same call, such as that of the texts: the thread remembers what came of it. */
export const isRepeated = (input: unknown) => Object.keys(input as object).length === 0;
